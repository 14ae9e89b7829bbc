import { expect, test } from 'vitest'
import { commentIn, expiryReason } from './expiry-reason.ts'

test.each([false, true])(
  'the comment of an expiry is read in the language of its reader (lifted before: %s)',
  (isUsedUp) => {
    const [zh, en] = expiryReason('2026-12-25', isUsedUp)
    expect(zh).toMatch(isUsedUp ? /^修改期限至 2026-12-25 24:00.*不能再次撤销。$/ : /请向退回的部门说明理由/)
    const step = { move: 'expire', comment: zh }
    expect([commentIn('zh', step), commentIn('en', step)]).toEqual([zh, en])
  },
)

test.each([
  ['expire', null],
  ['expire', '人工归档'],
  ['expire', '2026-12-25 起停用'],
  ['cityReturn', expiryReason('2026-12-25', false)[0]],
])('a comment of somebody stays as it is (%s, %s)', (move, comment) => {
  expect(commentIn('en', { move, comment })).toBe(comment)
})
