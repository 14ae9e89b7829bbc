import type { OutOf } from '#contract/kit/call.ts'
import { notFound } from '#contract/kit/fail.ts'
import type { publicRecommend } from '#contract/portal/public-recommend.ts'
import { publicRecommendFields } from '#contract/project/recommended-fields.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { HandlerOf } from '../engine/context.ts'

type Detail = typeof publicRecommend.detail

const columns = sql.join(Object.keys(publicRecommendFields).map((name) => sql`${identifier(name)} as ${sql.id(name)}`))

/** A recommended project as everybody may see it; 404 before it is recommended. */
export const showRecommended: HandlerOf<Detail> = async (ctx, { id }) => {
  const [project] = await run<OutOf<Detail>>(
    ctx.db,
    sql`select id::text, ${columns} from recommend
      where id = ${id} and recommend_state = 'recommended' and is_deleted = 0`,
  )
  if (!project) throw notFound()
  return project
}
