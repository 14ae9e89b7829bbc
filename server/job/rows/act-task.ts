import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { versionsText } from '#contract/row-results.ts'
import { type Ctx, type Route, tx } from '../../engine/context.ts'
import { failOf } from '../../engine/errors.ts'
import { auditRefusedRow } from '../../log/refusals.ts'
import type { Task, Work } from '../run/personal-run.ts'
import { failureText } from '../run/run-failure.ts'
import { outcomeOf, sheetOfRows } from './act-outcome.ts'
import { type ActRow, settleRow, storeTitles, untitledRows, waitingRows } from './act-rows.ts'
import { type ActInput, callOf } from './call-on-rows.ts'

const noRight: Text = ['您已没有此项办理权限，批量办理已停止', 'You may no longer do this, so the act was stopped']

/** The call of an act that has begun. */
const callInAct = (ctx: Ctx, input: unknown) => {
  try {
    return callOf(ctx, input as ActInput)
  } catch (error) {
    throw failOf(error).code === 403 ? new Fail(noRight, 403) : error
  }
}

/** The input of the call for one row. */
const inputFor = ({ endpoint }: Route, input: ActInput['input'], row: ActRow) => {
  const key = Object.keys(endpoint.input)[0] as string
  return { ...input, [key]: row.id, ...('versions' in endpoint.input ? { versions: versionsText([row]) } : {}) }
}

const titlesAtOnce = 200

/** Stores the titles of the rows while they can still be read: what is handled may leave what its user sees. */
const nameRows = async ({ ctx, id, input }: Work): Promise<void> => {
  const { onRows } = callInAct(ctx, input)
  const ids = await untitledRows(ctx.db, id)
  for (let from = 0; from < ids.length; from += titlesAtOnce)
    await storeTitles(ctx.db, id, await onRows.titles(ctx, ids.slice(from, from + titlesAtOnce)))
}

/** SQLSTATEs of a row that somebody else holds, or whose statement took too long: a result of this row, not of the act. */
const statesOfRow = ['55P03', '57014']
const isOfRow = (error: unknown) => statesOfRow.includes((error as { code?: string }).code ?? '')

/**
 * Handles one row as its user would now, in a transaction with its result. Throws what ends the whole act: a lost right, an ended
 * session, a database that does not answer.
 */
const handleRow = async ({ current, id, input: act }: Work, row: ActRow): Promise<void> => {
  const ctx = await current()
  const { route } = callInAct(ctx, act)
  const input = inputFor(route, (act as ActInput).input, row)
  try {
    await tx({ ...ctx, act: { id, isInBackground: true } }, async (inside) => {
      if (await settleRow(inside.db, id, row, null)) await route.handle(inside, input)
    })
  } catch (error) {
    if (failOf(error).code === 503 && !isOfRow(error)) throw error
    const isSettled = await settleRow(ctx.db, id, row, failureText(ctx.app, error, id))
    // as one of a request
    if (isSettled) await auditRefusedRow(ctx, route, error, input)
  }
}

const rowsAtOnce = 100
const doneMessage: Text = ['{0}：已办 {1} 件，未办 {2} 件', '{0}: {1} done, {2} not done']

/** Acts of many rows: each row is handled by the function that handles one, one after another. */
export const actTask: Task = {
  isResumable: true,
  authorize: (ctx, _, input) => {
    callInAct(ctx, input)
    return ''
  },
  makeFile: (ctx, { id }) => sheetOfRows(ctx.db, id, ctx.lang),
  run: async (work) => {
    const { ctx, id, input } = work
    const before = await outcomeOf(ctx.db, id, ctx.lang)
    let done = before.done + before.refused
    await work.step(done, done + before.waiting)
    await nameRows(work)
    for (;;) {
      const rows = await waitingRows(ctx.db, id, rowsAtOnce)
      if (rows.length === 0) break
      for (const row of rows) {
        await handleRow(work, row)
        await work.step(++done)
      }
    }
    const { done: good, refused } = await outcomeOf(ctx.db, id, ctx.lang)
    const message = fill(doneMessage, (input as ActInput).label, good, refused)
    await tx(ctx, (inside) => work.finish(inside.db, { message, result: { done: good, refused } }))
  },
}
