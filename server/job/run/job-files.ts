import type { Readable } from 'node:stream'
import type { Db } from '../../base/database/db.ts'
import { newFileName } from '../../base/files/file-store.ts'
import type { App, UserCtx } from '../../engine/context.ts'
import { storeOf, uploadTargetFor } from '../../storage/file-storage.ts'

/** A file of a job: its name, its store and its size in bytes. */
export interface JobFile {
  readonly name: string
  readonly storageId: string | null
  readonly size: number
  readonly sha256: string
}

/** Deletes a file that no job refers to any more. */
export const deleteFile = async (app: App, { name, storageId }: Pick<JobFile, 'name' | 'storageId'>): Promise<void> => {
  await (await storeOf(app, storageId)).remove(name)
  await markArrived(app.db, name)
}

/** Marks that a job refers to the file now; call it in the transaction that sets the reference. */
export const markArrived = async (db: Db, name: string): Promise<void> => {
  await db.deleteFrom('arrivingFile').where('name', '=', name).execute()
}

/**
 * Stores a file of at most `limit` bytes in the current store; null if it is larger. Until `markArrived` it counts as incoming
 * and is deleted after one day (storage/delete-unused-files.ts).
 */
export const storeFile = async (ctx: UserCtx, source: Readable, limit: number): Promise<JobFile | null> => {
  const { storageId, files } = await uploadTargetFor(ctx, null)
  const name = newFileName()
  await ctx.app.db.insertInto('arrivingFile').values({ name, storageId }).execute()
  try {
    const stored = await files.put(name, source, limit)
    if (!stored) await markArrived(ctx.app.db, name)
    return stored && { name, storageId, size: stored.size, sha256: stored.sha256 }
  } catch (error) {
    // an incomplete file is not stored (base/files/file-store.ts)
    await markArrived(ctx.app.db, name)
    throw error
  }
}

export const readFile = async (
  app: App,
  { name, storageId }: Pick<JobFile, 'name' | 'storageId'>,
): Promise<Readable | null> => (await storeOf(app, storageId)).read(name)
