import { useState } from 'react'
import { type Failure, type FieldError, failureOf } from '#web/base/caller.ts'
import type { FormState } from './form-context.ts'
import { type FormValues, withValue } from './form-values.ts'

export interface Form {
  readonly values: FormValues
  readonly faults: readonly FieldError[]
  /** Message of an error that belongs to no field. */
  readonly refusal: string | null
  readonly busy: boolean
  readonly state: FormState
  readonly setFaults: (faults: readonly FieldError[]) => void
  /** Runs a call; resolves to false if it failed. Faults go to their fields, another error above the form; values stay. */
  readonly run: (act: () => Promise<unknown>) => Promise<boolean>
}

/** State of a form: values by field, faults, and whether it is being sent. It may open with faults that a call has found. */
export const useForm = (initial: FormValues, initialFaults: readonly FieldError[] = []): Form => {
  const [values, setValues] = useState<FormValues>(initial)
  const [faults, setFaults] = useState<readonly FieldError[]>(initialFaults)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const showFailure = (failure: Failure) => {
    setFaults(failure.faults)
    setRefusal(failure.faults.length ? null : failure.message)
  }
  const run = async (act: () => Promise<unknown>) => {
    if (busy) return false
    setBusy(true)
    setRefusal(null)
    try {
      await act()
      return true
    } catch (error) {
      showFailure(failureOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    faults,
    refusal,
    busy,
    setFaults,
    run,
    state: {
      faultAt: (at) => faults.find((fault) => fault.at === at)?.msg,
      editable: () => !busy,
      change: (at, value) => setValues((now) => withValue(now, at.split('.'), value)),
    },
  }
}
