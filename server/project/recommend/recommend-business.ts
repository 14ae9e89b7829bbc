import { recommendAt } from '#contract/portal/public-recommend.ts'
import { recommend } from '#contract/project/recommend.ts'
import { rootCode } from '#contract/system/region-code.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { isInRegion, rowFilter } from '../../engine/scope.ts'
import type { FlowBusiness } from '../../flow/business.ts'
import { requestBusiness } from '../../flow/request-business.ts'

/**
 * Whether the recommender `u` is of the caller's place. A recommender of the whole country or of a whole province belongs to none of
 * its cities, so every officer within it may review what they recommend. Without a region somebody is of no place at all.
 */
const isInOwnRegion = ({ actor }: Ctx): Fragment =>
  actor.region
    ? sql`u.region <> '' and (u.region = ${rootCode} or ${isInRegion(sql`u.region`, actor)}
        or u.region like '__0000' and starts_with(${actor.region}, left(u.region, 2)))`
    : sql`false`

/**
 * Whether the caller may handle tasks of a recommendation: by a data scope, or because its recommender is of their region. Nobody
 * reviews their own recommendation (docs/decisions/0078, 0128).
 */
const isRecommendVisible = (ctx: Ctx, id: Fragment): Fragment =>
  sql`exists (select 1 from recommend where recommend.id = ${id} and create_user is distinct from ${ctx.actor.id}
    and (${rowFilter(ctx, recommend)}
      or exists (select 1 from "user" u where u.id = recommend.create_user and ${isInOwnRegion(ctx)})))`

/** A recommendation as the subject of a process. */
export const recommendBusiness: FlowBusiness = {
  ...requestBusiness({ table: 'recommend', state: 'recommendState', page: 'recommend' }),
  variables: async () => ({}),
  isVisible: isRecommendVisible,
  onEnd: async (ctx, id, { by, pass }) => {
    const state = by === 'administrator' || by === 'timer' ? 'ended' : pass === false ? 'cancelled' : 'recommended'
    const isRecommended = state === 'recommended'
    const qrCode = isRecommended ? `${ctx.app.env.publicUrl ?? ''}${recommendAt(id)}` : null
    await run(
      ctx.db,
      sql`update recommend set recommend_state = ${state}, qr_code = ${qrCode}, update_time = now(),
          recommend_time = ${isRecommended ? sql`now()` : null}
        where id = ${id}`,
    )
  },
}
