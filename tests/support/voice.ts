import type { Page } from 'playwright-core'

interface Voice {
  /** Ends what is said and begins the next; false where there is none. */
  readonly goOn: () => Promise<boolean>
  /** What it has been given to say, from what it says now on. */
  readonly given: () => Promise<string[]>
}

/** Gives a page the voice this machine lacks: it begins what it is given, and ends that when it is told to go on. */
export const giveVoice = async (page: Page): Promise<Voice> => {
  await page.addInitScript(() => {
    const given: SpeechSynthesisUtterance[] = []
    const begin = () => given[0]?.dispatchEvent(new Event('start'))
    const voice = {
      given,
      speak: (said: SpeechSynthesisUtterance) => given.push(said) === 1 && setTimeout(begin),
      cancel: () => given.splice(0),
      goOn: () => {
        given.shift()?.dispatchEvent(new Event('end'))
        return begin() ?? false
      },
    }
    Object.defineProperty(window, 'speechSynthesis', { value: voice })
  })
  interface Spoken {
    given: SpeechSynthesisUtterance[]
    goOn: () => boolean
  }
  return {
    goOn: () => page.evaluate(() => (speechSynthesis as unknown as Spoken).goOn()),
    given: () => page.evaluate(() => (speechSynthesis as unknown as Spoken).given.map(({ text }) => text)),
  }
}
