import { describe, expect, test } from 'vitest'
import { expression, readProcess } from '../../../tests/support/process-files.ts'
import { move, stepOn, variables, versionOf } from '../../../tests/support/version-moves.ts'
import type { Step } from './runtime.ts'
import { moveState } from './version-move.ts'

/** What the engine would drop or repeat without an error on another version of a definition must be refused here. */

/** A task inside or outside of a sub-process, with the same ids. */
const nested = (isInside: boolean) => {
  const work = '<userTask id="work" name="办理" flowable:assignee="1" />'
  const [inner, outer] = isInside
    ? [work, '<userTask id="more" name="归档" flowable:assignee="1" />']
    : ['<userTask id="more" name="归档" flowable:assignee="1" />', work]
  const [first, last] = isInside ? ['work', 'more'] : ['more', 'work']
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">
    <process id="nested" name="分段" isExecutable="true"><startEvent id="start" />
      <subProcess id="part" name="一段"><startEvent id="opened" />${inner}<endEvent id="closed" />
        <sequenceFlow id="p1" sourceRef="opened" targetRef="${first}" /><sequenceFlow id="p2" sourceRef="${first}" targetRef="closed" />
      </subProcess>${outer}<endEvent id="end" />
      <sequenceFlow id="f1" sourceRef="start" targetRef="part" /><sequenceFlow id="f2" sourceRef="part" targetRef="${last}" />
      <sequenceFlow id="f3" sourceRef="${last}" targetRef="end" />
    </process></definitions>`
}

const parallel = readProcess('parallel-choice')
const timers = readProcess('timers')
const experts = readProcess('sub-process')

describe('an instance stays', () => {
  test.each([
    [
      'its task is gone',
      parallel,
      [],
      [
        ['id="b1"', 'id="b9"'],
        ['targetRef="b1"', 'targetRef="b9"'],
        ['sourceRef="b1"', 'sourceRef="b9"'],
      ],
      '新版本没有用户任务“现场核查”（b1）',
    ],
    [
      'its join waits for another branch',
      parallel,
      ['a'],
      [['id="a_join"', 'id="a_joined"']],
      '新版本中汇合的并行网关（join）的连线不同',
    ],
    [
      'its task has another loop',
      experts,
      [],
      [['<multiInstanceLoopCharacteristics', '<multiInstanceLoopCharacteristics isSequential="true"']],
      '新版本中用户任务“专家评分”（score）的会签方式不同',
    ],
    [
      'its members have another name',
      experts,
      [],
      [
        ['elementVariable="expert"', 'elementVariable="person"'],
        [expression('expert'), expression('person')],
      ],
      '在新版本上待办任务会改变',
    ],
    [
      'its members come from elsewhere',
      experts,
      [],
      [[expression('scorers'), expression('judges')]],
      '新版本不能读取其状态',
    ],
    [
      'its sub-process has another id',
      experts,
      [],
      [
        ['subProcess id="experts"', 'subProcess id="panel"'],
        ['targetRef="experts"', 'targetRef="panel"'],
        ['sourceRef="experts"', 'sourceRef="panel"'],
        ['targetRef="experts"', 'targetRef="panel"'],
      ],
      '新版本没有子流程“专家评审”（experts）',
    ],
    [
      'its task has got a timer',
      timers,
      [],
      [
        [
          '</process>',
          '<boundaryEvent id="later" attachedToRef="check" cancelActivity="false"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent><sequenceFlow id="later_end" sourceRef="later" targetRef="takeover" /></process>',
        ],
      ],
      '新版本中用户任务“核查”（check）的定时器不同',
    ],
    [
      'its timer interrupts no more',
      timers,
      [],
      [
        ['attachedToRef="check"', 'attachedToRef="check" cancelActivity="false"'],
        ['sourceRef="late" targetRef="takeover"', 'sourceRef="late" targetRef="takeover"'],
      ],
      '新版本中用户任务“核查”（check）的定时器不同',
    ],
  ] as const)('because %s', async (_name, xml, done, changes, reason) => {
    expect((await move(xml, done, ...changes)).reason).toContain(reason)
  })

  test('because its task is in another place, and the advice is to keep it where it was', async () => {
    const [from, to] = [await versionOf(nested(true)), await versionOf(nested(false))]
    const { state, waiting } = stepOn(from, null)
    const open = waiting.map(({ executionId }) => executionId)
    expect(moveState({ from, to, state: state ?? '', variables, open })).toEqual({
      reason: [
        '新版本中用户任务“办理”（work）属于其他子流程',
        'the user task “办理” (work) is in another sub-process of the new version',
      ],
      advice: [
        '请部署一个“work”仍在原处的版本，或待该实例办过此环节后再迁移；无法继续办理的，在“流程跟踪”中终止。',
        'Deploy a version in which “work” is where it was. Or move it once it has left this element, or end it under “Running processes”.',
      ],
    })
  })

  test('because its task has another stage, which its row would no longer have', async () => {
    const { from, to, step } = await move(timers, [])
    const staged = { ...to, tasks: to.tasks.map((task) => ({ ...task, declareStatus: 30 })) }
    const open = step.waiting.map(({ executionId }) => executionId)
    expect(moveState({ from, to: staged, state: step.state ?? '', variables, open })).toMatchObject({
      reason: [
        '新版本中用户任务“核查”（check）属于其他环节',
        'the user task “核查” (check) has another stage in the new version',
      ],
      advice: [
        expect.stringMatching(/^请部署一个“check”的环节不变的版本，或待/),
        expect.stringContaining('its old stage'),
      ],
    })
  })

  test('because its sub-process has become a task', async () => {
    const xml = nested(true)
    const part = /<subProcess[\s\S]*<\/subProcess>/.exec(xml)?.[0] ?? ''
    const { outcome } = await move(xml, [], [part, '<userTask id="part" name="一段" flowable:assignee="1" />'])
    expect(outcome).toMatchObject({
      reason: [
        '新版本中子流程“一段”（part）的类型不同',
        'the sub-process “一段” (part) has another type in the new version',
      ],
      advice: [expect.stringContaining('“part”的类型不变'), expect.stringContaining('“part” has its old type')],
    })
  })

  test('and the advice names every task that would change', async () => {
    const { from, to, step } = await move(parallel, [])
    const outcome = moveState({ from, to, state: step.state ?? '', variables, open: ['other'] })
    expect(outcome).toMatchObject({
      reason: [expect.stringContaining('用户任务“业务审核”（a）、用户任务“现场核查”（b1）'), expect.anything()],
      advice: [expect.stringContaining('“a, b1”的办理人'), expect.stringContaining('“a, b1” has its old people')],
    })
  })

  test('in words of both languages, with the English name of its element if it has one', async () => {
    const english = parallel.replace('name="现场核查"', 'name="现场核查" flowable:nameEn="Visit"')
    const { outcome } = await move(
      english,
      [],
      ['id="b1"', 'id="b9"'],
      ['targetRef="b1"', 'targetRef="b9"'],
      ['sourceRef="b1"', 'sourceRef="b9"'],
    )
    expect(outcome).toMatchObject({
      reason: [
        '新版本没有用户任务“现场核查”（b1），而该实例正停在这里',
        'the new version has no user task “Visit” (b1), where the instance is',
      ],
    })
  })

  test('whose engine was another, or whose tasks are others than its state has', async () => {
    const { from, to, step } = await move(timers, [])
    const input = { from, to, state: step.state ?? '', variables, open: ['other'] }
    expect(moveState(input)).toMatchObject({
      reason: [expect.stringContaining('待办任务会改变：用户任务“核查”（check）'), expect.stringContaining('(check)')],
      advice: [expect.stringContaining('请部署一个“check”的办理人'), expect.stringContaining('end it under')],
    })
    expect(moveState({ ...input, to: { ...to, engineVersion: '18.0.0' } })).toMatchObject({
      reason: ['由其他版本的引擎保存', expect.anything()],
      // no version can help it
      advice: [expect.stringContaining('只能按原版本办完'), expect.stringContaining('finish on its version')],
    })
  })
})

describe('an instance moves', () => {
  test('with its tasks, and its next step follows the new version', async () => {
    const { to, step, outcome } = await move(
      timers,
      [],
      ['<definitions ', '<definitions id="another" '],
      [
        '<userTask id="takeover"',
        '<userTask id="archive" name="归档" flowable:candidateGroups="boss" /><userTask id="takeover"',
      ],
      ['sourceRef="check" targetRef="end"', 'sourceRef="check" targetRef="archive"'],
      ['</process>', '<sequenceFlow id="archived" sourceRef="archive" targetRef="end" /></process>'],
    )
    expect(outcome).toHaveProperty('state')
    const state = 'state' in outcome ? outcome.state : ''
    const again = stepOn(to, state)
    expect(again.waiting).toEqual(step.waiting)
    expect(stepOn(to, state, step.waiting[0]).waiting.map(({ activityId }) => activityId)).toEqual(['archive'])
  })

  test('with the due time that its timer had, whatever the new version says', async () => {
    const { to, step, outcome } = await move(
      timers,
      [],
      ['<timeDuration xsi:type="tFormalExpression">P3D', '<timeDuration xsi:type="tFormalExpression">P9D'],
    )
    const state = 'state' in outcome ? outcome.state : ''
    const minute = ({ timers: due }: Step) => Math.round((due[0]?.dueTime.getTime() ?? 0) / 60_000)
    expect(minute(stepOn(to, state))).toBe(minute(step))
  })

  test('in the middle of a join, which still fires once', async () => {
    const { to, step, outcome } = await move(parallel, ['a'], ['name="现场核查"', 'name="实地核查"'])
    const state = 'state' in outcome ? outcome.state : ''
    expect(stepOn(to, state, step.waiting[0]).endedAt).toBe('end')
  })

  test('in a sub-process, with a part of its members', async () => {
    const { to, step, outcome } = await move(experts, ['score'], ['name="评审结论"', 'name="专家组结论"'])
    expect(step.waiting.map(({ activityId, elements }) => [activityId, elements.expert])).toEqual([
      ['score', '8'],
      ['decide', undefined],
    ])
    const state = 'state' in outcome ? outcome.state : ''
    const scored = stepOn(to, state, step.waiting[0])
    expect(scored.waiting.map(({ activityId }) => activityId)).toEqual(['decide'])
    expect(stepOn(to, scored.state, scored.waiting[0]).endedAt).toBe('end')
  })
})
