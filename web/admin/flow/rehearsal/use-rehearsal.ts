import { useEffect, useState } from 'react'
import { flowManager } from '#contract/flow/flow-manager.ts'
import type { RehearsalStart, RehearsedTask, RehearsedTimer } from '#contract/flow/rehearsal.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, type FieldError, failureOf } from '#web/base/api/caller.ts'
import { expiredText, type RecordedStep, startText } from './rehearsal-record.ts'

/** What is rehearsed: a model, a deployed version, or a file. */
export type RehearsalSource = { readonly modelId: string } | { readonly processId: string } | { readonly xml: string }

/** What a task is completed with. */
export interface Decision {
  readonly text: Text
  readonly variables: Readonly<Record<string, unknown>>
}

/** A rehearsal: its steps are kept here, and the server makes each from the state of the last. */
export const useRehearsal = (source: RehearsalSource) => {
  const [start, setStart] = useState<RehearsalStart | null>(null)
  const [record, setRecord] = useState<readonly RecordedStep[]>([])
  const [error, setError] = useState<string | null>(null)
  const [faults, setFaults] = useState<readonly FieldError[]>([])
  const [busy, setBusy] = useState(false)
  const [of] = useState(source)

  useEffect(() => {
    let isCurrent = true
    ask(flowManager.calls.openRehearsal, of)
      .then((answer) => isCurrent && setStart(answer))
      .catch((failure: unknown) => isCurrent && setError(failureOf(failure).message))
    return () => {
      isCurrent = false
    }
  }, [of])

  const makeStep = async (made: Omit<RecordedStep, 'step'>, action: object | null) => {
    setBusy(true)
    try {
      const state = record.at(-1)?.step.state ?? null
      const input = { ...of, ...(action ? { state, ...action } : {}), variables: JSON.stringify(made.variables) }
      const step = await ask(flowManager.calls.rehearse, input)
      setRecord((now) => [...(action ? now : []), { ...made, step }])
      setError(null)
      setFaults([])
    } catch (failure) {
      const { message, faults: found } = failureOf(failure)
      setError(found.length ? null : message)
      setFaults(found)
    }
    setBusy(false)
  }
  return {
    start,
    record,
    error,
    /** What is wrong with the sample data. */
    faults,
    setFaults,
    busy,
    begin: (variables: Decision['variables']) => makeStep({ task: null, decision: startText, variables }, null),
    complete: (task: RehearsedTask, { text, variables }: Decision) =>
      makeStep({ task, decision: text, variables }, { executionId: task.executionId }),
    /** Nobody decides here: what was decided last still counts. */
    expire: (timer: RehearsedTimer, variables: Decision['variables']) => {
      const { pass } = record.at(-1)?.variables ?? {}
      const known = pass === undefined ? variables : { ...variables, pass }
      return makeStep({ task: null, decision: expiredText(timer), variables: known }, { timerId: timer.executionId })
    },
    back: () => {
      setRecord((now) => now.slice(0, -1))
      setError(null)
      setFaults([])
    },
  }
}
