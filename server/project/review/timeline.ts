import type { Selectable } from 'kysely'
import { deputyName } from '#contract/flow/decisions.ts'
import { groupBy } from '#contract/kit/group-by.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { batchStates } from '#contract/project/batch.ts'
import type { ScoredItem } from '#contract/project/score-sheet.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { Remark, ScoreVersion, Step, TaskEntry } from '#contract/project/status.ts'
import { type Perm, permissionOf } from '#contract/project/transition-perms.ts'
import { isOfDeclarant, permsBy, transitionNamed } from '#contract/project/transitions.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import type { Consultation } from '#contract/work/consultation.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Tables } from '../../base/database/tables.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { consultationsAbout } from '../../flow/consultations.ts'
import { entriesAbout } from '../../flow/instance-overview.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { isParty } from '../record/editing.ts'
import { commentIn } from './expiry-reason.ts'
import { actsWith } from './openings.ts'

/** Names of the offices. Declarants see these instead of the names of persons. */
const offices: Readonly<Record<string, Text>> = {
  enterprise: ['申报单位', 'Declarant'],
  operator: ['运营商', 'Operator'],
  city: ['地市工信部门', 'City MIIT office'],
  province_miit: ['省工信部门', 'Provincial MIIT office'],
  province_ca: ['省通信管理局', 'Provincial communications administration'],
  expert: ['评审专家', 'Expert'],
  platform: ['平台', 'Platform'],
  administrator: ['平台', 'Platform'],
}

/** Whether the code is that of an office, not the name of a role. */
export const isOffice = (code: string): boolean => Object.hasOwn(offices, code)

/** The name of an office in the language of the reader; an unknown code stays as it is. */
export const officeName = (office: string | null, lang: Lang): string | null =>
  office && localize(offices[office] ?? [office, office], lang)

/** The office the caller acts for in a transition that needs this permission. */
export const officeOf = (ctx: Ctx, perm: Perm | null = null): string => {
  const { aliases } = ctx.actor.rights
  const actingRole =
    aliases.find((alias) => perm && permissionOf(perm).roles.includes(alias)) ??
    aliases.find((alias) => alias in offices)
  return actingRole ?? (ctx.actor.accountType === 2 ? 'operator' : 'platform')
}

const officerPerms = permsBy('reviewer')

/** The caller's access to the review of a declaration; parties have none, whatever their permissions. */
const reviewAccessOf = (ctx: Ctx, row: DeclarationRow) => {
  const isInvolved = isParty(ctx, row)
  const hasReviewPermission = (perm: Perm) => !isInvolved && hasPermission(ctx, `declaration_${perm}`)
  return {
    isDecider: hasReviewPermission('decide'),
    isOfficer: officerPerms.some(hasReviewPermission),
    isReviewer: [...officerPerms, ...permsBy('expert')].some(hasReviewPermission),
  }
}

/** Whether the caller decides on the expert review. Only deciders see the experts' names, and scores before the decision. */
export const isDeciderOf = (ctx: Ctx, row: DeclarationRow): boolean => reviewAccessOf(ctx, row).isDecider

/** Whether the caller is a reviewing officer; experts are not. */
export const isOfficerOf = (ctx: Ctx, row: DeclarationRow): boolean => reviewAccessOf(ctx, row).isOfficer

type TransitionRow = Selectable<Tables['declarationMove']> & {
  realName: string | null
  unitName: string | null
  accountType: number | null
  principalName: string | null
}

/** Whether the batch of which the declaration is a member has left its review: until then its experts still score others. */
const isBatchDecided = async ({ db }: Ctx, { batchId, batchSince }: DeclarationRow): Promise<boolean> => {
  if (batchId === null || batchSince === null) return true
  const undecided = sql`select 1 from batch where id = ${batchId} and batch_state < ${batchStates.notice}`
  return (await run(db, undecided)).length === 0
}

/**
 * Every step with its reasons, oldest first, 500 at most. Scoring is blind: before the decision, only deciders and the expert
 * see a score step. Afterwards reviewers see scores without names, those of a member once its batch is decided, and the declarant sees the
 * comment only.
 */
export const timelineOf = async (ctx: Ctx, row: DeclarationRow): Promise<Step[]> => {
  const steps = await ctx.db
    .selectFrom('declarationMove')
    .leftJoin('user', 'user.id', 'declarationMove.userId')
    .leftJoin('user as principal', 'principal.id', 'declarationMove.principalId')
    .selectAll('declarationMove')
    .select(['user.realName', 'user.unitName', 'user.accountType', 'principal.realName as principalName'])
    .where('pid', '=', row.id)
    .orderBy('declarationMove.id')
    .limit(500)
    .execute()
  const access = reviewAccessOf(ctx, row)
  // scores after it are of another review, which is blind again
  const lastDecision = steps.findLastIndex(({ move }) => move === 'decideApprove' || move === 'decideReject')
  const areScoresOpen = !access.isReviewer || (await isBatchDecided(ctx, row))
  const isVisible = ({ move, conflict, userId }: TransitionRow, i: number) =>
    move !== 'score' || access.isDecider || userId === ctx.actor.id || (areScoresOpen && i < lastDecision && !conflict)
  const visible = steps.filter(isVisible)
  const corrections = await correctionsOf(ctx, visible)
  const actIds = access.isOfficer ? visible.flatMap(({ actId }) => actId ?? []) : []
  const acts = await actsWith(ctx, actIds)
  return visible.map((step) => ({
    ...stepFor(ctx, access, step, corrections.get(step.id) ?? []),
    act: acts.get(step.actId ?? '') ?? null,
  }))
}

/** The corrections of scores, oldest first, by their steps. */
const correctionsOf = async (ctx: Ctx, steps: readonly TransitionRow[]): Promise<Map<string, ScoreVersion[]>> => {
  const ids = steps.filter(({ score }) => score !== null).map(({ id }) => id)
  const rows = ids.length
    ? await ctx.db.selectFrom('scoreCorrection').selectAll().where('moveId', 'in', ids).orderBy('id').execute()
    : []
  const byStep = groupBy(rows, ({ moveId }) => moveId)
  const versionOf = ({ score, items, reason, createTime }: (typeof rows)[number]): ScoreVersion => ({
    ...{ score, items: items as ScoredItem[], reason, createTime },
  })
  return new Map([...byStep].map(([id, corrections]) => [id, corrections.map(versionOf)]))
}

/** What the step says of its score: the latest version, and all of them for its expert and who decides. */
const scoreIn = (
  { score, items, createTime }: TransitionRow,
  corrections: readonly ScoreVersion[],
  { showsScore, showsVersions }: { showsScore: boolean; showsVersions: boolean },
): Pick<Step, 'score' | 'items' | 'versions'> => {
  if (!showsScore || score === null) return { score: null, items: [], versions: [] }
  const first: ScoreVersion = { score, items: items as ScoredItem[], reason: null, createTime }
  const latest = corrections.at(-1) ?? first
  const versions = showsVersions && corrections.length ? [first, ...corrections] : []
  return { score: latest.score, items: latest.items, versions }
}

/** What officers did to the tasks of its reviews. Who gives back a task of scoring is an expert, whom only deciders learn. */
export const entriesFor = async (ctx: Ctx, row: DeclarationRow): Promise<TaskEntry[]> => {
  const { isOfficer, isDecider } = reviewAccessOf(ctx, row)
  if (!isOfficer) return []
  const more = sql<Pick<TaskEntry, 'after'>>`(select max(m.id)::text from declaration_move m
    where m.pid = i.business_id and m.create_time <= c.time) as after`
  return entriesAbout(ctx, { table: 'declaration', id: row.id, hasSecrets: isDecider, more })
}

/** Colleagues who were consulted on its tasks, as the caller may read it: officers of all, others of their own part, parties of none. */
export const consultationsFor = async (ctx: Ctx, row: DeclarationRow): Promise<Consultation[]> => {
  const { actor } = ctx
  if (actor.id === null || isParty(ctx, row)) return []
  return consultationsAbout({ ...ctx, actor }, { table: 'declaration', id: row.id, readsAll: isOfficerOf(ctx, row) })
}

const isByDeclarant = (move: string): boolean => {
  const transition = transitionNamed(move)
  return transition !== undefined && isOfDeclarant(transition)
}

/** Who made the step, and for whom. */
const nameOf = ({ realName, principalName }: TransitionRow, lang: Lang): string =>
  principalName ? localize(deputyName(realName ?? '', principalName), lang) : (realName ?? '')

const stepFor = (
  ctx: Ctx,
  access: ReturnType<typeof reviewAccessOf>,
  row: TransitionRow,
  corrections: readonly ScoreVersion[],
): Omit<Step, 'act'> => {
  const office = officeName(row.office, ctx.lang)
  const isByActor = row.userId === ctx.actor.id
  const inEnglish = (name: string | null) => (ctx.lang === 'en' ? name : null)
  const showsScore = isByActor || access.isReviewer
  const showsName = isByActor || (row.move === 'score' ? access.isDecider : access.isReviewer)
  return {
    id: row.id,
    move: row.move as Step['move'],
    from: row.fromStage as StageCode,
    to: row.toStage as StageCode,
    fromName: inEnglish(row.fromNameEn) ?? row.fromName,
    toName: inEnglish(row.toNameEn) ?? row.toName,
    byName: showsName ? nameOf(row, ctx.lang) : (office ?? ''),
    office,
    // of all others, also of an expert with an account of a company, the office is enough
    unit: isDeclarant(row) && isByDeclarant(row.move) ? row.unitName : null,
    comment: commentIn(ctx.lang, row),
    internal: isByActor || access.isOfficer ? row.internal : null,
    remarks: row.remarks as Remark[],
    met: (row.met as { at: string }[]).map(({ at }) => at),
    ...scoreIn(row, corrections, { showsScore, showsVersions: isByActor || access.isDecider }),
    conflict: row.conflict,
    isBulk: access.isOfficer && row.isBulk,
    loop: row.loop,
    createTime: row.createTime,
  }
}

/** Steps since the declaration last entered its current stage, or `stage`: only these approvals, scores and objections count. */
export const stepsAtStage = async (ctx: Ctx, row: DeclarationRow, stage: number | null = row.declareStatus) => {
  const steps = await ctx.db.selectFrom('declarationMove').selectAll().where('pid', '=', row.id).orderBy('id').execute()
  const arrivalIndex = steps.findLastIndex(({ fromStage, toStage }) => toStage === stage && fromStage !== toStage)
  return steps.slice(arrivalIndex + 1)
}
