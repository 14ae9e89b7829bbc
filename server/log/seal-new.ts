import { sql } from 'kysely'
import { run } from '../base/database/db.ts'
import { perApp } from '../engine/cache.ts'
import type { App } from '../engine/context.ts'
import { seal } from './chain.ts'

/** Rounds after which to look for entries in any case: an entry may be stored after one with a higher number. */
const maxIdleRounds = 30

/** The newest entry when this process last found nothing to seal, and the rounds since then. */
const idleSlot = perApp(() => ({ newest: null as string | null, rounds: 0 }))

/** Seals the entries of the audit that are new, at most one batch: one cheap statement if there are none. */
export const sealNew = async (app: App): Promise<void> => {
  const idle = idleSlot(app)
  const [row] = await run<{ newest: string | null }>(app.db, sql`select max(id)::text as newest from audit`)
  if (row?.newest === idle.newest && ++idle.rounds < maxIdleRounds) return
  const count = await seal(app.db)
  idle.newest = count ? null : (row?.newest ?? null)
  idle.rounds = 0
}
