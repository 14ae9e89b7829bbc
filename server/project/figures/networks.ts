import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { platformTenant } from '../../engine/scope.ts'

/** Private networks of a province; `demo` is the number of those that are demonstration data. */
export interface NetworkCount {
  readonly code: string
  readonly networks: number
  readonly demo: number
}

/** The private networks of the platform by province, from the kept figures. */
export const countNetworks = (db: Db): Promise<NetworkCount[]> =>
  run<NetworkCount>(
    db,
    sql`select province as code, sum(networks)::int as networks, sum(demo)::int as demo from private_network_now
      where tenant_id = ${platformTenant} group by province having sum(networks) > 0`,
  )

/** Adds to the kept figures what has changed since the last time; resolves to the number of changes. */
export const applyNetworkChanges = async (db: Db): Promise<number> => {
  const [row] = await run<{ n: number }>(db, sql`select apply_private_network_changes()::int as n`)
  return row?.n ?? 0
}
