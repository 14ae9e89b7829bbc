import fc from 'fast-check'
import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'

/** One transaction of a writer: on rows whose id leaves this remainder, with these values. */
export interface Step {
  readonly action: (typeof actions)[number]
  readonly remainder: number
  readonly values: object
  readonly rows: number
  readonly isRolledBack: boolean
}

const actions = [
  'insert',
  'insert',
  'insert',
  'change',
  'change',
  'update',
  'update',
  'remove',
  'restore',
  'rename',
  'delete',
  'apply',
] as const

/** Random transactions with values of a table. */
export const stepArbOf = (valuesArb: fc.Arbitrary<object>): fc.Arbitrary<Step> =>
  fc.record({
    action: fc.constantFrom(...actions),
    remainder: fc.nat(4),
    values: valuesArb,
    rows: fc.integer({ min: 1, max: 6 }),
    isRolledBack: fc.constantFrom(false, false, false, true),
  })

interface Table {
  readonly name: 'library' | 'declaration'
  /** What each new row has. */
  readonly required: object
  /** What an update sets besides its values. */
  readonly emptied: object
  /** Applies the recorded changes to the kept figures. */
  readonly apply: (db: Db) => Promise<unknown>
}

const write = async (db: Db, { name, required, emptied, apply }: Table, { action, remainder, values, rows }: Step) => {
  const chosen = sql<boolean>`id % 5 = ${remainder}`
  const set = (changes: object) => db.updateTable(name).set(changes).where(chosen).execute()
  if (action === 'insert')
    await db
      .insertInto(name)
      .values(Array.from({ length: rows }, () => ({ ...required, ...values }) as never))
      .execute()
  else if (action === 'update') await set({ ...emptied, ...values })
  else if (action === 'change') await set(Object.fromEntries(Object.entries({ ...values, ...emptied }).slice(0, 1)))
  else if (action === 'remove') await set({ isDeleted: 1 })
  else if (action === 'restore') await set({ isDeleted: 0 })
  else if (action === 'rename') await set({ projectName: '新名称' })
  else if (action === 'delete') await db.deleteFrom(name).where(chosen).where('isDeleted', '=', 1).execute()
  else await apply(db)
}

class RolledBack extends Error {}

/** Two writers that changed the same rows in different orders: PostgreSQL rolls one of them back. */
const isDeadlock = (error: unknown) => (error as { code?: unknown }).code === '40P01'

/** One writer: each step is a transaction of its own. */
export const writeAll = async (db: Db, table: Table, steps: readonly Step[]): Promise<void> => {
  for (const step of steps)
    await db
      .transaction()
      .execute(async (inside) => {
        await write(inside, table, step)
        if (step.isRolledBack) throw new RolledBack()
      })
      .catch((error) => {
        if (!(error instanceof RolledBack || isDeadlock(error))) throw error
      })
}

/** Several writers at the same time. If one fails, the others end first, so that they do not write into the next attempt. */
export const writeAtOnce = async (db: Db, table: Table, writers: readonly (readonly Step[])[]): Promise<void> => {
  const outcomes = await Promise.allSettled(writers.map((steps) => writeAll(db, table, steps)))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
