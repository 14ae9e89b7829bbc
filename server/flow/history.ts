import { decisionText, deputyName } from '#contract/flow/decisions.ts'
import type { FlowStep, ModelView } from '#contract/flow/flow-process.ts'
import type { Outline } from '#contract/flow/outline.ts'
import { denied, Fail, notFound } from '#contract/kit/fail.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { cachedFor } from '../engine/cache.ts'
import { type Ctx, hasPermission, type UserCtx } from '../engine/context.ts'
import { outlineOf } from './bpmn/outline.ts'
import { type DefinitionFacts, usableBy } from './definitions.ts'
import { nameInLanguage, namesOf } from './element-names.ts'
import { maySeeInstance } from './instance-access.ts'
import { entriesOf, overviewOf } from './instance-overview.ts'
import { businessOf } from './instance-row.ts'

const second: Text = ['秒', 's']
const units: readonly (readonly [seconds: number, words: Text])[] = [
  [86_400, ['天', 'd']],
  [3600, ['小时', 'h']],
  [60, ['分钟', 'min']],
  [1, second],
]

/** The two largest units of a duration: 2天3小时, 2 d 3 h. */
export const durationText = (seconds: number, lang: Lang): string => {
  const [join, none] = lang === 'en' ? [' ', '0 s'] : ['', `0${second[0]}`]
  const parts: string[] = []
  let rest = Math.max(0, Math.floor(seconds))
  for (const [size, words] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count === 0 && parts.length) break
    if (count) parts.push(`${count}${join}${localize(words, lang)}`)
    if (parts.length === 2) break
  }
  return parts.join(join) || none
}

interface StoredStep {
  readonly activityId: string
  readonly name: string
  readonly type: FlowStep['historyActivityType']
  readonly startTime: string
  readonly endTime: string | null
  readonly seconds: number
  readonly assignee: string | null
  readonly assigneeName: string | null
  readonly assigneeUnit: string | null
  readonly isClaimed: boolean
  readonly comment: string | null
  readonly pass: number | null
  readonly move: string | null
  readonly endReason: FlowStep['endReason']
  readonly taskId: string | null
  /** Not the start or the end of a sub-process, nor the end of a branch. */
  readonly isOuter: boolean
}

/** The kind of a gateway is that of its element; a version that has no such element any more cannot say it. */
const activityType = sql`case when a.type <> 'gateway' then a.type else coalesce(
  (select lower(left(e.type, 1)) || substr(e.type, 2) from (select d.facts->'elements'->a.activity_id->>'type' as type) e),
  'exclusiveGateway') end`
const flagOf = (pass: number | null): FlowStep['flag'] => (pass === null ? null : pass === 1 ? 'ok' : 'no')

/** Staff act for an office, all others for their company. */
const unitOf = sql`case when u.account_type is not null then nullif(u.unit_name, '') end`

/** SQL: who has or had the task `t`, and for whom they acted. */
const handlerName = (lang: Lang): Fragment =>
  sql`case when p.id is null then u.real_name else format(${localize(deputyName('%1$s', '%2$s'), lang)}, u.real_name, p.real_name) end`

/** Everything that has happened in an instance, oldest first. A task that the process has cancelled is not part of it. */
const readSteps = (ctx: Ctx, instanceId: string) =>
  run<StoredStep>(
    ctx.db,
    sql`select * from (
      select a.activity_id as "activityId",
        ${nameInLanguage(ctx.lang, sql`d.facts`, sql`a.activity_id`, sql`a.name`)} as name, ${activityType} as type, a.time as "startTime", a.time as "endTime", 0 as seconds,
        case when f.first then i.start_user::text end as assignee, case when f.first then u.real_name end as "assigneeName",
        case when f.first then ${unitOf} end as "assigneeUnit", false as "isClaimed", null as comment, null::smallint as pass, null as move, null as "endReason", null as "taskId", f.first or a.activity_id = i.end_activity or a.type = 'serviceTask' as "isOuter",
        a.time as at, a.id as no
      from flow_activity a join flow_instance i on i.id = a.instance_id join flow_definition d on d.id = i.definition_id
        left join "user" u on u.id = i.start_user,
        lateral (select a.id = min(o.id) as first from flow_activity o where o.instance_id = a.instance_id) f
      where a.instance_id = ${instanceId}
      union all
      select j.activity_id, ${nameInLanguage(ctx.lang, sql`d.facts`, sql`j.activity_id`, sql`d.facts->'elements'->j.activity_id->>'name'`)},
        'serviceTask', j.create_time, null, 0, null, null, null, false, null, null, null, null, null, true, j.create_time, 0
      from flow_job j join flow_instance i on i.id = j.instance_id join flow_definition d on d.id = i.definition_id
      where j.instance_id = ${instanceId}
      union all
      select t.task_key, ${nameInLanguage(ctx.lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)}, 'userTask', t.create_time, t.end_time,
        extract(epoch from coalesce(t.end_time, now()) - t.create_time)::float8,
        t.assignee::text, ${handlerName(ctx.lang)}, ${unitOf}, t.assignee is not null, t.comment, t.pass, t.move, t.end_reason, t.id::text, true, t.create_time, t.id
      from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
        left join "user" u on u.id = t.assignee left join "user" p on p.id = t.principal_id
      where t.instance_id = ${instanceId} and t.end_reason is distinct from 'cancelled') s
      order by s.at, case s.type when 'startEvent' then 0 when 'endEvent' then 2 else 1 end, s.no`,
  )

const stepOf = (
  { activityId, name, type, startTime, endTime, seconds, decision, ...step }: SeenStep,
  lang: Lang,
): FlowStep => ({
  historyActivityId: activityId,
  historyActivityName: name,
  historyActivityType: type,
  createTime: startTime,
  endTime,
  historyActivityDurationTime: type === 'userTask' ? durationText(seconds, lang) : null,
  assignee: step.assignee,
  assigneeName: step.assigneeName,
  ...(step.assigneeUnit ? { assigneeUnit: step.assigneeUnit } : {}),
  ...(type === 'userTask' ? { isClaimed: step.isClaimed } : {}),
  comment: step.comment,
  flag: flagOf(step.pass),
  endReason: step.endReason,
  decision: decision && localize(decision, lang),
  taskId: step.taskId,
})

interface Instance {
  readonly table: string
  readonly businessId: string
  readonly startUser: string | null
  /** Whether the caller may read who handled the steps. */
  readonly hasNames: boolean
  /** Whether it is over and the caller has started it: they read what was decided, and why. */
  readonly isOwnResult: boolean
}

/** An instance that the caller may see. Throws 403. */
const seenInstance = async (ctx: UserCtx, id: string): Promise<Instance> => {
  if (!(await maySeeInstance(ctx, id))) throw denied()
  const [row] = await run<Omit<Instance, 'hasNames'>>(
    ctx.db,
    sql`select business_table as "table", business_id::text as "businessId", start_user::text as "startUser",
        coalesce(end_time is not null and start_user = ${ctx.actor.id}, false) as "isOwnResult"
      from flow_instance where id = ${id}`,
  )
  if (!row) throw notFound()
  return { ...row, hasNames: await businessOf(ctx, row.table).showsHandlers(ctx, row.businessId) }
}

/** A step as the caller may read it, with what its decision is called. */
type SeenStep = StoredStep & { readonly decision: Text | null }

const decisionOf = ({ app }: Ctx, { pass, move, assignee }: StoredStep, { table, startUser }: Instance): Text | null =>
  decisionText(
    table,
    flagOf(pass),
    assignee !== null && assignee === startUser,
    move === null ? null : app.stageRules.labelOf?.(move),
  )

/** Which decisions of a matter that is over stay confidential, by the move. */
const isSecret = ({ app }: Ctx, move: string | null): boolean =>
  move !== null && app.stageRules.secretMoves?.has(move) === true

/**
 * Steps of the caller's own tasks keep their content, others only if the caller may read who handled them. Whoever started a matter
 * reads its decisions without names once it is over.
 */
const stepsFor = async (ctx: Ctx, instanceId: string, instance: Instance): Promise<SeenStep[]> =>
  (await readSteps(ctx, instanceId)).map((step) => {
    const seen = { ...step, decision: decisionOf(ctx, step, instance) }
    if (instance.hasNames || step.assignee === ctx.actor.id) return seen
    const nameless = { ...seen, assignee: null, assigneeName: null, assigneeUnit: null, taskId: null }
    if (instance.isOwnResult && !isSecret(ctx, step.move)) return nameless
    return { ...nameless, comment: null, pass: null, decision: null }
  })

const historyTypes = ['startEvent', 'userTask', 'serviceTask', 'endEvent'] as const

/** Start, tasks and end of an instance, from one activity to another if they are given. */
export const historyOf = async (
  ctx: UserCtx,
  instanceId: string,
  from?: string | null,
  to?: string | null,
): Promise<FlowStep[]> => {
  const steps = (await stepsFor(ctx, instanceId, await seenInstance(ctx, instanceId))).filter(
    ({ type, isOuter }) => isOuter && (historyTypes as readonly string[]).includes(type),
  )
  const first = from ? steps.findIndex(({ activityId }) => activityId === from) : 0
  const last = to ? steps.findLastIndex(({ activityId }) => activityId === to) : steps.length - 1
  return steps.slice(Math.max(first, 0), last + 1).map((step) => stepOf(step, ctx.lang))
}

const outlines = cachedFor<Outline>({ ttlMs: 3_600_000, maxEntries: 50 })

/** A deployed definition, which never changes, with its outline for the caller. */
const drawnOf = async ({ app, lang }: Ctx, { id, xml }: { readonly id: string; readonly xml: string }) => ({
  ...{ xml, outline: await outlines.read(app, `${id} ${lang}`, () => outlineOf(xml, lang)) },
})

/** The diagram of an instance with its history: also the flows that were taken and, while it runs, the tasks not reached yet. */
const instanceView = async (ctx: UserCtx, instanceId: string): Promise<ModelView> => {
  const instance = await seenInstance(ctx, instanceId)
  const steps = await stepsFor(ctx, instanceId, instance)
  const [row] = await run<{ id: string; xml: string; facts: DefinitionFacts; isRunning: boolean }>(
    ctx.db,
    sql`select d.id::text, d.xml, d.facts, i.end_time is null as "isRunning" from flow_instance i
      join flow_definition d on d.id = i.definition_id where i.id = ${instanceId}`,
  )
  if (!row) throw notFound()
  const reached = new Set(steps.map(({ activityId }) => activityId))
  const candidates = row.isRunning ? row.facts.tasks.filter(({ id }) => !reached.has(id)) : []
  const nothing = {
    endTime: null,
    seconds: 0,
    assignee: null,
    assigneeName: null,
    assigneeUnit: null,
    comment: null,
    pass: null,
    move: null,
    endReason: null,
    taskId: null,
    decision: null,
    isClaimed: false,
    isOuter: true,
  }
  return {
    ...(await drawnOf(ctx, row)),
    flow: [
      ...steps.map((step) => stepOf(step, ctx.lang)),
      ...candidates.map(({ id, name }) => ({
        ...stepOf(
          {
            activityId: id,
            name: localize(namesOf(row.facts, id, name), ctx.lang),
            type: 'candidate',
            startTime: '',
            ...nothing,
          },
          ctx.lang,
        ),
        createTime: null,
      })),
    ],
    entries: await entriesOf(ctx, instanceId, instance.hasNames),
    overview: await overviewOf(ctx, instanceId, instance.hasNames),
  }
}

/** The file names roles and people of the platform, so only those see it who may start the process or manage processes. */
const definitionView = async (ctx: UserCtx, definitionId: string): Promise<ModelView> => {
  const condition = hasPermission(ctx, 'flow_manager') ? sql`true` : ctx.app.mayStartDefinition(ctx)
  const [row] = await run<{ id: string; xml: string }>(
    ctx.db,
    sql`select id::text, xml from flow_definition where id = ${definitionId} and ${usableBy(ctx.actor.tenantId)} and ${condition}`,
  )
  if (!row) throw notFound()
  return drawnOf(ctx, row)
}

/** The diagram of an instance, or else of a definition. */
export const viewOf = async (
  ctx: UserCtx,
  instanceId?: string | null,
  definitionId?: string | null,
): Promise<ModelView> => {
  if (instanceId) return instanceView(ctx, instanceId)
  if (definitionId) return definitionView(ctx, definitionId)
  throw new Fail(['请指定流程实例或流程定义', 'Name an instance or a definition'])
}
