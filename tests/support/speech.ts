import type { Page } from 'playwright-core'

interface Voice {
  /** Ends what is said and begins the next; false where there is none. */
  readonly goOn: () => Promise<boolean>
  /** What it has been given to say, from what it says now on. */
  readonly queuedTexts: () => Promise<string[]>
}

/** Gives a page the voice this machine lacks: it begins what it is given, and ends that when it is told to go on. */
export const installVoice = async (page: Page): Promise<Voice> => {
  await page.addInitScript(() => {
    const queue: SpeechSynthesisUtterance[] = []
    const startFirst = () => queue[0]?.dispatchEvent(new Event('start'))
    const voice = {
      given: queue,
      speak: (utterance: SpeechSynthesisUtterance) => queue.push(utterance) === 1 && setTimeout(startFirst),
      cancel: () => queue.splice(0),
      goOn: () => {
        queue.shift()?.dispatchEvent(new Event('end'))
        return startFirst() ?? false
      },
    }
    Object.defineProperty(window, 'speechSynthesis', { value: voice })
  })
  interface FakeSpeech {
    given: SpeechSynthesisUtterance[]
    goOn: () => boolean
  }
  return {
    goOn: () => page.evaluate(() => (speechSynthesis as unknown as FakeSpeech).goOn()),
    queuedTexts: () => page.evaluate(() => (speechSynthesis as unknown as FakeSpeech).given.map(({ text }) => text)),
  }
}
