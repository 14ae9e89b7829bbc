import type { Readable } from 'node:stream'
import type { Db } from '../base/db.ts'
import { newFileName } from '../base/files.ts'
import type { App, Ctx } from '../engine/context.ts'
import { placeFor, storeOf } from '../storage/stores.ts'

/** A file of a job, where it lies and how long it is in bytes. */
export interface JobFile {
  readonly name: string
  readonly storageId: string | null
  readonly size: number
  readonly sha256: string
}

/** Takes a file away that no job names. */
export const deleteFile = async (app: App, { name, storageId }: Pick<JobFile, 'name' | 'storageId'>): Promise<void> => {
  await (await storeOf(app, storageId)).remove(name)
  await markArrived(app.db, name)
}

/** A job names the file: in the transaction that says so. */
export const markArrived = async (db: Db, name: string): Promise<void> => {
  await db.deleteFrom('arrivingFile').where('name', '=', name).execute()
}

/**
 * Keeps a file of at most `limit` bytes where files go now; null when it is longer. Until `arrived` it is one on its way, which is
 * swept a day after its server ended (storage/sweep.ts).
 */
export const storeFile = async (ctx: Ctx, source: Readable, limit: number): Promise<JobFile | null> => {
  const { storageId, files } = await placeFor(ctx, null)
  const name = newFileName()
  await ctx.app.db.insertInto('arrivingFile').values({ name, storageId }).execute()
  try {
    const stored = await files.put(name, source, limit)
    if (!stored) await markArrived(ctx.app.db, name)
    return stored && { name, storageId, size: stored.size, sha256: stored.sha256 }
  } catch (error) {
    // nothing of a cut-off file stays (base/files.ts)
    await markArrived(ctx.app.db, name)
    throw error
  }
}

export const readFile = async (
  app: App,
  { name, storageId }: Pick<JobFile, 'name' | 'storageId'>,
): Promise<Readable | null> => (await storeOf(app, storageId)).read(name)
