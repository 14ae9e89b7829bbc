import { type StageCode, stagesWith } from '#contract/project/stages.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'

/** Stages in which an office recommends a declaration of a batch: under review, listed, or with the applicant for correction. */
export const recommendedStages: readonly StageCode[] = stagesWith(({ phase }) =>
  ['review', 'library', 'correction'].includes(phase),
)

/** Whether a declaration is one of the office of a region: of a city all, of a province what has reached the province. */
export const isOfOffice = (region: Fragment): Fragment =>
  sql`(declaration.declare_status = any(${recommendedStages}::integer[]) and case when ${region} like '%0000'
    then declaration.province = ${region} and declaration.furthest_stage >= 30 else declaration.city = ${region} end)`

interface Place {
  readonly id: string
  readonly region: string
  readonly place: number
}

/** The places of declarations in the orders that offices have saved for a batch, by region and id; of these regions, or of all. */
export const placesIn = async (
  ctx: Ctx,
  batchId: string,
  regions: readonly string[] | null = null,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> => {
  const found = await run<Place>(
    ctx.db,
    sql`select declaration.id::text, o.region, row_number() over (partition by o.region order by a.n)::int as place
      from recommendation_order o cross join unnest(o.declarations) with ordinality as a(id, n)
        join declaration on declaration.id = a.id and declaration.batch_id = o.batch_id and declaration.is_deleted = 0
          and ${isOfOffice(sql`o.region`)}
      where o.batch_id = ${batchId} and (${regions}::text[] is null or o.region = any(${regions}::text[]))`,
  )
  const places = new Map<string, Map<string, number>>()
  for (const { id, region, place } of found) {
    const ofRegion = places.get(region) ?? new Map<string, number>()
    places.set(region, ofRegion.set(id, place))
  }
  return places
}
