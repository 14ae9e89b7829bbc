import type { Endpoint } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type RowResult, rowByRow } from '#contract/row-results.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { perApp } from './cache.ts'
import type { Ctx } from './context.ts'

type Input = Readonly<Record<string, unknown>>

/** Whether the request asks for row-by-row results, and this call accepts several rows. */
export const isForEach = ({ method, input: inputFields }: Endpoint, query: Input): boolean => {
  const first = Object.values(inputFields)[0]
  return method === 'POST' && query[rowByRow] === '1' && first?.kind === 'refs' && first.required === true
}

/** Rows of one call: as many as the longest page of a list has. */
const maxRows = 200

const tooManyRows = () =>
  new Fail(
    fill(
      [
        '一次最多处理 {0} 条，请分批操作',
        'At most {0} rows can be handled at once; please handle them in several steps',
      ],
      maxRows,
    ),
  )

const runningBulks = perApp(() => new Map<string, Promise<unknown>>())

/**
 * Runs one call with row-by-row results after the other for each account: two hundred rows take a fifth of a second, and several such
 * calls at once would take it from everybody else (docs/decisions/0102).
 */
export const oneBulkAtATime = async <T>(
  { app, actor }: Pick<Ctx, 'app' | 'actor'>,
  work: () => Promise<T>,
): Promise<T> => {
  const running = runningBulks(app)
  const key = actor.id ?? ''
  const previous = running.get(key) ?? Promise.resolve()
  const current = previous.then(work, work)
  running.set(key, current)
  try {
    return await current
  } finally {
    if (running.get(key) === current) running.delete(key)
  }
}

/**
 * Calls the handler for each row separately: an error of one row goes into its result and does not stop the others.
 * `handleRow` gets the input with one id; `messageOf` returns the message of an error. Throws for more rows than one call may have.
 */
export const forEachRow = async (
  { input: inputFields }: Endpoint,
  input: Input,
  handleRow: (input: Input, id: string) => Promise<unknown>,
  messageOf: (error: unknown) => string,
): Promise<RowResult[]> => {
  const key = Object.keys(inputFields)[0] as string
  const ids = new Set(split(input[key] as string))
  if (ids.size > maxRows) throw tooManyRows()
  const results: RowResult[] = []
  for (const id of ids)
    results.push(
      await handleRow({ ...input, [key]: id }, id).then(
        (answer) => ({ id, done: true, msg: null, answer: answer ?? null }),
        (error) => ({ id, done: false, msg: messageOf(error), answer: null }),
      ),
    )
  return results
}

/** The act that a request with several rows is. */
export const newAct = async ({ db }: Ctx): Promise<NonNullable<Ctx['act']>> => {
  const [row] = await run<{ id: string }>(db, sql`select next_id()::text as id`)
  return { id: row?.id ?? '0', isInBackground: false }
}

/** The summary of all rows; null if none failed. */
export const summarizeResults = (results: readonly RowResult[]): Text | null => {
  const done = results.filter((one) => one.done).length
  if (done === results.length) return null
  return fill(['成功 {0} 条，未成功 {1} 条', '{0} done, {1} not done'], done, results.length - done)
}
