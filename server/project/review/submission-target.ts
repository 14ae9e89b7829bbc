import { declaration } from '#contract/project/declaration.ts'
import type { StageCode } from '#contract/project/stages.ts'
import { returnPermAt } from '#contract/project/transitions.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { readPerson } from '../../engine/session.ts'
import { type DeclarationRow, lastReturn } from '../record/declaration-row.ts'

/** The officer who returned the declaration last, if still active, permitted and with the declaration in scope; else null. */
const returningOfficer = async (ctx: Ctx, row: DeclarationRow, stage: StageCode): Promise<string | null> => {
  const last = await lastReturn(ctx, row.id)
  const person = last?.userId ? await readPerson(ctx.app, last.userId, { deptChoice: null, roleChoice: null }) : null
  if (person?.actor.tenantId !== ctx.actor.tenantId) return null
  const officerCtx: Ctx = { ...ctx, actor: person.actor, cacheVersions: person.cacheVersions }
  if (!hasPermission(officerCtx, `declaration_${returnPermAt(stage)}`)) return null
  const match = await ctx.db
    .selectFrom('declaration')
    .select('id')
    .where('id', '=', row.id)
    .where(rowFilter(officerCtx, declaration))
    .executeTakeFirst()
  return match ? person.actor.id : null
}

/**
 * The next stage of a submission: the city's queue (10), or after a return the stage and the officer that returned it. If the
 * city officer is no longer available, it goes to the queue, where another officer can claim it.
 */
export const submissionTarget = async (
  ctx: Ctx,
  row: DeclarationRow,
): Promise<{ stage: StageCode; taskUser: string | null }> => {
  const stage = row.declareStatus === 70 ? (row.returnedFrom as StageCode | null) : null
  if (!stage) return { stage: 10, taskUser: null }
  const taskUser = await returningOfficer(ctx, row, stage)
  return { stage: stage === 20 && !taskUser ? 10 : stage, taskUser }
}
