import { expect } from 'vitest'
import type { StageCode } from '#contract/project/stages.ts'
import type { Db } from '#server/base/database/db.ts'
import { declarationRow } from './context.ts'

export interface Step {
  move: string
  fromStage: number
  toStage: number
  office?: string | null
  userId?: string | null
  score?: number | null
  conflict?: boolean
}

export const step = (move: string, fromStage: number, toStage = fromStage, more: object = {}): Step => ({
  move,
  fromStage,
  toStage,
  ...more,
})

let pid = 1000

/** A new declaration with these steps, at the stage of the last step unless `stage` is set. */
export const declarationAfter = async (
  db: Db,
  steps: readonly Step[],
  stage = steps.at(-1)?.toStage ?? 0,
  more: object = {},
) => {
  const id = String(++pid)
  const row = declarationRow({ id, declareStatus: stage as StageCode, ...more })
  await db.insertInto('declaration').values(row).execute()
  for (const one of steps)
    await db
      .insertInto('declarationMove')
      .values({ pid: id, loop: 0, userId: null, office: null, comment: null, remarks: '[]', score: null, ...one })
      .execute()
  return row
}

/** The error with this Chinese message. */
export const refusal = (message: string, code = 400) =>
  expect.objectContaining({ code, text: [message, expect.any(String)] })
