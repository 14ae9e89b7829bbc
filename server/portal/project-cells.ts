import { sql } from 'kysely'
import type { Db } from '../base/database/db.ts'
import { cachedUntilChanged } from '../engine/cache.ts'
import { liveRows } from './counts.ts'

/** Listed projects of one month, province, operator and section of industry; `investment` in 万元. */
export interface ProjectCell {
  /** yyyy-MM of the listing; null if its time is unknown. */
  readonly month: string | null
  readonly province: string
  readonly operator: number | null
  readonly section: string | null
  readonly projects: number
  readonly networks: number
  readonly investment: number
  readonly terminals: number
  readonly benchmarks: number
}

const countCells = async (db: Db): Promise<readonly ProjectCell[]> =>
  (
    await sql<ProjectCell>`
      select to_char(listed_at, 'YYYY-MM') as month, province, operator, national_economy1 as section,
        count(*)::int as projects, count(*) filter (where network_mode > 1)::int as networks,
        coalesce(sum(investment), 0)::float as investment, coalesce(sum(terminals), 0)::int as terminals,
        count(*) filter (where is_benchmark = 1)::int as benchmarks
      from library where ${liveRows} group by 1, 2, 3, 4`.execute(db)
  ).rows

/** The smallest units from which the figures of the dashboard are summed, counted again after a change of the library. */
export const readProjectCells = cachedUntilChanged(['library'], countCells)
