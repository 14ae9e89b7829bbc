import { expect, test } from 'vitest'
import { expression, readProcess } from '../../../tests/support/process-files.ts'
import { wireTime } from '../../base/process/clock.ts'
import { compileDefinition } from './compile.ts'
import { makeStep } from './runtime.ts'

type Element = 'timeDuration' | 'timeDate'

/** What the engine loads of a process whose timer has this time. */
const timed = async (element: Element, text: string): Promise<string> => {
  const xml = readProcess('timers').replaceAll('timeDuration', element).replace('>P3D<', `>${text}<`)
  return (await compileDefinition(xml)).context
}

/** To the minute, since the engine counts from now. */
const dueWith = (context: string, limit: unknown): string => {
  const variables = { createUser: '1', limit }
  const { timers } = makeStep({ definition: { id: context, context }, state: null, variables })
  return wireTime(new Date(Math.round((timers[0]?.dueTime.getTime() ?? 0) / 60_000) * 60_000))
}

test('a timer is read by one grammar, when it is deployed and when it is set', async () => {
  const [duration, moment] = [
    await timed('timeDuration', expression('limit')),
    await timed('timeDate', expression('limit')),
  ]
  for (const text of ['2026-12-31T18:00', '2026-12-31 18:00:00', '2026-12-31T10:00:00Z']) {
    expect(dueWith(await timed('timeDate', text), null)).toBe('2026-12-31 18:00:00')
    expect(dueWith(moment, text)).toBe('2026-12-31 18:00:00')
  }
  for (const text of ['2026-02-30', '2026-12-31T25:00', '31.12.2026', 'P3D']) {
    await expect(timed('timeDate', text)).rejects.toThrow(`“${text}” is not valid`)
    expect(() => dueWith(moment, text)).toThrow(`“${text}” is not valid`)
  }
  for (const text of ['P9999999Y', 'P1D1Y', 'PT1S', 'R3/PT1H', '2026-12-31']) {
    await expect(timed('timeDuration', text)).rejects.toThrow(`“${text}” is not valid`)
    expect(() => dueWith(duration, text)).toThrow(`“${text}” is not valid`)
  }
})

test('a timer without a value does not expire at once', async () => {
  for (const element of ['timeDuration', 'timeDate'] as const) {
    const context = await timed(element, expression('limit'))
    for (const limit of [null, '']) expect(() => dueWith(context, limit)).toThrow('has no value')
  }
})
