import { useState } from 'react'
import type { TransitionName } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/local.ts'
import { currentUser } from '#web/base/session.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** A reviewer's draft; stored in the browser at every change, until the transition is sent. */
export interface ReviewDraft {
  readonly move: TransitionName | null
  readonly remarks: readonly Remark[]
  /** Places of earlier remarks that the reviewer marks as resolved. */
  readonly met: readonly string[]
  /** Comment, score, experts: the inputs of each transition. What was written for one is not sent with another. */
  readonly inputs: Readonly<Partial<Record<TransitionName, FormValues>>>
}

const empty: ReviewDraft = { move: null, remarks: [], met: [], inputs: {} }

/** The inputs of a transition. */
export const inputsFor = ({ inputs }: ReviewDraft, name: TransitionName): FormValues => inputs[name] ?? {}

/** The change of a draft by which a transition gets these inputs. */
export const withInputs = (
  { inputs }: ReviewDraft,
  name: TransitionName,
  values: FormValues,
): Partial<ReviewDraft> => ({
  inputs: { ...inputs, [name]: values },
})

export interface OpenReview {
  readonly draft: ReviewDraft
  readonly change: (part: Partial<ReviewDraft>) => void
  readonly clear: () => void
}

/** One user's draft review of one version of a declaration; drafts of older versions are not offered. */
export const useReviewDraft = (pid: string, version: number): OpenReview => {
  const person = currentUser()
  const name = `review-${person?.tenant_id}-${person?.user_id}-${pid}-${version}`
  const [draft, setDraft] = useState<ReviewDraft>(() => ({ ...empty, ...readLocal<ReviewDraft>(name) }))
  return {
    draft,
    change: (part) =>
      setDraft((now) => {
        const next = { ...now, ...part }
        writeLocal(name, next)
        return next
      }),
    clear: () => {
      removeLocal(name)
      setDraft(empty)
    },
  }
}
