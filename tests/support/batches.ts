import { batch } from '#contract/project/batch.ts'
import type { Db } from '#server/base/database/db.ts'
import { wireTime } from '#server/base/process/clock.ts'
import type { Caller, Platform } from './platform.ts'
import { openWindow } from './scenario.ts'

const day = 86_400_000
export const daysFromNow = (days: number) => wireTime(new Date(Date.now() + days * day))

let serial = 0

/** Adds a batch of a template, in preparation; it closes in ten days. */
export const addBatch = async (caller: Caller, templateId: string, more: object = {}): Promise<string> => {
  const dates = { closeAt: daysFromNow(10), decisionDeadline: daysFromNow(20) }
  const { id } = await caller.get(batch.calls.save, { templateId, batchName: `第${++serial}批`, ...dates, ...more })
  return id
}

/** A new template, the only one that accepts declarations; resolves to its id. */
export const openOnlyWindow = async (platform: Platform, templateName: string, more: object = {}): Promise<string> => {
  await platform.db.updateTable('template').set({ enabled: 0 }).execute()
  return openWindow(await platform.admin(), { maxPerCompany: 100, allowRedeclare: 1, templateName, ...more })
}

/** An open batch of such a template. */
export const openBatch = async (platform: Platform, office: Caller, templateName: string, more: object = {}) => {
  const templateId = await openOnlyWindow(platform, templateName)
  const batchId = await addBatch(office, templateId, more)
  await office.get(batch.calls.open, { id: batchId })
  return { templateId, batchId }
}

/** Lets the closing time of a batch be over. */
export const passClosing = (db: Db, id: string) =>
  db
    .updateTable('batch')
    .set({ closeAt: daysFromNow(-1) })
    .where('id', '=', id)
    .execute()

interface MemberToInsert {
  readonly batchId: string
  readonly templateId: string
  readonly projectName: string
  /** Ids of the assigned experts with their scores; null of one who has not scored. */
  readonly scores: readonly (readonly [expert: string, score: number | null])[]
  readonly more?: object
}

/** Inserts members of a batch in Suzhou, in the expert review, with the steps of their experts. */
export const insertMembers = async (db: Db, members: readonly MemberToInsert[]): Promise<string[]> => {
  const rows = members.map(({ batchId, templateId, projectName, scores, more }) => ({
    ...{
      batchId,
      templateId,
      projectName,
      batchSince: wireTime(),
      declareStatus: 40 as const,
      furthestStage: 40 as const,
    },
    ...{ province: '320000', city: '320500', categorize: 'C', commpanyName: '苏州澄川测试有限公司', year: '2026' },
    experts: scores.map(([expert]) => expert),
    ...more,
  }))
  const saved = await db.insertInto('declaration').values(rows).returning('id').execute()
  const ids = saved.map(({ id }) => id)
  const step = { loop: 0, remarks: '[]' }
  await db
    .insertInto('declarationMove')
    .values(ids.map((pid) => ({ ...step, pid, move: 'provinceApprove', fromStage: 30, toStage: 40 })))
    .execute()
  const given = members.flatMap(({ scores }, i) =>
    scores.flatMap(([userId, score]) => (score === null ? [] : [{ pid: String(ids[i]), userId, score }])),
  )
  const scored = { ...step, move: 'score', fromStage: 40, toStage: 40, conflict: false }
  if (given.length)
    await db
      .insertInto('declarationMove')
      .values(given.map((one) => ({ ...scored, ...one })))
      .execute()
  return ids
}
