import type { Remark } from '#contract/project/status.ts'
import type { TransitionName } from '#contract/project/transitions.ts'
import { readStoredDraft, type StoredDraft, useStoredDraft } from '#web/base/preferences/stored-draft.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** A reviewer's draft; stored in the browser at every change, until the transition is sent. */
export interface ReviewDraft {
  readonly move: TransitionName | null
  /** An opened remark without a text counts too: it is written or removed before the declaration is returned. */
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

export type OpenReview = StoredDraft<ReviewDraft>

const nameOf = (pid: string, since: string | null) => `review-${pid}-${since}`

/** Whether the user has written something to a declaration in its present stage and not sent it. */
export const hasReviewDraft = (pid: string, since: string | null): boolean => {
  const { remarks, inputs, met } = { ...empty, ...readStoredDraft<ReviewDraft>(nameOf(pid, since)) }
  return remarks.length + met.length > 0 || Object.values(inputs).some((one) => Object.values(one).some(Boolean))
}

/**
 * One user's draft review of a declaration since it entered its stage: a step of a colleague there leaves it as it is. What was written
 * before is not offered when the declaration comes back.
 */
export const useReviewDraft = (pid: string, since: string | null): OpenReview =>
  useStoredDraft(nameOf(pid, since), empty)
