/** Query parameter that requests a separate result for each row of a call: `POST …/remove?rowByRow=1`. */
export const rowByRow = 'rowByRow'

/** Result of one row: done, with its output; or not done, with the reason in the caller's language. */
export interface RowResult<T = unknown> {
  id: string
  done: boolean
  msg: string | null
  answer: T | null
}
