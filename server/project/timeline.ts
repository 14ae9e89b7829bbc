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
  decide: ['platform'],
  publish: ['platform'],
  unlist: ['platform'],
}

/** As which office somebody makes a move of this permission. */
export const officeOf = (ctx: Ctx, perm: string | null = null): string => {
  const { aliases } = ctx.actor.rights
  const actingRole =
    aliases.find((alias) => rolesOf[perm ?? '']?.includes(alias)) ?? aliases.find((alias) => alias in offices)
  return actingRole ?? (ctx.actor.accountType === 2 ? 'operator' : 'platform')
}

const officerPerms = ['city', 'province', 'decide', 'publish', 'object', 'unlist']

/** What the caller may read of how a declaration is reviewed. */
const reviewAccessOf = (ctx: Ctx, row: DeclarationRow) => {
  const declares = isParty(ctx, row)
  const hasReviewPermission = (perm: string) => !declares && hasPermission(ctx, `declaration_${perm}`)
  return {
    isDecider: hasReviewPermission('decide'),
    isOfficer: officerPerms.some(hasReviewPermission),
    isReviewer: [...officerPerms, 'score'].some(hasReviewPermission),
  }
}

/** Whether the caller decides on the experts' review: he alone sees who they are and what they say meanwhile. */
export const isDeciderOf = (ctx: Ctx, row: DeclarationRow): boolean => reviewAccessOf(ctx, row).isDecider

/** Whether the caller is one of the officers who review. */
export const isOfficerOf = (ctx: Ctx, row: DeclarationRow): boolean => reviewAccessOf(ctx, row).isOfficer

type TransitionRow = Selectable<Tables['declarationMove']> & { realName: string | null }

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
  const access = reviewAccessOf(ctx, row)
  const isDecided = steps.some(({ move }) => move === 'decideApprove' || move === 'decideReject')
  const isVisible = ({ move, conflict, userId }: TransitionRow) =>
    move !== 'score' || access.isDecider || userId === ctx.actor.id || (isDecided && !conflict)
  return steps.filter(isVisible).map((step) => stepFor(ctx, access, step))
}

const stepFor = (ctx: Ctx, access: ReturnType<typeof reviewAccessOf>, row: TransitionRow): Step => {
  const office = row.office ? localize(offices[row.office] ?? [row.office, row.office], ctx.lang) : null
  const isByActor = row.userId === ctx.actor.id
  const showsName = isByActor || (row.move === 'score' ? access.isDecider : access.isReviewer)
  return {
    id: row.id,
    move: row.move as TransitionName,
    from: row.fromStage as StageCode,
    to: row.toStage as StageCode,
    byName: showsName ? (row.realName ?? '') : (office ?? ''),
    office,
    comment: row.comment,
    internal: isByActor || access.isOfficer ? row.internal : null,
    remarks: row.remarks as Remark[],
    met: (row.met as { at: string }[]).map(({ at }) => at),
    score: isByActor || access.isReviewer ? row.score : null,
    conflict: row.conflict,
    loop: row.loop,
    createTime: row.createTime,
  }
}

/** The steps since the declaration last came to where it is, or to `stage`: what counts for agreeing, scores and objections. */
export const stepsAtStage = async (ctx: Ctx, row: DeclarationRow, stage: number | null = row.declareStatus) => {
  const steps = await ctx.db.selectFrom('declarationMove').selectAll().where('pid', '=', row.id).orderBy('id').execute()
  const arrivalIndex = steps.findLastIndex(({ fromStage, toStage }) => toStage === stage && fromStage !== toStage)
  return steps.slice(arrivalIndex + 1)
}
