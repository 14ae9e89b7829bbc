import { expect, test } from 'vitest'
import { limitRepeats } from './limit-repeats.ts'

test('the same error is reported once a minute, another one at once', () => {
  let now = 0
  const reported: [number, string][] = []
  const report = limitRepeats(
    (error) => reported.push([now, (error as Error).message]),
    60_000,
    () => now,
  )
  for (const [at, words] of [
    ...[[0, 'away'] as const, [1000, 'away'] as const, [59_999, 'away'] as const],
    ...[[60_000, 'away'] as const, [61_000, 'full'] as const, [62_000, 'away'] as const],
  ]) {
    now = at
    report(new Error(words))
  }
  expect(reported).toEqual([
    [0, 'away'],
    [60_000, 'away'],
    [61_000, 'full'],
    [62_000, 'away'],
  ])
})
