import { useState } from 'react'
import type { TransitionName } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/local.ts'
import { currentUser } from '#web/base/session.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** What a reviewer has written so far; kept in the browser with every change, until the move is made. */
export interface ReviewDraft {
  readonly move: TransitionName | null
  readonly remarks: readonly Remark[]
  /** Places of earlier remarks that are found corrected. */
  readonly met: readonly string[]
  /** Comment, score, experts: what the chosen move asks for. */
  readonly typed: FormValues
}

const empty: ReviewDraft = { move: null, remarks: [], met: [], typed: {} }

export interface OpenReview {
  readonly draft: ReviewDraft
  readonly change: (part: Partial<ReviewDraft>) => void
  readonly clear: () => void
}

/** The review of one declaration by one person, at one version: what was written about an older one is offered no more. */
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
