import { describe, expect, test } from 'vitest'
import type { StageRules } from '#contract/flow/stage-rules.ts'
import { Fail } from '#contract/kit/fail.ts'
import { expression, readProcess } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'

const rules: StageRules = {
  stages: new Set([20, 30, 40, 50, 60, 70, 80]),
  moves: new Set(
    [
      'cityApprove',
      'cityReturn',
      'cityReject',
      'submit',
      'provinceApprove',
      'provinceReturn',
      'score',
      'assign',
    ].concat(['decideApprove', 'publish', 'object', 'dismiss', 'uphold', 'archive']),
  ),
  goal: 60,
  returned: 70,
}

const refusalOf = async (xml: string, known?: StageRules): Promise<Fail> => {
  const refusal: unknown = await compileDefinition(xml, known).catch((error: unknown) => error)
  if (refusal instanceof Fail) return refusal
  throw refusal instanceof Error ? refusal : new Error('the file was accepted')
}

/** A file with one change; the text that changes has to be there. */
const changed = (name: string, from: string, to: string): string => {
  const xml = readProcess(name)
  if (!xml.includes(from)) throw new Error(`${name} does not contain ${from}`)
  return xml.replace(from, to)
}

describe('a process of stages', () => {
  const action = (move: string) => `$\{action == '${move}'}`
  const cases: readonly (readonly [rule: string, from: string, to: string, sentence: string])[] = [
    [
      'a stage exists',
      'flowable:declareStatus="20"',
      'flowable:declareStatus="21"',
      '用户任务“地市初审”（city）的环节“21”不存在',
    ],
    [
      'a stage is a number',
      'flowable:declareStatus="20"',
      'flowable:declareStatus="city"',
      '用户任务“地市初审”（city）的环节（declareStatus）不是数字',
    ],
    ['a task has a stage', 'flowable:declareStatus="20" ', '', '用户任务“地市初审”（city）没有环节（declareStatus）'],
    ['a task has moves', ' flowable:moves="score"', '', '用户任务“专家评分”（score）没有操作（moves）'],
    [
      'a move exists',
      'flowable:moves="score"',
      'flowable:moves="guess"',
      '用户任务“专家评分”（score）的操作“guess”不存在或重复',
    ],
    [
      'a move is handled',
      'flowable:moves="publish,object"',
      'flowable:moves="publish,object,archive"',
      '用户任务“公示”（notice）的操作“archive”之后没有对应的条件',
    ],
    ['a condition names a move that exists', action('publish'), action('publsh'), '的条件中的操作“publsh”不存在'],
    [
      'the process ends in a stage',
      ' flowable:declareStatus="60"',
      '',
      '结束事件“已入库”（listed）没有环节（declareStatus）',
    ],
    [
      'the goal can be reached',
      'flowable:declareStatus="60"',
      'flowable:declareStatus="80"',
      '流程“分环节评审”（staged_review）没有环节为“60”的结束事件',
    ],
    [
      'a correction leads straight back',
      'sourceRef="office_correct" targetRef="offices"',
      'sourceRef="office_correct" targetRef="city"',
      '用户任务“省级审核”（offices）退回到用户任务“修改（省级）”（office_correct）之后，无法直接回到环节“30”',
    ],
  ]
  for (const [rule, from, to, sentence] of cases)
    test(rule, async () => {
      const { text } = await refusalOf(changed('staged-review', from, to), rules)
      expect(text[0]).toContain(sentence)
    })

  test('is accepted without a goal or a stage of corrections, if the domain names none', async () => {
    const { stages, moves } = rules
    const xml = changed('staged-review', 'flowable:declareStatus="60"', 'flowable:declareStatus="80"')
    await expect(compileDefinition(xml, { stages, moves })).resolves.toMatchObject({ key: 'staged_review' })
  })

  test('has no stage that nobody has registered', async () => {
    expect((await refusalOf(readProcess('staged-review'))).text[0]).toContain('的环节“20”不存在')
  })
})

describe('the list of problems', () => {
  test('names all of them in both languages, with the element for each', async () => {
    const xml = changed('parallel-loop', `flowable:assignee="${expression('createUser')}"`, '')
      .replace(expression('pass'), expression('pass('))
      .replace('name="修改"', 'name="修改" flowable:skipExpression="true"')
    const { text, detail } = await refusalOf(xml)
    expect(detail.faults?.map(({ at }) => at)).toEqual(['correction', 'review_a', 'decision_end'])
    expect(text[0].split('\n')).toEqual([
      '流程文件不能部署：',
      '1. 用户任务“修改”（correction）不能使用“跳过条件”（flowable:skipExpression）',
      '2. 用户任务“会审A”（review_a）没有指定办理人或候选人',
      expect.stringContaining('3. 连线“同意”（decision_end）：表达式'),
    ])
    expect(text[1]).toContain('2. The user task “会审A” (review_a) has no assignee and no candidates')
  })

  test('has at most 20 entries and the number of the others', async () => {
    const tasks = Array.from({ length: 25 }, (_, i) => `<userTask id="extra${i}" />`).join('')
    const { text, detail } = await refusalOf(changed('countersign', '<endEvent', `${tasks}<endEvent`))
    expect(detail.faults).toHaveLength(21)
    expect(detail.faults?.at(-1)).toMatchObject({ at: '', text: ['另有 55 处问题', 'and 55 more'] })
    // without an assignee, without a way out and unreachable, each of the 25
    expect(text[0]).toContain('另有 55 处问题')
  })
})

describe('branches', () => {
  test('a terminate end is a way out of a fork, a plain end is not', async () => {
    const from = '<exclusiveGateway id="merge" />'
    const end = (inside: string) => `${from}<endEvent id="stop" name="终止">${inside}</endEvent>
      <sequenceFlow id="b2_stop" sourceRef="b2" targetRef="stop" />`
    const through = (inside: string) =>
      changed('parallel-choice', from, end(inside)).replace(
        '<sequenceFlow id="b2_merge" sourceRef="b2" targetRef="merge" />',
        '',
      )
    await expect(compileDefinition(through('<terminateEventDefinition />'))).resolves.toBeTruthy()
    expect((await refusalOf(through(''))).text[0]).toContain('并行网关（fork）的分支可以不经过汇聚网关而离开')
  })

  test('two tokens on one flow cannot be joined', async () => {
    const xml = changed('nested-forks', 'sourceRef="c" targetRef="join"', 'sourceRef="c" targetRef="b"')
    expect((await refusalOf(xml)).text[0]).toContain('并行网关（outer）的分支会在同一连线上重复到达')
  })

  test('twenty branches with choices are checked as quickly as one after the other', async () => {
    const branch = (i: number) => `<exclusiveGateway id="split${i}" /><userTask id="x${i}" flowable:assignee="1" />
      <exclusiveGateway id="merge${i}" />
      <sequenceFlow id="flow_a${i}" sourceRef="fork" targetRef="split${i}" />
      <sequenceFlow id="flow_b${i}" sourceRef="split${i}" targetRef="x${i}">
        <conditionExpression>${expression('pass')}</conditionExpression></sequenceFlow>
      <sequenceFlow id="flow_c${i}" sourceRef="split${i}" targetRef="merge${i}">
        <conditionExpression>${expression('!pass')}</conditionExpression></sequenceFlow>
      <sequenceFlow id="flow_d${i}" sourceRef="x${i}" targetRef="merge${i}" />
      <sequenceFlow id="flow_e${i}" sourceRef="merge${i}" targetRef="join" />`
    const branches = Array.from({ length: 20 }, (_, i) => branch(i)).join('')
    const xml = changed('parallel-choice', '<parallelGateway id="join" />', `<parallelGateway id="join" />${branches}`)
    await expect(compileDefinition(xml)).resolves.toBeTruthy()
  })
})

describe('loops', () => {
  test('a sub-process stops a loop only if somebody has to act in it', async () => {
    const sub = readProcess('sub-process')
    await expect(compileDefinition(sub)).resolves.toBeTruthy()
    // the conclusion depends on a collection that may be empty
    const xml = sub.replace(
      'flowable:candidateGroups="manager" />',
      `flowable:assignee="1">
      <multiInstanceLoopCharacteristics flowable:collection="deciders" /></userTask>`,
    )
    expect((await refusalOf(xml)).text[0]).toContain('循环中没有必须由人办理的任务：子流程“专家评审”（experts）')
  })
})
