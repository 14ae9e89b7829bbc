import { expect } from 'vitest'
import { compileDefinition } from '#server/flow/bpmn/compile.ts'
import { outlineOf } from '#server/flow/bpmn/outline.ts'
import { makeStep, type Step } from '#server/flow/bpmn/runtime.ts'
import { moveState, type VersionSource } from '#server/flow/bpmn/version-move.ts'

/** Versions of a process, and instances that move between them, without a database. */

type Change = readonly [old: string, now: string]

let count = 0
export const versionOf = async (xml: string, changes: readonly Change[] = []): Promise<VersionSource> => {
  const changed = changes.reduce((text, [old, now]) => {
    expect(text, old).toContain(old)
    return text.replace(old, now)
  }, xml)
  count += 1
  const { context, tasks, xml: drawn } = await compileDefinition(changed)
  return { id: `version ${count}`, context, tasks, engineVersion: '17.3.0', outline: await outlineOf(drawn) }
}

export const variables = { createUser: '1', days: 5, scorers: ['7', '8'], again: false, action: '', pass: true }

export const stepOn = (
  { id, context }: VersionSource,
  state: string | null,
  task?: Step['waiting'][number],
  more: object = {},
) =>
  makeStep({
    definition: { id, context },
    state,
    variables: { ...variables, ...more },
    ...(task ? { signal: task } : {}),
  })

/** An instance of a process after these tasks, and what a changed version makes of it. */
export const move = async (xml: string, done: readonly string[], ...changes: Change[]) => {
  const from = await versionOf(xml)
  const to = await versionOf(xml, changes)
  let step = stepOn(from, null)
  for (const key of done)
    step = stepOn(
      from,
      step.state,
      step.waiting.find(({ activityId }) => activityId === key),
    )
  const open = step.waiting.map(({ executionId }) => executionId)
  const outcome = moveState({ from, to, state: step.state ?? '', variables, open })
  return { from, to, step, outcome, reason: 'reason' in outcome ? outcome.reason[0] : null }
}
