import { describe, expect, test } from 'vitest'
import type { Text } from '#contract/kit/text.ts'
import { type MessageWords, messageTitle } from './message-words.ts'

const ofSteps = ['reminded', 'transferred', 'deputised', 'copied'] as const
const events: readonly (keyof MessageWords)[] = ['waiting', 'returned', 'agreed', 'refused', 'ended']
const step: Text = ['部门审批', 'Approval by the department']

const about = (businessTable: string, subject: string, title: Text | null = null) => ({ businessTable, subject, title })

describe('a message about a leave', () => {
  const leave = about('leave', '家中老人住院', ['王平的请假申请（3天）', 'Wang Ping’s leave (3 days)'])

  test('names the person and the days to who decides, and never the reason', () => {
    expect(messageTitle(leave, 'waiting', step)).toEqual([
      '王平的请假申请（3天）待您办理：部门审批',
      'Wang Ping’s leave (3 days) waits for you: Approval by the department',
    ])
    for (const event of events) expect(messageTitle(leave, event, step).join(' ')).not.toContain('老人')
  })

  test('says to its applicant what has become of it', () => {
    expect(events.slice(1).map((event) => messageTitle(leave, event)[0])).toEqual([
      '您的请假申请被退回，请修改后重新提交',
      '您的请假申请已批准',
      '您的请假申请已撤销',
      '您的请假申请已由管理员终止',
    ])
  })
})

describe('a message about a recommendation', () => {
  const port = about('recommend', '港口5G无人集卡')

  test('names the project in every message, and the step only while it waits', () => {
    for (const event of events) {
      const [zh, en] = messageTitle(port, event, step)
      expect([zh, en].map((text) => text.includes('港口5G无人集卡'))).toEqual([true, true])
      expect([zh.includes(step[0]), en.includes(step[1])]).toEqual([event === 'waiting', event === 'waiting'])
    }
  })
})

describe('a message about anything else', () => {
  test('has general words with its subject, or with the title that the subject is replaced by', () => {
    expect(messageTitle(about('declaration', '智能工厂'), 'agreed')).toEqual([
      '“智能工厂”已办结',
      '“智能工厂” has been completed',
    ])
    expect(messageTitle(about('trip', '私事', ['出差申请', 'A trip']), 'refused')).toEqual([
      '“出差申请”已办结：不同意',
      '“A trip” has ended: refused',
    ])
  })

  test('is never without a sentence, and leaves no mark to be filled in', () => {
    for (const table of ['leave', 'recommend', 'declaration'])
      for (const event of [...events, ...ofSteps])
        for (const text of messageTitle(about(table, '某事项'), event, step)) {
          expect(text.length).toBeGreaterThan(5)
          expect(text).not.toMatch(/\{\d\}/)
        }
  })

  test.each(ofSteps)('names the step that is %s', (event) => {
    for (const table of ['leave', 'recommend', 'declaration']) {
      const [zh, en] = messageTitle(about(table, '某事项'), event, step)
      expect([zh, en]).toEqual([expect.stringContaining(step[0]), expect.stringContaining(step[1])])
    }
  })

  test('keeps marks that somebody has typed into a subject', () => {
    expect(messageTitle(about('recommend', '项目{1}'), 'waiting', step)[0]).toBe('项目推荐“项目{1}”待您办理：部门审批')
  })
})
