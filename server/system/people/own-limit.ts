import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { UserCtx } from '../../engine/context.ts'

interface OwnLimit {
  /** SQL: the rows of the caller that count. */
  readonly rows: Fragment
  readonly limit: number
  readonly text: Text
}

/** Throws if the caller has as many rows as they may have; other requests that add one wait until this transaction has ended. */
export const assertBelowLimit = async ({ db, actor }: UserCtx, { rows, limit, text }: OwnLimit): Promise<void> => {
  await sql`select 1 from "user" where id = ${actor.id} for update`.execute(db)
  const found = await run(db, sql`select 1 from ${rows} limit ${limit}`)
  if (found.length >= limit) throw new Fail(fill(text, limit))
}
