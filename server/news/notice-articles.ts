import { Fail } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'

/** An article of a public notice changes through the notice only (docs/decisions/0163). Throws for one. */
export const assertNoNotice = async ({ db }: Ctx, ids: readonly string[]): Promise<void> => {
  const found = await run(
    db,
    sql`select 1 from public_notice where article_id = any(${ids}::bigint[]) and is_deleted = 0 limit 1`,
  )
  if (found.length)
    throw new Fail(
      [
        '该文章是公示公告，不能在此修改、撤回或删除；有误的，请在“公示公告”中申请撤销',
        'This article is a public notice and cannot be changed, withdrawn or deleted here; request its withdrawal in Public notices',
      ],
      409,
    )
}
