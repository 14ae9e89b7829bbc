import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { localize, type Text } from '#contract/kit/text.ts'
import { batch } from '#contract/project/batch.ts'
import { type BatchScores, type batchScores, batchScoresWords } from '#contract/project/batch-scores.ts'
import { fileTime } from '../../base/process/clock.ts'
import { xlsxOf, xlsxType } from '../../base/sheets/xlsx.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { CallHandlers, Ctx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { readMembers } from './batch-members.ts'
import { scoresSheet } from './scores-sheet.ts'

/** The table of the decider: who may read it is who may read scores before the decision (docs/decisions/0157). */

const stateNames = new Map<number, Text>(batch.fields.batchState.choices)

const readScores = async (ctx: Ctx, id: string): Promise<BatchScores> => {
  const { batchName, batchState } = await findRow(ctx, batch, id)
  const stateName = localize(stateNames.get(batchState ?? 1) ?? ['', ''], ctx.lang)
  return { batchId: id, batchName, stateName, members: await readMembers(ctx, id) }
}

export const batchScoresCalls: CallHandlers<typeof batchScores> = {
  read: (ctx, { batchId }) => readScores(ctx, String(batchId)),
  sheet: async (ctx, { batchId, by, at, minimum }) => {
    const scores = await readScores(ctx, String(batchId))
    const line = by && typeof at === 'number' ? { by, at, minimum: minimum ?? null } : null
    const bytes = await buffer(xlsxOf([scoresSheet(ctx, scores, line)]))
    const name = `${localize(batchScoresWords, ctx.lang)}-${scores.batchName}-${fileTime()}.xlsx`
    await writeAudit(ctx, 'batch', scores.batchId, 'export', null, { rows: scores.members.length }, { title: name })
    return { stream: Readable.from([bytes]), name, type: xlsxType, size: bytes.length }
  },
}
