import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { plainTextOf } from '#contract/kit/check.ts'
import { auditObjects, auditVerbs } from '#contract/log/audit.ts'
import { eventChoices, events } from '#contract/log/events.ts'
import { parts } from '#contract/project/parts.ts'

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
