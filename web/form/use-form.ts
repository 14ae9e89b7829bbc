import { useState } from 'react'
import type { Fault } from '#contract/kit/fail.ts'
import { type Failure, type FieldError, failureOf } from '#web/base/api/caller.ts'
import type { FormState } from './form-context.ts'
import { type FormValues, withValue } from './form-values.ts'
import { messageOf, useLocalized, useMessage } from './use-localized.ts'

export interface Form {
  readonly values: FormValues
  readonly faults: readonly FieldError[]
  /** Message of an error that belongs to no field. */
  readonly refusal: string | null
  readonly busy: boolean
  readonly state: FormState
  /** Faults with texts in both languages follow the language of the page. */
  readonly setFaults: (faults: readonly (FieldError | Fault)[]) => void
  /** Runs a call; resolves to false if it failed. Faults go to their fields, another error above the form; values stay. */
  readonly run: (act: () => Promise<unknown>) => Promise<boolean>
}

/** State of a form: values by field, faults, and whether it is being sent. It may open with faults that a call has found. */
export const useForm = (initial: FormValues, initialFaults: readonly FieldError[] = []): Form => {
  const [values, setValues] = useState<FormValues>(initial)
  const [storedFaults, setFaults] = useState<readonly (FieldError | Fault)[]>(initialFaults)
  const [refusal, setRefusal] = useMessage()
  const faults = useLocalized(storedFaults)
  const [busy, setBusy] = useState(false)

  const showFailure = (failure: Failure) => {
    setFaults(failure.faults)
    setRefusal(failure.faults.length ? null : messageOf(failure))
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
