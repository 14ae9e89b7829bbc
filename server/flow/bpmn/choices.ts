import { nodeName, type Outline, type OutlineFlow } from '#contract/flow/outline.ts'
import type { ConsideredFlow, RehearsedChoice } from '#contract/flow/rehearsal.ts'
import { asBoolean } from './compile.ts'
import { evaluate } from './juel.ts'
import type { Passed } from './runtime.ts'
import { readingsOf } from './variable-reads.ts'

type Variables = Readonly<Record<string, unknown>>

const isTrue = (condition: string, variables: Variables): boolean => evaluate(asBoolean(condition), variables) === true

/** The flows of an element in the engine's order: the default one last; an exclusive gateway stops at the first that is true. */
const considered = (
  outline: Outline,
  source: string,
  isTaken: (flow: OutlineFlow) => boolean,
  variables: Variables,
): readonly ConsideredFlow[] => {
  const flows = outline.flows.filter((flow) => flow.source === source)
  const ordered = [...flows.filter(({ isDefault }) => !isDefault), ...flows.filter(({ isDefault }) => isDefault)]
  const isExclusive = outline.nodes[source]?.type === 'ExclusiveGateway'
  let isDecided = false
  return ordered.map((flow) => {
    const { id, name, target, condition, isDefault } = flow
    const isRead = condition !== null && !isDefault && !(isExclusive && isDecided)
    const value = isRead ? isTrue(condition, variables) : null
    isDecided ||= value === true
    return {
      ...{ id, name, target: nodeName(outline, target), condition, isDefault, value, isTaken: isTaken(flow) },
      reads: isRead ? readingsOf(condition, variables) : [],
    }
  })
}

/** Why the branches of a step were taken: every element that it left by one of several flows, or by one with a condition. */
export const choicesOf = (
  outline: Outline,
  passed: readonly Passed[],
  variables: Variables,
): readonly RehearsedChoice[] => {
  const taken = new Set(passed.flatMap(({ type, activityId }) => (type === 'sequenceFlow' ? [activityId] : [])))
  const sources = new Set(outline.flows.filter(({ id }) => taken.has(id)).map(({ source }) => source))
  // in the order of the step, not of the file
  const inOrder = passed
    .flatMap(({ activityId }) => outline.flows.find(({ id }) => id === activityId)?.source ?? [])
    .filter((source, i, all) => sources.has(source) && all.indexOf(source) === i)
  return inOrder
    .map((source): RehearsedChoice => {
      const flows = considered(outline, source, ({ id }) => taken.has(id), variables)
      return { kind: 'flows', id: source, name: nodeName(outline, source), flows }
    })
    .filter(
      ({ id, flows }) =>
        outline.nodes[id]?.type !== 'ParallelGateway' && (flows.length > 1 || flows.some(({ condition }) => condition)),
    )
}

/** Whether the completion condition of a multi-instance task ended it with this completion. */
export const loopChoice = (outline: Outline, taskKey: string, variables: Variables): readonly RehearsedChoice[] => {
  const condition = outline.nodes[taskKey]?.properties.completionCondition
  if (!condition) return []
  const value = isTrue(condition, variables)
  const reads = readingsOf(condition, variables)
  const flow = { id: '', name: '', target: '', condition, isDefault: false, value, reads, isTaken: value }
  return [{ kind: 'loop', id: taskKey, name: nodeName(outline, taskKey), flows: [flow] }]
}
