import * as elements from 'bpmn-elements'
import { Fail } from '#contract/kit/fail.ts'
import { expiryOf, parseTimer, type Time } from './times.ts'

interface EngineMessage {
  readonly content: Readonly<Record<string, unknown>>
}

/** The parts of the library's timer that are replaced or used here. */
interface EngineTimer {
  readonly environment: { readonly resolveExpression: (text: string, message: EngineMessage) => unknown }
  parse: (property: string, text: unknown) => { expireAt: Date }
  _getTimers: (message: EngineMessage) => unknown
  [property: string]: unknown
}

type TimerConstructor = new (activity: unknown, definition: unknown) => EngineTimer

const kinds: Readonly<Record<string, Time['kind']>> = { timeDuration: 'duration', timeDate: 'moment' }

const noTime = (text: string) => new Fail([`定时“${text}”没有值`, `The time “${text}” of a timer has no value`], 409)

/**
 * A timer whose times are read by times.ts. The library reads them by another grammar, in the zone of the machine, and lets a timer
 * expire at once whose expression has no value.
 */
export function TimerEventDefinition(activity: unknown, definition: unknown) {
  const timer = new (elements.TimerEventDefinition as unknown as TimerConstructor)(activity, definition)
  const timersOf = timer._getTimers.bind(timer)
  timer.parse = (property, text) => ({
    expireAt: expiryOf(parseTimer(String(text), kinds[property] ?? 'duration'), new Date()),
  })
  timer._getTimers = (message) => {
    for (const property of Object.keys(kinds)) {
      const text = timer[property]
      if (
        typeof text === 'string' &&
        !(property in message.content) &&
        !timer.environment.resolveExpression(text, message)
      )
        throw noTime(text)
    }
    return timersOf(message)
  }
  return timer
}
