import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { expression } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'

/** The smallest process, with these attributes and this content of its task. */
const processWith = (attributes: string, content = '', condition = '') => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://flowable.org/bpmn">
  <process id="small" name="小流程" isExecutable="true">
    <startEvent id="s" />
    <userTask id="t" name="办理" ${attributes}>${content}</userTask>
    <endEvent id="e" />
    <sequenceFlow id="f1" sourceRef="s" targetRef="t" />
    <sequenceFlow id="f2" sourceRef="t" targetRef="e">${condition}</sequenceFlow>
  </process>
</definitions>`

const refusalOf = async (xml: string): Promise<string> => {
  const refusal: unknown = await compileDefinition(xml).catch((error: unknown) => error)
  return refusal instanceof Fail ? refusal.text[0] : 'accepted'
}

describe('a text with signs of a Chinese input method names them and says what to type', () => {
  const loop = (attributes: string) =>
    processWith('flowable:assignee="1"', `<multiInstanceLoopCharacteristics ${attributes} />`)
  const cases: readonly (readonly [name: string, xml: string, sentence: string])[] = [
    [
      'a list of groups',
      processWith('flowable:candidateGroups="manager，boss"'),
      '用户任务“办理”（t）的候选组“manager，boss”有误：第 8 个字符“，”是全角或中文符号，请改为半角的“,”',
    ],
    ['an enumeration', processWith('flowable:candidateUsers="1、2"'), '请改为半角的“,”'],
    ['a space', processWith('flowable:candidateGroups="manager,\u00a0boss"'), '第 9 个字符是全角空格或不换行空格'],
    ['an expression that is none', processWith('flowable:assignee="＄｛taskUser｝"'), '请改为半角的“$”'],
    ['full-width digits', processWith('flowable:excludedUsers="１"', ''), '没有指定办理人'],
    [
      'a condition',
      processWith('flowable:assignee="1"', '', '<conditionExpression>days ＞ 3</conditionExpression>'),
      '请改为半角的“>”',
    ],
    ['a collection', loop('flowable:collection="members，"'), '的集合“members，”不是变量：第 8 个字符“，”'],
    [
      'a variable',
      loop(`flowable:collection="members" flowable:elementVariable="mem\u00a0ber"`),
      '的变量名“mem\u00a0ber”不能使用：第 4 个字符是全角空格或不换行空格',
    ],
    [
      'an expression in an attribute',
      processWith(`flowable:assignee="${expression('user　.id')}"`),
      '第 7 个字符是全角空格',
    ],
    ['a due date', processWith('flowable:assignee="1" flowable:dueDate="2026－12－31"'), '时间“2026－12－31”有误'],
  ]
  test.each(cases)('%s', async (_name, xml, sentence) => {
    expect(await refusalOf(xml)).toContain(sentence)
  })

  test('Chinese names stay allowed, in lists and in expressions', async () => {
    for (const attributes of [
      'flowable:candidateGroups="处长, 副处长"',
      `flowable:assignee="${expression('审批人')}"`,
      `flowable:assignee="1" flowable:dueDate="${expression('截止时间')}"`,
    ])
      expect(await refusalOf(processWith(attributes))).toBe('accepted')
  })
})

test('a due date is an ISO 8601 date, time or duration, or an expression', async () => {
  for (const dueDate of ['P3D', '2026-12-31', '2026-12-31T18:00:00+08:00', expression('limit'), ''])
    expect(await refusalOf(processWith(`flowable:assignee="1" flowable:dueDate="${dueDate}"`))).toBe('accepted')
  for (const dueDate of ['2026-02-30', 'P1D1Y', 'P9999999Y', 'tomorrow'])
    expect(await refusalOf(processWith(`flowable:assignee="1" flowable:dueDate="${dueDate}"`))).toContain(
      `用户任务“办理”（t）：时间“${dueDate}”有误`,
    )
})
