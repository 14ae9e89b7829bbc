import { decisionText } from '#contract/flow/decisions.ts'
import type { Page } from '#contract/kit/call.ts'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Row } from '#contract/kit/field.ts'
import { type Lang, localize } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { isInWorkdays } from '#contract/project/stages.ts'
import { type familyFields, workFields } from '#contract/work/task-fields.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { UserCtx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { takeFilters } from '../engine/filter.ts'
import type { ListOptions } from '../engine/known-rows.ts'
import { withCategoryNames } from '../flow/category-names.ts'
import { isConsulted } from '../flow/consultations.ts'
import { withElementNames } from '../flow/element-names.ts'
import { durationText } from '../flow/history.ts'
import { isTakenByMove, obstacleOf } from '../flow/task-access.ts'
import { calendar, workdaysLeft } from '../system/reference/working-days.ts'

/** A day ends with it; a moment is included itself. */
const until = (time: Fragment, end: string): Fragment =>
  end.length > 10 ? sql`${time} < ${end}::timestamp + interval '1 second'` : sql`${time} < ${end}::date + 1`

/** Filters that clients of the family send in addition to those by field; `time` is the column that the dates restrict. */
const familyFilters = ({ category, beginDate, endDate }: ListInput, time: Fragment): Fragment[] => [
  ...(category ? [sql`category = ${String(category)}`] : []),
  ...(beginDate ? [sql`${time} >= ${String(beginDate)}::timestamp`] : []),
  ...(endDate ? [until(time, String(endDate))] : []),
]

interface WorkList {
  readonly conditions: readonly Fragment[]
  readonly order: Fragment
  readonly time: Fragment
  /** The state of all rows; `open` are those that may be taken and those that are. */
  readonly status: 'claim' | 'todo' | 'finish' | 'open'
  readonly among?: ListOptions['among']
  readonly few?: ListOptions['few']
}

type WorkEntity = Omit<AnyEntity, 'fields'> & { readonly fields: typeof workFields }
/** The state of a task replaces the base field of the same name. */
type WorkRow = Omit<RowOf<WorkEntity>, 'status'> & Pick<Row<typeof workFields>, 'status'>
type FamilyRow = Row<typeof familyFields>

const secondsBetween = (from: string | null, to: string | null): number =>
  from && to ? (Date.parse(to.replace(' ', 'T')) - Date.parse(from.replace(' ', 'T'))) / 1000 : 0

/** The family has true or false where our own flags are 1 or 0; the serializer sends either. */
const asBoolean = (flag: number | null) => (flag === null ? null : flag === 1) as unknown as number | null

type TaskStatus = Exclude<WorkList['status'], 'open'> | 'advise'

const statusOf = (list: WorkList['status'], { assignee }: WorkRow, isToAdvise: boolean | undefined): TaskStatus => {
  if (list !== 'open') return list
  if (isToAdvise) return 'advise'
  return assignee === null ? 'claim' : 'todo'
}

const statusColumn = (ctx: UserCtx, list: WorkList['status'], { name }: WorkEntity): Fragment =>
  list === 'open'
    ? sql`(case when ${isConsulted(ctx, sql`${identifier(name)}.id`)} then 'advise' when assignee is null then 'claim' else 'todo' end)`
    : sql`${list}::text`

const statusNameOf = (status: TaskStatus, lang: Lang): string => {
  const choice = workFields.status.choices.find(([value]) => value === status)
  return choice ? localize(choice[1], lang) : ''
}

const resourceNamesOf = async ({ db }: UserCtx, ids: readonly (string | null)[]) =>
  new Map(
    (
      await run<{ id: string; name: string }>(
        db,
        sql`select id::text, resource_name as name from flow_definition where id = any(${[...new Set(ids)]}::bigint[])`,
      )
    ).map(({ id, name }) => [id, name]),
  )

interface TaskFacts extends Pick<FamilyRow, 'waitsFor' | 'waitsUntil'> {
  readonly move: string | null
  readonly canAccept: boolean
  readonly isDecidedTogether: boolean | null
  /** Whether the caller is only consulted on it: whoever has it decides. */
  readonly isToAdvise: boolean
  /** Of the declaration that it is about. */
  readonly stage: number | null
}

/**
 * How tasks were completed; which of the open ones are taken by a move, such as the acceptance of a declaration, and what they wait
 * for.
 */
const factsOf = async (
  ctx: UserCtx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, TaskFacts>> => {
  const obstacle = obstacleOf(ctx, sql`i.business_table`, sql`i.business_id`, sql`t.moves`)
  const isToAdvise = isConsulted(ctx, sql`t.id`)
  const rows = await run<TaskFacts & { id: string }>(
    ctx.db,
    sql`select t.id::text, t.move, t.declare_status as stage,
        ${isToAdvise} as "isToAdvise", t.end_time is null and t.assignee is null and ${isTakenByMove(ctx, sql`t.moves`)} as "canAccept",
        case when t.end_time is null and not ${isToAdvise} then ${obstacle.kind} end as "waitsFor",
        case when t.end_time is null and not ${isToAdvise} then ${obstacle.until} end as "waitsUntil",
        case when t.end_time is null and not ${isToAdvise} then ${obstacle.isDecidedTogether} end as "isDecidedTogether"
      from flow_task t join flow_instance i on i.id = t.instance_id where t.id = any(${ids.filter(Boolean)}::bigint[])`,
  )
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

const decisionOf = ({ app, actor, lang }: UserCtx, row: WorkRow, move: string | null | undefined): string | null => {
  const flag = row.flag === 'ok' || row.flag === 'no' ? row.flag : null
  const label = move ? app.stageRules.labelOf?.(move) : null
  const decision = decisionText(row.businessTable, flag, row.startUserId === actor.id, label)
  return decision && localize(decision, lang)
}

/** What the decision on a finished task is called, also as the name of its flag, which is what an export writes. */
const decisionIn = (
  ctx: UserCtx,
  row: WorkRow,
  status: WorkList['status'],
  facts: ReadonlyMap<string | null, TaskFacts>,
): { readonly decision: string | null; readonly flagName?: string } => {
  const decision = status === 'finish' ? decisionOf(ctx, row, facts.get(row.taskId)?.move) : null
  return decision === null ? { decision } : { decision, flagName: decision }
}

/** What clients of the family read in addition: the same facts under the names of a history entry. */
const withFamilyFields = async (
  ctx: UserCtx,
  records: readonly WorkRow[],
  status: WorkList['status'],
): Promise<(WorkRow & FamilyRow)[]> => {
  const names = await resourceNamesOf(
    ctx,
    records.map(({ processDefinitionId }) => processDefinitionId),
  )
  const facts = await factsOf(
    ctx,
    records.map(({ taskId }) => taskId),
  )
  const rows = records.map((row) => {
    const own = statusOf(status, row, facts.get(row.taskId)?.isToAdvise)
    return { ...row, status: own, statusName: statusNameOf(own, ctx.lang) }
  })
  const [now, days] = [new Date(), await calendar(ctx)]
  return rows.map((row) => ({
    ...row,
    ...decisionIn(ctx, row, status, facts),
    canAccept: facts.get(row.taskId)?.canAccept ? 1 : 0,
    isDecidedTogether: facts.get(row.taskId)?.isDecidedTogether ? 1 : 0,
    waitsFor: facts.get(row.taskId)?.waitsFor ?? null,
    waitsUntil: facts.get(row.taskId)?.waitsUntil ?? null,
    workdaysLeft: workdaysLeft(row.dueTime, isInWorkdays(facts.get(row.taskId)?.stage ?? null), now, days),
    processDefinitionResName: names.get(row.processDefinitionId ?? '') ?? null,
    processDefinitionDiagramResName: null,
    historyActivityId: row.taskDefinitionKey,
    historyActivityName: row.taskName,
    historyActivityType: row.taskId ? 'userTask' : 'endEvent',
    historyActivityDurationTime: row.historyTaskEndTime
      ? durationText(secondsBetween(row.createTime, row.historyTaskEndTime), ctx.lang)
      : null,
    pass: asBoolean(row.pass),
    isPass: asBoolean(row.pass),
    variables: { pass: asBoolean(row.pass) },
    beginDate: null,
    endDate: null,
  }))
}

/** One page of a list of 我的事务. */
export const workPage = async (
  ctx: UserCtx,
  entity: WorkEntity,
  input: ListInput,
  { conditions, order, time, status, among, few }: WorkList,
): Promise<Page<WorkRow & FamilyRow>> => {
  const { category, beginDate, endDate, ...filters } = input
  const ofStatus = takeFilters(filters, 'status', workFields.status, statusColumn(ctx, status, entity))
  const page = await withElementNames(
    ctx,
    await pageOf(ctx, entity, ofStatus.rest, {
      conditions: [...conditions, ...ofStatus.conditions, ...familyFilters({ category, beginDate, endDate }, time)],
      ...(input.ascs || input.descs ? {} : { order, ...(few ? { few } : {}) }),
      ...(among ? { among } : {}),
    }),
  )
  return withCategoryNames({ ...page, records: await withFamilyFields(ctx, page.records, status) })
}
