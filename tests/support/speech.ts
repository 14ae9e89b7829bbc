import type { Page } from 'playwright-core'

interface Voice {
  /** Ends the current text and starts the next; false if there is none. */
  readonly advance: () => Promise<boolean>
  /** The queued texts, beginning with the current one. */
  readonly queuedTexts: () => Promise<string[]>
}

/** Installs a speech synthesis without voices: every text fails, as in a browser on a computer that has none. */
export const installNoVoice = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const speak = (utterance: SpeechSynthesisUtterance) => setTimeout(() => utterance.dispatchEvent(new Event('error')))
    Object.defineProperty(window, 'speechSynthesis', { value: { speak, cancel: () => {} } })
  })
}

/** Installs a fake speech synthesis: it starts queued texts and ends each when the test advances it. */
export const installVoice = async (page: Page): Promise<Voice> => {
  await page.addInitScript(() => {
    const queue: SpeechSynthesisUtterance[] = []
    const startFirst = () => queue[0]?.dispatchEvent(new Event('start'))
    const voice = {
      queue,
      speak: (utterance: SpeechSynthesisUtterance) => queue.push(utterance) === 1 && setTimeout(startFirst),
      cancel: () => queue.splice(0),
      advance: () => {
        queue.shift()?.dispatchEvent(new Event('end'))
        return startFirst() ?? false
      },
    }
    Object.defineProperty(window, 'speechSynthesis', { value: voice })
  })
  interface FakeSpeech {
    queue: SpeechSynthesisUtterance[]
    advance: () => boolean
  }
  return {
    advance: () => page.evaluate(() => (speechSynthesis as unknown as FakeSpeech).advance()),
    queuedTexts: () => page.evaluate(() => (speechSynthesis as unknown as FakeSpeech).queue.map(({ text }) => text)),
  }
}
