import { Fail } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import type { publicProjects } from '#contract/portal/public-projects.ts'
import { type StageCode, stageOf, stageTitle } from '#contract/project/stages.ts'
import { usualCorrectionDays, usualDecisionDays, usualExpertDays } from '#contract/project/template.ts'
import { spendAllowances } from '../auth/allowance.ts'
import type { HandlerOf } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { rowOf } from '../project/record/declaration-row.ts'
import { readNotice } from '../project/review/notice-end.ts'
import { estimateFor, expectedEnds, stageDurations, typicalStay } from '../project/review/stage-dates.ts'
import { findCurrentTemplate } from '../project/template/template-availability.ts'

const notFound = () =>
  new Fail(['没有查到该申报编号，请核对后重试', 'No declaration has this number; please check it'], 404)

/** Stages in which everybody may know which project of whom it is: the public notice, and the list of projects. */
const publishedStages: readonly StageCode[] = [50, 60]

/**
 * Public progress of a declaration by its number: stages and the dates that its declarant reads, without persons or reasons; from the
 * public notice on with the names that it publishes. Throws 404 for an unknown number.
 */
export const lookUp: HandlerOf<typeof publicProjects.lookUp> = async (ctx, input) => {
  await spendAllowances(ctx, { key: `look-up:${ctx.request.address}`, limit: 30, seconds: 60 })
  const record = await ctx.db
    .selectFrom('declaration')
    .selectAll()
    .where('declareNo', '=', input.declareNo ?? '')
    .where('tenantId', '=', platformTenant)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!record?.declareNo) throw notFound()
  const row = rowOf(record)
  const { projectName, commpanyName, declareStatus: status } = row
  const moves = await ctx.db
    .selectFrom('declarationMove')
    .select(['toStage', 'toName', 'toNameEn', 'createTime'])
    .where('pid', '=', row.id)
    .whereRef('fromStage', '<>', 'toStage')
    .orderBy('id')
    .limit(200)
    .execute()
  const nameOf = (...of: Parameters<typeof stageTitle>) => localize(stageTitle(...of), ctx.lang)
  const since = row.stageSince ?? record.createTime
  const noticeUntil = status === 50 ? (await readNotice(ctx, row)).until : null
  // until a notice is published, the names are not public
  const isPublic = publishedStages.includes(status) && (status !== 50 || noticeUntil !== null)
  return {
    declareNo: record.declareNo,
    status,
    name: nameOf(status, row.stageName, row.stageNameEn),
    holder: stageOf(status).holder,
    since,
    passed: moves.map(({ toStage, toName, toNameEn, createTime }) => ({
      status: toStage as StageCode,
      name: nameOf(toStage, toName, toNameEn),
      at: createTime,
    })),
    ...(await expectedEnds(ctx, row)),
    estimate: await estimateFor(ctx, { tenantId: platformTenant, declareStatus: status, since }),
    typical: await typicalStay(ctx, platformTenant, status),
    published: isPublic ? { projectName, commpanyName } : null,
    noticeUntil,
  }
}

/** The time limits of the present round, and how long the stages of reviews take, as officers and declarants read them. */
export const readStageTimes: HandlerOf<typeof publicProjects.stageTimes> = async (ctx) => {
  const [template, durations] = await Promise.all([findCurrentTemplate(ctx), stageDurations(ctx, ctx.actor.tenantId)])
  return {
    templateName: template?.templateName ?? null,
    cityDeadline: template?.cityDeadline ?? null,
    provinceDeadline: template?.provinceDeadline ?? null,
    expertDays: template ? (template.expertDays ?? usualExpertDays) : null,
    decisionDays: template ? (template.decisionDays ?? usualDecisionDays) : null,
    noticeDays: template?.noticeDays ?? null,
    publishesNotice: template?.publishesNotice === 1,
    correctionDays: template ? (template.correctionDays ?? usualCorrectionDays) : null,
    durations: [...durations],
  }
}
