import { declaration } from '#contract/project/declaration.ts'
import type { StageCode } from '#contract/project/stages.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import { whereVisible } from '../engine/scope.ts'
import { readPerson } from '../engine/session.ts'
import { type DeclarationRow, lastReturn } from './declarations.ts'

/** What an officer must hold to go on at the stage that returned a declaration. */
const permAt: Partial<Record<StageCode, string>> = {
  20: 'declaration_city',
  30: 'declaration_province',
  40: 'declaration_decide',
}

/** Who returned the declaration last, if he can still go on with it: active, with the permission, within his region. */
const returningOfficer = async (ctx: Ctx, row: DeclarationRow, stage: StageCode): Promise<string | null> => {
  const last = await lastReturn(ctx, row.id)
  const person = last?.userId ? await readPerson(ctx.app, last.userId, { deptChoice: null, roleChoice: null }) : null
  if (person?.actor.tenantId !== ctx.actor.tenantId) return null
  const officerCtx: Ctx = { ...ctx, actor: person.actor, cacheVersions: person.cacheVersions }
  if (!hasPermission(officerCtx, permAt[stage] ?? '')) return null
  const match = await ctx.db
    .selectFrom('declaration')
    .select('id')
    .where('id', '=', row.id)
    .where(whereVisible(officerCtx, declaration))
    .executeTakeFirst()
  return match ? person.actor.id : null
}

/**
 * Where a submission leads: the first one to the city's queue, a later one back to the stage and the officer who returned it.
 * Where the officer of the city is gone, it waits in the queue until one of the others takes it up.
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
