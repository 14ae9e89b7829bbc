import { useState } from 'react'
import { type Failure, failureOf, type Said } from '#web/base/caller.ts'
import type { FormState } from './form-context.ts'
import { type Typed, withValue } from './place.ts'

export interface Form {
  readonly typed: Typed
  readonly faults: readonly Said[]
  /** A refusal that belongs to no field. */
  readonly refusal: string | null
  readonly busy: boolean
  readonly state: FormState
  readonly setFaults: (faults: readonly Said[]) => void
  /** Runs a call; its faults go to their fields, another refusal above the form, and what was typed stays. */
  readonly run: (act: () => Promise<unknown>) => Promise<boolean>
}

/** What a form holds: values by field, what is wrong with them, and whether it is being sent. */
export const useForm = (initial: Typed): Form => {
  const [typed, setTyped] = useState<Typed>(initial)
  const [faults, setFaults] = useState<readonly Said[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const refused = (failure: Failure) => {
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
      refused(failureOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ typed, faults, refusal, busy, setFaults, run },
    state: {
      faultAt: (at) => faults.find((fault) => fault.at === at)?.msg,
      editable: () => !busy,
      change: (at, value) => setTyped((now) => withValue(now, at.split('.'), value)),
    },
  }
}
