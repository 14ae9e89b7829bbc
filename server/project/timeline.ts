import type { Selectable } from 'kysely'
import { localize, type Text } from '#contract/kit/text.ts'
import type { StageCode, TransitionName } from '#contract/project/stages.ts'
import type { Remark, Step } from '#contract/project/status.ts'
import type { Tables } from '../base/tables.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import type { DeclarationRow } from './declarations.ts'
import { isParty } from './editing.ts'

/** Offices as the declarant reads them: who decided, not which person. */
const offices: Readonly<Record<string, Text>> = {
  enterprise: ['申报单位', 'Declarant'],
  operator: ['运营商', 'Operator'],
  city: ['地市工信部门', 'City office'],
  province_miit: ['省工信部门', 'Province industry office'],
  province_ca: ['省通信管理局', 'Province communications office'],
  expert: ['评审专家', 'Expert'],
  platform: ['平台', 'Platform'],
  administrator: ['平台', 'Platform'],
}

/** The roles that make moves of a permission: what somebody with several roles acts as. */
const rolesOf: Readonly<Record<string, readonly string[]>> = {
  city: ['city'],
  province: ['province_miit', 'province_ca'],
  score: ['expert'],
  ...{ decide: ['platform'], publish: ['platform'], unlist: ['platform'] },
}

/** As which office somebody makes a move of this permission. */
export const officeOf = (ctx: Ctx, perm: string | null = null): string => {
  const { aliases } = ctx.actor.rights
  const own = aliases.find((alias) => rolesOf[perm ?? '']?.includes(alias)) ?? aliases.find((alias) => alias in offices)
  return own ?? (ctx.actor.accountType === 2 ? 'operator' : 'platform')
}

const officerPerms = ['city', 'province', 'decide', 'publish', 'object', 'unlist']

/** What the caller may read of how a declaration is reviewed. */
const readerOf = (ctx: Ctx, row: DeclarationRow) => {
  const declares = isParty(ctx, row)
  const holds = (perm: string) => !declares && hasPermission(ctx, `declaration_${perm}`)
  return {
    decides: holds('decide'),
    officer: officerPerms.some(holds),
    reviews: [...officerPerms, 'score'].some(holds),
  }
}

/** Whether the caller decides on the experts' review: he alone sees who they are and what they say meanwhile. */
export const decidesOn = (ctx: Ctx, row: DeclarationRow): boolean => readerOf(ctx, row).decides

/** Whether the caller is one of the officers who review. */
export const isOfficerOf = (ctx: Ctx, row: DeclarationRow): boolean => readerOf(ctx, row).officer

type MoveRow = Selectable<Tables['declarationMove']> & { realName: string | null }

/**
 * Every step with its reasons, oldest first. Scoring is blind: until the decision the steps of the experts are there for who
 * decides and for the expert himself only; afterwards reviewers read scores without names, the declarant the comment for him.
 */
export const timelineOf = async (ctx: Ctx, row: DeclarationRow): Promise<Step[]> => {
  const steps = await ctx.db
    .selectFrom('declarationMove')
    .leftJoin('user', 'user.id', 'declarationMove.userId')
    .selectAll('declarationMove')
    .select('user.realName')
    .where('pid', '=', row.id)
    .orderBy('declarationMove.id')
    .limit(500)
    .execute()
  const reader = readerOf(ctx, row)
  const decided = steps.some(({ move }) => move === 'decideApprove' || move === 'decideReject')
  const told = ({ move, conflict, userId }: MoveRow) =>
    move !== 'score' || reader.decides || userId === ctx.actor.id || (decided && !conflict)
  return steps.filter(told).map((step) => stepFor(ctx, reader, step))
}

const stepFor = (ctx: Ctx, reader: ReturnType<typeof readerOf>, row: MoveRow): Step => {
  const office = row.office ? localize(offices[row.office] ?? [row.office, row.office], ctx.lang) : null
  const mine = row.userId === ctx.actor.id
  const named = mine || (row.move === 'score' ? reader.decides : reader.reviews)
  return {
    ...{ id: row.id, move: row.move as TransitionName, from: row.fromStage as StageCode, to: row.toStage as StageCode },
    ...{ byName: named ? (row.realName ?? '') : (office ?? ''), office },
    ...{ comment: row.comment, internal: mine || reader.officer ? row.internal : null },
    ...{ remarks: row.remarks as Remark[], met: (row.met as { at: string }[]).map(({ at }) => at) },
    ...{ score: mine || reader.reviews ? row.score : null, conflict: row.conflict },
    ...{ loop: row.loop, createTime: row.createTime },
  }
}

/** The steps since the declaration last came to where it is, or to `stage`: what counts for agreeing, scores and objections. */
export const stepsHere = async (ctx: Ctx, row: DeclarationRow, stage: number | null = row.declareStatus) => {
  const steps = await ctx.db.selectFrom('declarationMove').selectAll().where('pid', '=', row.id).orderBy('id').execute()
  const arrival = steps.findLastIndex(({ fromStage, toStage }) => toStage === stage && fromStage !== toStage)
  return steps.slice(arrival + 1)
}
