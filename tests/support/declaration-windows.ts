import type { Db } from '#server/base/database/db.ts'
import { wireTime } from '#server/base/process/clock.ts'

const day = 86_400_000

const at = (days: number) => wireTime(new Date(Date.now() + days * day))

/** Adds a declaration window that opens and closes this many days from now; resolves to its id. */
export const addWindow = async (db: Db, templateName: string, opens: number, closes: number, more: object = {}) => {
  const row = {
    templateName,
    year: '2026',
    kind: 1 as const,
    enabled: 1,
    noticeDays: 0,
    maxPerCompany: 1,
    allowRedeclare: 0,
  }
  const values = { ...row, openAt: at(opens), closeAt: at(closes), materials: '[]', ...more }
  return (await db.insertInto('template').values(values).returning('id').executeTakeFirstOrThrow()).id
}
