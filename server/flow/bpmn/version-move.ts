import { fill, type Text } from '#contract/kit/text.ts'
import type { TaskDefinition } from './compile.ts'
import { nodeName, type Outline } from './outline.ts'
import { type ActiveElement, activeIn, failIn, makeStep, type Step } from './runtime.ts'

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

/** The state on the other version, or why the instance has to stay on its own. */
export type MoveOutcome = { readonly state: string } | { readonly reason: Text }

const otherEngine: Text = ['由其他版本的引擎保存', 'another version of the engine has saved it']
const missing: Text = ['新版本没有“{0}”', 'the new version has no “{0}”']
const otherType: Text = ['新版本中“{0}”的类型不同', '“{0}” has another type in the new version']
const otherParent: Text = ['新版本中“{0}”属于其他子流程', '“{0}” is in another sub-process of the new version']
const otherLoop: Text = ['新版本中“{0}”的会签方式不同', 'several people handle “{0}” differently in the new version']
const otherStage: Text = ['新版本中“{0}”属于其他环节', '“{0}” has another stage in the new version']
const otherJoin: Text = ['新版本中汇合网关“{0}”的连线不同', 'the join “{0}” has other flows in the new version']
const otherTimers: Text = ['新版本中“{0}”的定时器不同', '“{0}” has other timers in the new version']
const otherTasks: Text = ['在新版本上待办任务会改变', 'its open tasks would change on the new version']
const unreadable: Text = ['新版本不能读取其状态：{0}', 'the new version cannot read its state: {0}']

const timersAt = ({ nodes }: Outline, hostId: string): readonly string[] =>
  [...nodes.values()]
    .filter((node) => node.hostId === hostId)
    .map(({ id, properties }) => `${id} ${properties.interrupts ?? ''}`)
    .toSorted()

const isSame = (one: readonly unknown[], other: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other)

const stageIn = ({ tasks }: VersionSource, id: string) => tasks.find((task) => task.id === id)?.declareStatus ?? null

/** Why an element that the state holds does not fit the new version. The engine would skip or repeat it without an error. */
const misfit = ({ from, to }: VersionMove, { id, isJoin }: ActiveElement): Text | null => {
  const old = from.outline.nodes.get(id)
  const now = to.outline.nodes.get(id)
  if (!old || !now) return missing
  if (old.type !== now.type) return otherType
  if (old.parentId !== now.parentId || old.hostId !== now.hostId) return otherParent
  if ((old.properties.loop ?? '') !== (now.properties.loop ?? '')) return otherLoop
  if (stageIn(from, id) !== stageIn(to, id)) return otherStage
  if (isJoin && !isSame(old.incoming.toSorted(), now.incoming.toSorted())) return otherJoin
  if (!isSame(timersAt(from.outline, id), timersAt(to.outline, id))) return otherTimers
  return null
}

/** Task, member and stage of everything that waits, in an order that both versions share. */
const waitingOn = ({ waiting }: Step, version: VersionSource): readonly string[] =>
  waiting
    .map(({ executionId, activityId, elements }) =>
      JSON.stringify([executionId, activityId, Object.values(elements), stageIn(version, activityId)]),
    )
    .toSorted()

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
  return isEqual && after.state !== null ? { state: after.state } : { reason: otherTasks }
}

const timersOf = ({ timers }: Step) => timers.map(({ executionId }) => executionId).toSorted()

/**
 * Brings a state to another version of its definition, without a step: everything that it holds must exist there in the same way,
 * and the same tasks must wait. The engine checks none of this; what it does not find, it drops.
 */
export const moveState = (move: VersionMove): MoveOutcome => {
  if (move.from.engineVersion !== move.to.engineVersion) return { reason: otherEngine }
  for (const element of activeIn(move.state)) {
    const reason = misfit(move, element)
    if (reason) return { reason: fill(reason, nodeName(move.from.outline, element.id)) }
  }
  try {
    return compareRecovered(move)
  } catch (error) {
    const fail = failIn(error)
    if (!fail) throw error
    return { reason: fill(unreadable, fail.text) }
  }
}
