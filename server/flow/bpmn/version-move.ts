import { nodeName, type Outline } from '#contract/flow/outline.ts'
import { fill, listText, type Text } from '#contract/kit/text.ts'
import type { TaskDefinition } from './compile.ts'
import { asDefinitionFault } from './definition-fault.ts'
import { labelFor } from './problems.ts'
import { type ActiveElement, activeIn, makeStep, type Step } from './runtime.ts'

/** A version of a definition, as the server stores it. */
export interface VersionSource {
  readonly id: string
  readonly context: string
  readonly engineVersion: string
  readonly tasks: readonly TaskDefinition[]
  readonly outline: Outline
}

export interface VersionMove {
  readonly from: VersionSource
  readonly to: VersionSource
  readonly state: string
  /** What the process reads while nothing is decided. */
  readonly variables: Readonly<Record<string, unknown>>
  /** The executions of the open tasks. */
  readonly open: readonly string[]
}

/** Why an instance has to stay on its version, and what an administrator can do about it. */
export interface Stay {
  readonly reason: Text
  readonly advice: Text
}

/** The state on the other version, or why the instance has to stay on its own. */
export type MoveOutcome = { readonly state: string } | Stay

const waitOrEnd: Text = [
  '待该实例办过此环节后再迁移；无法继续办理的，在“流程跟踪”中终止',
  'Or move it once it has left this element, or end it under “Running processes”.',
]

/** A reason about one element, and how a version would have to be for the instance to move. */
const about = ([zh, en]: Text, [keepZh, keepEn]: Text) => ({
  reason: [zh, en] as Text,
  advice: [`请${keepZh}，或${waitOrEnd[0]}。`, `${keepEn} ${waitOrEnd[1]}`] as Text,
})

const otherEngine: Stay = {
  reason: ['由其他版本的引擎保存', 'another version of the engine has saved it'],
  advice: [
    '该实例只能按原版本办完；无法继续办理的，在“流程跟踪”中终止后重新发起。',
    'It has to finish on its version; if it cannot, end it under “Running processes” and start it again.',
  ],
}
const missing = about(
  ['新版本没有{0}，而该实例正停在这里', 'the new version has no {0}, where the instance is'],
  ['部署一个保留标识“{1}”的版本', 'Deploy a version that keeps the key “{1}”.'],
)
const otherType = about(
  ['新版本中{0}的类型不同', 'the {0} has another type in the new version'],
  ['部署一个“{1}”的类型不变的版本', 'Deploy a version in which “{1}” has its old type.'],
)
const otherParent = about(
  ['新版本中{0}属于其他子流程', 'the {0} is in another sub-process of the new version'],
  ['部署一个“{1}”仍在原处的版本', 'Deploy a version in which “{1}” is where it was.'],
)
const otherLoop = about(
  ['新版本中{0}的会签方式不同', 'several people handle the {0} differently in the new version'],
  ['部署一个“{1}”的会签方式不变的版本', 'Deploy a version in which “{1}” has its old loop.'],
)
const otherStage = about(
  ['新版本中{0}属于其他环节', 'the {0} has another stage in the new version'],
  ['部署一个“{1}”的环节不变的版本', 'Deploy a version in which “{1}” has its old stage.'],
)
const otherJoin = about(
  ['新版本中汇合的{0}的连线不同', 'the join {0} has other flows in the new version'],
  ['部署一个“{1}”的进线不变的版本', 'Deploy a version in which the same flows lead to “{1}”.'],
)
const otherTimers = about(
  ['新版本中{0}的定时器不同', 'the {0} has other timers in the new version'],
  ['部署一个“{1}”的定时器及其标识不变的版本', 'Deploy a version in which “{1}” has its old timers, with their keys.'],
)
const otherTasks = about(
  ['在新版本上待办任务会改变：{0}', 'its open tasks would change on the new version: {0}'],
  ['部署一个“{1}”的办理人和会签设置不变的版本', 'Deploy a version in which “{1}” has its old people and loop.'],
)
const unreadable: Stay = {
  reason: ['新版本不能读取其状态：{0}', 'the new version cannot read its state: {0}'],
  advice: [
    '请更正新版本中的这个表达式，重新部署后再迁移。',
    'Correct this expression in the new version, deploy it, and move the instance then.',
  ],
}

/** A node as both readers know it: kind, name and key. */
const labelIn = ({ nodes }: Outline, id: string): Text => {
  const { type = '', properties = {} } = nodes[id] ?? {}
  const [zh] = labelFor(type, properties.name, id)
  return [zh, labelFor(type, properties.nameEn ?? properties.name, id)[1]]
}

/** Fills in the elements that a reason is about. */
const stayAt = ({ from }: VersionMove, { reason, advice }: Stay, ids: readonly string[]): Stay => ({
  reason: fill(reason, listText(ids.map((id) => labelIn(from.outline, id)))),
  advice: fill(advice, '', ids.join(', ')),
})

const timersAt = ({ nodes }: Outline, hostId: string): readonly string[] =>
  Object.values(nodes)
    .filter((node) => node.hostId === hostId)
    .map(({ id, properties }) => `${id} ${properties.interrupts ?? ''}`)
    .toSorted()

const flowsInto = ({ flows }: Outline, id: string): readonly string[] =>
  flows.flatMap((flow) => (flow.target === id ? flow.id : [])).toSorted()

const isSame = (one: readonly unknown[], other: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other)

const stageIn = ({ tasks }: VersionSource, id: string) => tasks.find((task) => task.id === id)?.declareStatus ?? null

/** Why an element that the state holds does not fit the new version. The engine would skip or repeat it without an error. */
const misfit = ({ from, to }: VersionMove, { id, isJoin }: ActiveElement): Stay | null => {
  const old = from.outline.nodes[id]
  const now = to.outline.nodes[id]
  if (!old || !now) return missing
  if (old.type !== now.type) return otherType
  if (old.parentId !== now.parentId || old.hostId !== now.hostId) return otherParent
  if ((old.properties.loop ?? '') !== (now.properties.loop ?? '')) return otherLoop
  if (stageIn(from, id) !== stageIn(to, id)) return otherStage
  if (isJoin && !isSame(flowsInto(from.outline, id), flowsInto(to.outline, id))) return otherJoin
  if (!isSame(timersAt(from.outline, id), timersAt(to.outline, id))) return otherTimers
  return null
}

/** Task, member and stage of everything that waits, in an order that both versions share. */
const waitingOn = ({ waiting, jobs }: Step, version: VersionSource): readonly string[] =>
  [
    ...waiting.map(({ executionId, activityId, elements }) =>
      JSON.stringify([executionId, activityId, Object.values(elements), stageIn(version, activityId)]),
    ),
    ...jobs.map(({ executionId, activityId }) => JSON.stringify([executionId, activityId])),
  ].toSorted()

const isStill = ({ passed, state }: Step) => state !== null && passed.length === 0

const recover = ({ state, variables }: VersionMove, { id, context }: VersionSource): Step =>
  makeStep({ definition: { id, context }, state, variables })

const compareRecovered = (move: VersionMove): MoveOutcome => {
  const { from, to, open } = move
  const before = recover(move, from)
  const after = recover(move, to)
  const isEqual =
    isStill(before) &&
    isStill(after) &&
    isSame(waitingOn(before, from), waitingOn(after, to)) &&
    isSame(after.waiting.map(({ executionId }) => executionId).toSorted(), open.toSorted()) &&
    isSame(timersOf(before), timersOf(after))
  if (isEqual && after.state !== null) return { state: after.state }
  return stayAt(move, otherTasks, [...new Set(before.waiting.map(({ activityId }) => activityId))])
}

const timersOf = ({ timers }: Step) => timers.map(({ executionId }) => executionId).toSorted()

/**
 * Brings a state to another version of its definition, without a step: everything that it holds must exist there in the same way,
 * and the same tasks must wait. The engine checks none of this; what it does not find, it drops.
 */
export const moveState = (move: VersionMove): MoveOutcome => {
  if (move.from.engineVersion !== move.to.engineVersion) return otherEngine
  for (const element of activeIn(move.state)) {
    const stay = misfit(move, element)
    if (stay) return stayAt(move, stay, [element.id])
  }
  try {
    return compareRecovered(move)
  } catch (error) {
    const fail = asDefinitionFault(error, (id) => nodeName(move.to.outline, id))
    return { ...unreadable, reason: fill(unreadable.reason, fail.text) }
  }
}
