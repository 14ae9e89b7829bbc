import type { AnyEntity } from '#contract/kit/entity.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { type AnyRow, titleIn } from '../../entity/calls.ts'
import { type Call, mergeOutcomes, type Outcome, rowsOf } from './outcome.ts'
import { Outcomes } from './outcomes.tsx'

/** A bulk call that failed for some rows: the outcome for each, until the user closes it. */
export interface BulkResult {
  readonly call: Call
  readonly more: FormValues
  readonly outcomes: readonly Outcome[]
}

interface Props {
  readonly result: BulkResult
  readonly entity: AnyEntity
  readonly retry: (rows: readonly AnyRow[]) => Promise<readonly Outcome[]>
  readonly update: (result: BulkResult) => void
  readonly close: () => void
}

/** The outcomes of a bulk call that failed for some rows; these can be tried again. */
export const ResultDialog = ({ result, entity, retry, update, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const { outcomes } = result
  const retryFailed = async () => {
    try {
      update({ ...result, outcomes: mergeOutcomes(outcomes, await retry(rowsOf(outcomes, false))) })
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
  return (
    <Outcomes
      title={t(['处理结果', 'Results'])}
      outcomes={outcomes}
      titleOf={(row) => titleIn(entity, row)}
      retry={retryFailed}
      close={close}
    />
  )
}
