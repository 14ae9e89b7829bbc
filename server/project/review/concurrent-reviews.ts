import type { Text } from '#contract/kit/text.ts'
import { permissionOf } from '#contract/project/transition-perms.ts'
import { type TransitionName, transitionOf, transitionsWith } from '#contract/project/transitions.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { isDeciderOf, stepsAtStage } from './timeline.ts'

/** Nobody else may notice these steps, so they change neither version nor time of the row (docs/decisions/0127). */
const blindTransitions = transitionsWith(({ traits }) => traits.includes('blind'))

export const isBlind = (name: string): boolean => blindTransitions.some((one) => one === name)

/** Whether a transition does not depend on what colleagues have done in the same stage. */
const isIndependent = (name: TransitionName): boolean => {
  const { perm } = transitionOf(name)
  return perm !== null && permissionOf(perm).sideBySide
}

/** How many blind steps `m` that fulfil a condition these declarations have, with the corrections of their scores. */
const countBlindSteps = async (ctx: Ctx, ids: readonly string[], condition: Fragment) => {
  const counted = await run<{ id: string; n: number }>(
    ctx.db,
    sql`select m.pid::text as id, count(distinct m.id)::int + count(c.id)::int as n
      from declaration_move m left join score_correction c on c.move_id = m.id
      where m.pid = any(${ids}::bigint[]) and m.move = any(${blindTransitions}) and ${condition} group by m.pid`,
  )
  return new Map(counted.map(({ id, n }) => [id, n]))
}

/** Blind steps, and corrections of scores, that the caller knows of: their own, or all for the person who decides. */
const knownBlindSteps = async (ctx: Ctx, row: DeclarationRow): Promise<number> => {
  const isDecider = isDeciderOf(ctx, row)
  if (!isDecider && !hasPermission(ctx, 'declaration_score')) return 0
  const steps = await countBlindSteps(ctx, [row.id], isDecider ? sql`true` : sql`m.user_id = ${ctx.actor.id}`)
  return steps.get(row.id) ?? 0
}

/** The versions of many declarations as who decides on all of them knows them. */
export const versionsForDecider = async (
  ctx: Ctx,
  rows: readonly Pick<DeclarationRow, 'id' | 'version'>[],
): Promise<ReadonlyMap<string, number>> => {
  const ids = rows.map(({ id }) => id)
  const steps = await countBlindSteps(ctx, ids, sql`true`)
  return new Map(rows.map(({ id, version }) => [id, version + (steps.get(id) ?? 0)]))
}

/** The version of a declaration as the caller may know it: it counts the steps of the blind review that they know of. */
export const versionFor = async (ctx: Ctx, row: DeclarationRow): Promise<number> =>
  row.version + (await knownBlindSteps(ctx, row))

/**
 * Whether the declaration has changed since the version that the caller has seen. A step of a colleague in the same stage is no change
 * for those who review independently of each other; a return and a new submission is one for everybody.
 */
export const isStale = async (
  ctx: Ctx,
  row: DeclarationRow,
  name: TransitionName,
  version: number | null | undefined,
): Promise<boolean> => {
  if (typeof version !== 'number') return false
  const current = await versionFor(ctx, row)
  if (version === current) return false
  if (version > current || !isIndependent(name)) return true
  const isKnown = ({ move, userId }: { move: string; userId: string | null }) =>
    !isBlind(move) || userId === ctx.actor.id || isDeciderOf(ctx, row)
  return version < current - (await stepsAtStage(ctx, row)).filter(isKnown).length
}

export const changedMeanwhile: Text = [
  '该申报刚刚有新的办理，请刷新查看后再提交，您填写的内容会保留',
  'Somebody has just handled this declaration; please reload and check before you send it. What you have typed is kept',
]
