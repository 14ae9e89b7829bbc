import type { RowOf } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import { isNumber } from '#contract/kit/kinds.ts'
import { recommend, recommendInput } from '#contract/project/recommend.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { identifier, selectList } from '../../engine/column-types.ts'
import type { UserCtx } from '../../engine/context.ts'
import { tenantRowFilter } from '../../engine/scope.ts'

type Row = RowOf<typeof recommend>
type Values = Readonly<Partial<Record<keyof Row, unknown>>>

/** Says nothing of the recommendation that has the number: it may be somebody else's. */
const numberTaken = () =>
  new Fail(['该项目标识已被使用，请更换后重新提交', 'This project identifier is taken; choose another one'], 409)

const contentOf = (values: Values): string =>
  JSON.stringify(
    Object.entries(recommendInput).map(([name, field]) => {
      const value = values[name as keyof typeof recommendInput] ?? ''
      return isNumber(field) && value !== '' ? String(Number(value)) : String(value)
    }),
  )

/** Live recommendations with this number. Requests with one number wait for each other, so that only one of them adds a row. */
const rowsNumbered = async ({ db, actor }: UserCtx, number: string): Promise<Row[]> => {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`recommend:${actor.tenantId}:${number}`}, 0))`)
  return run<Row>(
    db,
    sql`select ${selectList(recommend.fields)} from ${identifier('recommend')}
      where project_uuid = ${number} and ${tenantRowFilter(actor, recommend)} order by id`,
  )
}

/**
 * The recommendation of the caller that a request with this number repeats, because its content is the same; null while the number is
 * free. Throws 409 for other content, and for a number of somebody else.
 */
export const repeatedRow = async (
  ctx: UserCtx,
  number: string,
  { taskUser, ...values }: Values,
): Promise<Row | null> => {
  const rows = await rowsNumbered(ctx, number)
  const [first] = rows
  if (!first) return null
  const isOther = rows.some(({ createUser }) => createUser !== ctx.actor.id)
  const isSent = first.recommendState !== 'draft'
  // the year is the present one unless it is given
  const isSame = contentOf({ ...values, year: values.year || first.year }) === contentOf(first)
  if (isOther || !isSame || (isSent && taskUser && taskUser !== first.taskUser)) throw numberTaken()
  return first
}

/** Throws 409 if another recommendation than `id` has the number. */
export const assertOwnNumber = async (ctx: UserCtx, number: string, id: string): Promise<void> => {
  if ((await rowsNumbered(ctx, number)).some((row) => row.id !== id)) throw numberTaken()
}
