import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { plainTextOf } from '#contract/kit/check.ts'
import { auditObjects, auditVerbs } from '#contract/log/audit.ts'
import { eventChoices, events } from '#contract/log/events.ts'

describe('what the logs speak of', () => {
  test('every entity has its name in the audit, once', () => {
    const names = auditObjects.map(([name]) => name)
    expect(Object.keys(entities).filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('every action has words in both languages, once', () => {
    const names = auditVerbs.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(auditVerbs.filter(([, [zh, en]]) => !zh || !en)).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['insert', 'login', 'lockout', 'auditPass', 'save:contact']))
  })

  test('every event has a level and words in both languages', () => {
    expect(eventChoices.map(([name]) => name)).toEqual(Object.keys(events))
    for (const [level, zh, en] of Object.values(events)) {
      expect(['INFO', 'WARN', 'ERROR']).toContain(level)
      expect([zh.length > 1, en.length > 1]).toEqual([true, true])
    }
  })

  test('of rich text people read the words, not the marks', () => {
    expect(plainTextOf('<p>甲<strong>乙</strong></p>&lt;&#39;')).toBe('甲乙  ')
    expect(plainTextOf('没有标记')).toBe('没有标记')
  })
})
