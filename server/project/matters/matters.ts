import { batch } from '#contract/project/batch.ts'
import { daysSince, daysUntil } from '#contract/project/days-left.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Matter, Matters, matters, WaitingMatter } from '#contract/project/matter.ts'
import { isInWorkdays, type StageCode } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type HandlerOf, hasPermission, type UserCtx } from '../../engine/context.ts'
import { cachedCount } from '../../engine/row-counts.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { readRegistrations } from '../../system/people/registrations.ts'
import { type Calendar, calendar, workdaysLeft } from '../../system/reference/working-days.ts'
import { countWithoutBatch } from '../batch/membership.ts'
import { countWaiting as countWaitingForNotice } from '../notice/without-notice.ts'
import { isDecidedTogether } from '../review/conditions.ts'
import { officeNames, titleColumn } from '../review/further-review.ts'
import { ownDeadline, urgentFirst } from '../review/waiting.ts'
import { countWaiting, firstWaiting } from '../review/waiting-rows.ts'
import { countFigures } from './declaration-figures.ts'
import { countTasks, firstTasks } from './waiting-tasks.ts'

const maxMatters = 8

/** Tasks of processes that wait for the caller: at most eight, and how many there are. */
export const waitingTasks = async (ctx: UserCtx, now: Date): Promise<Matters['tasks']> => {
  const { waiting, claimable, consulted } = await countTasks(ctx)
  return { records: waiting ? await firstTasks(ctx, maxMatters, now) : [], total: waiting, claimable, consulted }
}

export interface MatterRow {
  readonly id: string
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly stage: StageCode
  readonly stageName: string | null
  readonly stageOffice: string | null
  readonly since: string | null
  readonly deadline: string | null
}

type WaitingRow = MatterRow & Pick<WaitingMatter, 'isDecidedTogether'>

const readRows = (ctx: Ctx): Promise<WaitingRow[]> =>
  run<WaitingRow>(
    ctx.db,
    sql`select id::text, declare_no as "declareNo", project_name as "projectName", commpany_name as "commpanyName",
        declare_status as stage, ${titleColumn(ctx.lang, 'stage_name')} as "stageName", stage_office as "stageOffice", stage_since as since,
        ${ownDeadline(ctx)} as deadline, ${hasPermission(ctx, 'declaration_decide') ? isDecidedTogether : sql`false`} as "isDecidedTogether"
      from declaration where id in ${firstWaiting(ctx, maxMatters)} order by ${urgentFirst(ctx)}`,
  )

/** Without the fields that no data scope of the caller makes visible. */
export const matterOf = (
  { lang }: Pick<Ctx, 'lang'>,
  { stageOffice, ...row }: MatterRow,
  hidden: ReadonlySet<string>,
  now: Date,
  days: Calendar,
): Matter => {
  const since = hidden.has('stageSince') ? null : row.since
  // the deadlines belong to the stage and would reveal it, as its title and office do
  const hidesStage = hidden.has('declareStatus')
  const deadline = hidesStage ? null : row.deadline
  return {
    ...row,
    stage: hidesStage ? null : row.stage,
    stageName: hidesStage ? null : row.stageName,
    holderName: hidesStage ? null : officeNames(stageOffice, lang),
    since,
    deadline,
    declareNo: hidden.has('declareNo') ? null : row.declareNo,
    commpanyName: hidden.has('commpanyName') ? null : row.commpanyName,
    daysWaiting: since ? daysSince(since, now) : 0,
    daysLeft: deadline ? daysUntil(deadline, now) : null,
    workdaysLeft: workdaysLeft(deadline, isInWorkdays(row.stage), now, days),
  }
}

const waitingRegistrations = async (ctx: Ctx, now: Date): Promise<Matters['registrations']> => {
  if (!hasPermission(ctx, 'user_audit_pass')) return null
  const { count, oldest } = await readRegistrations(ctx)
  return { value: count, daysWaiting: oldest ? daysSince(oldest, now) : 0 }
}

const countUnbatched = async (ctx: Ctx): Promise<number | null> =>
  batch.calls.waiting.access.perm.some((perm) => hasPermission(ctx, perm))
    ? (await countWithoutBatch(ctx)).reduce((sum, { count }) => sum + count, 0)
    : null

const countUnpublished = async (ctx: Ctx): Promise<number | null> =>
  hasPermission(ctx, 'public_notice')
    ? (await countWaitingForNotice(ctx)).reduce((sum, { count }) => sum + count, 0)
    : null

const supervisedFilter = (ctx: Ctx) => sql`${rowFilter(ctx, declaration)} and supervised_since is not null`

/** What waits for the caller: at most eight declarations and tasks, their totals, and the registrations to approve. */
export const listMatters: HandlerOf<typeof matters.list> = async (ctx) => {
  const now = new Date()
  const seesDeclarations = hasPermission(ctx, 'declaration')
  const seesLibrary = hasPermission(ctx, 'library')
  const supervises = seesDeclarations && declaration.calls.remind.access.perm.some((perm) => hasPermission(ctx, perm))
  const [rows, total, tasks, supervised, unbatched, unpublished, figures, registrations] = await Promise.all([
    seesDeclarations ? readRows(ctx) : [],
    seesDeclarations ? countWaiting(ctx) : 0,
    waitingTasks(ctx, now),
    supervises ? cachedCount(ctx, sql`declaration`, supervisedFilter(ctx)) : null,
    countUnbatched(ctx),
    countUnpublished(ctx),
    seesDeclarations || seesLibrary ? countFigures(ctx) : null,
    waitingRegistrations(ctx, now),
  ])
  const hidden = hiddenFields(ctx.actor, declaration)
  const days = await calendar(ctx)
  return {
    records: rows.map(({ isDecidedTogether: isTogether, ...row }) => ({
      ...matterOf(ctx, row, hidden, now, days),
      isDecidedTogether: isTogether && !hidden.has('declareStatus'),
    })),
    total,
    tasks,
    supervised,
    unbatched,
    unpublished,
    byStage: seesDeclarations ? (figures?.byStage ?? []) : [],
    listed: seesLibrary ? (figures?.listed ?? 0) : null,
    registrations,
  }
}
