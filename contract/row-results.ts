/** Query parameter that asks a call on several rows for a result of each: `POST …/remove?rowByRow=1`. */
export const rowByRow = 'rowByRow'

/** What came of one row: done with its answer, or not, with the reason in the caller's language. */
export interface RowResult<T = unknown> {
  id: string
  done: boolean
  msg: string | null
  answer: T | null
}
