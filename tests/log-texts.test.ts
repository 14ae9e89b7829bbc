import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { plainTextOf } from '#contract/kit/check.ts'
import { auditObjects, auditVerbs } from '#contract/log/audit.ts'
import { nameActs } from '#contract/log/audit-acts.ts'
import { eventChoices, events } from '#contract/log/events.ts'
import { parts } from '#contract/project/parts.ts'

nameActs(entities)

describe('the texts of the logs', () => {
  test('every entity has exactly one name in the audit log', () => {
    const names = auditObjects.map(([name]) => name)
    expect(Object.keys(entities).filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('every action has one text in both languages', () => {
    const names = auditVerbs.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(auditVerbs.filter(([, [zh, en]]) => !zh || !en)).toEqual([])
    expect(names).toEqual(
      expect.arrayContaining(['insert', 'login', 'lockout', 'auditPass', ...parts.map(({ code }) => `save:${code}`)]),
    )
  })

  test('every action is in the past tense in English', () => {
    const past = /\b(\w+ed|got|gave|sent|set|reset|withdrew|upheld|read|out|in)\b/i
    expect(auditVerbs.filter(([, [, en]]) => !past.test(en))).toEqual([])
    const words = Object.fromEntries(auditVerbs.map(([name, [, en]]) => [name, en]))
    expect(words).toMatchObject({
      ...{
        insert: 'Added',
        submit: 'Added or updated',
        copy: 'Copied',
        cancel: 'Cancelled',
        removeDraft: 'Deleted a draft',
      },
      ...{
        unclaimTask: 'Gave a task back',
        withdraw: 'Withdrew a request',
        score: 'Submitted a score',
        retry: 'Tried again',
      },
      ...{ cityApprove: 'Approved (city)', assign: 'Assigned experts', expire: 'Expired', disable: 'Disabled' },
      ...{ checkImport: 'Uploaded and checked', uphold: 'Upheld the objection', updateInfo: 'Edited own details' },
    })
  })

  test('every event has a level and a text in both languages', () => {
    expect(eventChoices.map(([name]) => name)).toEqual(Object.keys(events))
    for (const [level, zh, en] of Object.values(events)) {
      expect(['INFO', 'WARN', 'ERROR']).toContain(level)
      expect([zh.length > 1, en.length > 1]).toEqual([true, true])
    }
  })

  test('rich text is shown without markup', () => {
    expect(plainTextOf('<p>甲<strong>乙</strong></p>&lt;&#39;')).toBe('甲乙  ')
    expect(plainTextOf('没有标记')).toBe('没有标记')
  })
})
