import { describe, expect, test } from 'vitest'
import { clockResult, connectionResult } from './check-results.ts'

describe('the clock', () => {
  test('may be a minute off in either direction', () => {
    const tones = [-60_000, 0, 60_000].map((off) => clockResult(1e12 + off, 1e12).tone)
    expect(tones).toEqual(['good', 'good', 'good'])
  })
  test('shows the difference if it is larger', () => {
    const { tone, message } = clockResult(1e12 - 90_000, 1e12)
    expect(tone).toBe('ask')
    for (const words of message) expect(words).toContain('-90')
  })
})

test.each([
  ['https:', true, 'good', '已启用（HTTPS）'],
  ['https:', false, 'good', '已启用（HTTPS）'],
  // browsers trust localhost although nothing is encrypted
  ['http:', true, 'ask', '未启用，仅在本机访问'],
  ['http:', false, 'ask', '未启用，请联系管理员配置 HTTPS'],
])('a connection over %s (trusted: %s) is rated %s: %s', (protocol, isTrusted, tone, words) => {
  expect(connectionResult(protocol, isTrusted)).toMatchObject({ tone, message: [words, expect.any(String)] })
})
