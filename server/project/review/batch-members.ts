import { localize } from '#contract/kit/text.ts'
import { type Member, type MemberScore, scoredOf } from '#contract/project/batch-scores.ts'
import { panelRanksOf, ranksOf } from '#contract/project/cut-off.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { summaryOf } from '#contract/project/score-sheet.ts'
import { stageTitle } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { addDisplayNames } from '../../engine/labels.ts'
import { rowFilter } from '../../engine/scope.ts'
import { placesIn } from '../batch/recommended-places.ts'
import { visibleValues } from '../record/visible-values.ts'
import { versionsForDecider } from './concurrent-reviews.ts'
import { minExperts } from './scoring.ts'
import { assignedToMany } from './sheets-of-many.ts'

interface MemberRow {
  readonly id: string
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly province: string | null
  readonly city: string | null
  readonly declareStatus: number
  readonly stageName: string | null
  readonly stageNameEn: string | null
  readonly version: number
  /** None while its scores do not count, as it was returned from the review of experts and they will score again. */
  readonly experts: string[]
  readonly [name: string]: unknown
}

const membersOf = (ctx: Ctx, batchId: string): Promise<MemberRow[]> =>
  run<MemberRow>(
    ctx.db,
    sql`select id::text, declare_no as "declareNo", project_name as "projectName", commpany_name as "commpanyName", province, city,
        categorize, declare_status as "declareStatus", stage_name as "stageName", stage_name_en as "stageNameEn", coalesce(version, 0) as version,
        case when declare_status in (70, 99) and returned_from = 40 then '{}' else coalesce(experts, '{}')::text[] end as experts
      from declaration where batch_id = ${batchId} and batch_since is not null and ${rowFilter(ctx, declaration)}
      order by declaration.id`,
  )

type Assigned = Omit<MemberScore, 'isOutlier'>

/** What the scores of a member say together; those of a panel are complete as for a decision on one declaration. */
const summaryFor = (assigned: readonly Assigned[]) => {
  const scores = assigned.flatMap(({ score }) => score ?? [])
  const summary = summaryOf(scores)
  return {
    scores: assigned.map((one) => ({
      ...one,
      isOutlier: one.score !== null && summary?.isOutlier(one.score) === true,
    })),
    mean: summary?.mean ?? null,
    spread: summary?.spread ?? null,
    isComplete: scores.length >= minExperts && assigned.every(({ state }) => state !== 'waiting'),
  }
}

/** Which experts have scored it. */
const panelOf = (assigned: readonly Assigned[]): string =>
  assigned
    .flatMap(({ id, score }) => (score === null ? [] : id))
    .sort()
    .join()

const { province, city } = declaration.fields
// a text in the list of declarations, as it was typed
const { categorize } = library.fields

/** The members of a batch that the caller sees, as they entered it; the number of queries does not depend on theirs. */
export const readMembers = async (ctx: Ctx, batchId: string): Promise<Member[]> => {
  const rows = await membersOf(ctx, batchId)
  // before the scores: a score that comes between them meets an older version, and what was seen is refused as changed
  const versions = await versionsForDecider(ctx, rows)
  const assigned = await assignedToMany(ctx, rows)
  const places = await placesIn(ctx, batchId)
  await addDisplayNames(ctx, { province, city, categorize }, rows)
  const visible = visibleValues(ctx)
  const members = rows.map((row) => {
    const own = assigned.get(row.id) ?? []
    const { declareStatus, stageName, stageNameEn } = row
    return {
      ...{ id: row.id, projectName: row.projectName, panel: panelOf(own), ...summaryFor(own) },
      declareNo: visible('declareNo', row.declareNo),
      commpanyName: visible('commpanyName', row.commpanyName),
      provinceName: visible('province', row.provinceName as string | null),
      cityName: visible('city', row.cityName as string | null),
      categorizeName: visible('categorize', row.categorizeName as string | null),
      stageName: visible('declareStatus', localize(stageTitle(declareStatus, stageName, stageNameEn), ctx.lang)),
      awaitsDecision: declareStatus === 40,
      version: versions.get(row.id) ?? 0,
      provincePlace: places.get(row.province ?? '')?.get(row.id) ?? null,
      cityPlace: places.get(row.city ?? '')?.get(row.id) ?? null,
    }
  })
  const complete = scoredOf(members)
  const [ranks, panelRanks] = [ranksOf(complete), panelRanksOf(complete)]
  return members.map(({ panel: _, ...member }) => ({
    ...member,
    rank: ranks.get(member.id) ?? null,
    panelRank: panelRanks.get(member.id) ?? null,
  }))
}
