import type { Endpoint } from '#contract/kit/call.ts'
import { type RowResult, rowByRow } from '#contract/row-results.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { type AnyRow, keyField } from '../../entity/calls.ts'
import type { Call, Outcome } from './outcome.ts'

/** Rows per request, where it does not matter: small enough to report progress and to stay within the timeout. */
const usualBatchSize = 25
const requestOptions = { timeout: 60_000 }

/**
 * Runs a call on each of these rows separately; `more` is what it gets besides their ids. Throws if the first batch fails as a
 * whole, such as for an invalid form; a later failure becomes the outcome of the rows of its batch.
 */
export const runInBatches = async (
  call: Call,
  rows: readonly AnyRow[],
  more: FormValues | ((batch: readonly AnyRow[]) => FormValues),
  progress: (done: number) => void,
  batchSize = usualBatchSize,
): Promise<Outcome[]> => {
  const rowByRowCall = { ...call, path: `${call.path}?${rowByRow}=1` } as Endpoint<FormValues, RowResult[]>
  const outcomes: Outcome[] = []
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    progress(from)
    try {
      const results = await ask(
        rowByRowCall,
        { ...(typeof more === 'function' ? more(batch) : more), [keyField(call)]: batch.map(({ id }) => id).join(',') },
        requestOptions,
      )
      for (const row of batch) {
        const result = results.find(({ id }) => id === row.id)
        outcomes.push({ done: false, msg: null, answer: null, ...result, row })
      }
    } catch (error) {
      if (outcomes.length === 0) throw error
      const msg = failureOf(error).message
      for (const row of batch) outcomes.push({ row, done: false, msg, answer: null })
    }
  }
  return outcomes
}
