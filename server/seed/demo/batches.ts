import type { Db } from '../../base/database/db.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { Round } from './declarations.ts'

const day = 86_400_000
const dateIn = (days: number) => `${wireTime(new Date(Date.now() + days * day)).slice(0, 10)} 18:00:00`

/** The batch of each round: the first one is open, and another one of its template is in preparation. */
export const seedBatches = async (db: Db, rounds: readonly Round[]): Promise<string[]> => {
  const batchOf = ({ id, cityDeadline, provinceDeadline }: Round, i: number) => ({
    templateId: id,
    batchName: '2026年第一批（演示）',
    batchState: 2 as const,
    cityDeadline,
    provinceDeadline,
    closeAt: dateIn(20 + 45 * i),
    decisionDeadline: dateIn(50 + 45 * i),
  })
  const rows = rounds.map(batchOf)
  const [first] = rows
  const next = first ? [{ ...first, ...later, batchName: '2026年第二批（演示）', batchState: 1 as const }] : []
  const saved = await db
    .insertInto('batch')
    .values([...rows, ...next])
    .returning('id')
    .execute()
  await db
    .insertInto('batchQuota')
    .values([...quotas].map(([region, places]) => ({ batchId: String(saved[0]?.id), region, places })))
    .execute()
  return saved.slice(0, rows.length).map(({ id }) => id)
}

/** Places of the first batch: of two provinces, and of a city of the scenario. */
const quotas = new Map([
  ['320000', 20],
  ['320500', 8],
  ['330000', 15],
])

const later = { cityDeadline: null, provinceDeadline: null, closeAt: null, decisionDeadline: null }

/** What was submitted is a candidate of the batch of its round, and a member from the expert review on. */
export const joinBatches = async (db: Db, batches: readonly string[]): Promise<void> => {
  await run(
    db,
    sql`update declaration d set batch_id = b.id, batch_since = case when d.declare_status in (40, 50) then d.stage_since end
      from batch b where b.id = any(${batches}::bigint[]) and b.template_id = d.template_id and d.declare_status between 10 and 79`,
  )
}
