import { wireTime } from '#server/base/process/clock.ts'
import type { PlatformAccess } from './platform.ts'

const day = 86_400_000
const daysAgo = (days: number) => wireTime(new Date(Date.now() - days * day))

/** Inserts a declaration that was submitted a hundred days ago and decided `days` later. */
export const insertDecidedDeclaration = async ({ db }: PlatformAccess, days: number): Promise<void> => {
  const { id: pid } = await db
    .insertInto('declaration')
    .values({ declareStatus: 60 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sharedColumns = { pid, loop: 0, remarks: '[]' }
  const moves = [
    { ...sharedColumns, move: 'submit', fromStage: 0, toStage: 10, createTime: daysAgo(100) },
    { ...sharedColumns, move: 'publish', fromStage: 50, toStage: 60, createTime: daysAgo(100 - days) },
  ]
  await db.insertInto('declarationMove').values(moves).execute()
}
