import { flowFollow } from '#contract/flow/flow-follow.ts'
import type { Page } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { fieldIn } from '../engine/filter.ts'
import { announceWork } from '../job/run/claim.ts'
import { runAgain } from '../job/run/lease.ts'
import { withCategoryNames } from './category-names.ts'
import { nameInLanguage } from './element-names.ts'
import { failedRunsOf, listFailedJobs } from './failed-jobs.ts'
import { instanceEnded } from './instance-row.ts'
import { endRunningInstance, lockAdministered, peopleForTask, reassignTask, suspendInstance } from './interventions.ts'
import { isAdministered } from './task-access.ts'

type FollowRow = RowOf<typeof flowFollow>

/** Puts the English names of processes and of the tasks that wait in place of the Chinese ones; one query for a page. */
const inEnglish = async ({ db }: Ctx, page: Page<FollowRow>): Promise<Page<FollowRow>> => {
  const found = await run<Pick<FollowRow, 'id' | 'name' | 'taskName' | 'fault'>>(
    db,
    sql`select i.id::text, coalesce(d.facts->>'nameEn', d.name) as name,
        (select string_agg(distinct ${nameInLanguage('en', sql`d.facts`, sql`t.key`, sql`t.name`)}, ', ')
          from (select task_key as key, name from flow_task where instance_id = i.id and end_time is null
            union all select activity_id, d.facts->'elements'->activity_id->>'name' from flow_job where instance_id = i.id) t) as "taskName",
        (select f.sentence ->> 1 from flow_fault f where f.instance_id = i.id) as fault
      from flow_instance i join flow_definition d on d.id = i.definition_id
      where i.id = any(${page.records.map(({ id }) => id)})`,
  )
  const names = new Map(found.map(({ id, ...rest }) => [id, rest]))
  return { ...page, records: page.records.map((row) => ({ ...row, ...names.get(row.id) })) }
}

const nothingFailed = () =>
  new Fail(['该流程没有运行失败的任务，请刷新', 'No job of this process has failed; please reload'], 409)

/** Runs the failed jobs of an instance once more; it goes on when they are done. */
const retryFailedJobs = (ctx: Ctx, id: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const instance = await lockAdministered(inside, id)
    if (instance.hasEnded) throw instanceEnded()
    const runs = (await failedRunsOf(inside, id)).map(({ runId }) => runId)
    if (runs.length === 0) throw nothingFailed()
    for (const runId of runs) await runAgain(inside.db, runId)
    await listFailedJobs(inside, instance)
    await announceWork(inside.db)
    await writeAudit(inside, 'flowFollow', id, 'retryJobs', null, { runs }, { title: instance.subject })
  })

/** Only the view with the tasks has these columns. */
const computed = Object.entries(flowFollow.fields as Fields).flatMap(([name, { isComputed }]) =>
  isComputed ? [name] : [],
)

/** A whole number of an instance, which an index finds, however old it is. */
const isInstanceId = (value: unknown): value is string => typeof value === 'string' && /^\d{18,19}$/.test(value.trim())

const conditionsOf = (ctx: Ctx, { processInstanceId, keyword, ...input }: ListInput) => {
  const isOwn = isAdministered(ctx, sql`business_table`, sql`business_id::bigint`, sql`start_user_id`)
  const whole = [processInstanceId, keyword].filter(isInstanceId)
  const parts = Object.entries({ processInstanceId, keyword }).filter(([, value]) => value && !isInstanceId(value))
  return {
    conditions: [isOwn, ...whole.map((id) => sql`id = ${id.trim()}`)],
    rest: { ...input, ...Object.fromEntries(parts) } as ListInput,
  }
}

export const flowFollowHandlers: Handlers<'flowFollow'> = {
  list: async (ctx, input) => {
    const { rest, conditions } = conditionsOf(ctx, input)
    const isComputed = Object.keys(rest).some((name) => computed.includes(fieldIn(flowFollow.fields, name)))
    const keys = isComputed ? undefined : sql`flow_running flow_follow`
    const page = withCategoryNames(await pageOf(ctx, flowFollow, rest, { conditions, keys }))
    return ctx.lang === 'en' ? inEnglish(ctx, page) : page
  },
  deleteProcessInstance: async (ctx, { processInstanceId, deleteReason }) => {
    await endRunningInstance(ctx, String(processInstanceId), String(deleteReason))
    return null
  },
  suspendInstance: async (ctx, { processInstanceId, suspended, reason }) => {
    await suspendInstance(ctx, String(processInstanceId), suspended === 1, String(reason))
    return null
  },
  retryJobs: async (ctx, { processInstanceId }) => {
    await retryFailedJobs(ctx, String(processInstanceId))
    return null
  },
  people: (ctx, { taskId, realName }) => peopleForTask(ctx, String(taskId), realName?.trim() ?? ''),
  reassignTask: async (ctx, { taskId, userId, reason }) => {
    await reassignTask(ctx, String(taskId), String(userId), String(reason))
    return null
  },
}
