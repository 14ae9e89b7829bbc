import { split } from '#contract/kit/field.ts'
import { type Lang, localize } from '#contract/kit/text.ts'
import { type StageCode, stageOf } from '#contract/project/stages.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { nameInLanguage } from '../../flow/element-names.ts'
import { isCandidate } from '../../flow/task-access.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { isOffice, officeName, officeOf } from './timeline.ts'

/** The open tasks `t` of the process of a declaration; `id` is a column or a value. */
const openTasks = (id: Fragment): Fragment =>
  sql`flow_task t join flow_instance i on i.id = t.instance_id and i.business_table = 'declaration' and i.business_id = ${id}
    and i.end_time is null and t.end_time is null`

/** Whether a task of the declaration waits for the caller: they have it, or are among its candidates. */
export const isTaskHolder = (ctx: Ctx, id: Fragment): Fragment =>
  sql`exists (select 1 from ${openTasks(id)} where t.assignee = ${ctx.actor.id} or ${isCandidate(ctx, sql`t.id`)})`

/** The earliest time at which an open task of the declaration is due. */
export const dueTimeOf = (id: Fragment): Fragment => sql`(select min(t.due_time) from ${openTasks(id)})`

/** When the score of an expert is due, by their open task; null without one. Without `offset`, all open tasks of the expert are read. */
export const scoreDueOf = (id: Fragment, expert: Fragment): Fragment =>
  sql`(select min(t.due_time) from (select t.* from ${openTasks(id)} offset 0) t
    where t.assignee = ${expert} and 'score' = any(t.moves))`

/** When the last score of an expert was due, by their task, also a completed one; null if they never had one. */
export const lastScoreDueOf = (id: Fragment, expert: Fragment): Fragment =>
  sql`(select t.due_time from flow_task t
    join flow_instance i on i.id = t.instance_id and i.business_table = 'declaration' and i.business_id = ${id}
    where t.assignee = ${expert} and 'score' = any(t.moves) order by t.id desc limit 1)`

/** The assignees of the open tasks; null for each that nobody has claimed. */
export const openAssignees = async (ctx: Ctx, { id }: { readonly id: string }): Promise<(string | null)[]> =>
  (
    await run<{ assignee: string | null }>(ctx.db, sql`select t.assignee::text from ${openTasks(sql`${id}::bigint`)}`)
  ).map(({ assignee }) => assignee)

interface Candidate {
  readonly alias: string
  readonly roleName: string | null
}

/** The roles of the candidates of the open tasks. */
const candidateRoles = (ctx: Ctx, id: string) =>
  run<Candidate>(
    ctx.db,
    sql`select distinct c.value as alias, r.role_name as "roleName" from ${openTasks(sql`${id}::bigint`)}
      join flow_task_candidate c on c.task_id = t.id and c.kind = 'group'
      left join role r on r.role_alias = c.value and r.tenant_id = ${ctx.actor.tenantId} and r.is_deleted = 0
      order by alias`,
  )

/** The code of an office, or the name of a role that is none. */
const officeFor = ({ alias, roleName }: Candidate): string => (isOffice(alias) ? alias : (roleName ?? alias))

/** The office that the caller acts for in a further review: the one of its roles that they have. */
export const actingReviewOffice = async (ctx: Ctx, { id }: DeclarationRow): Promise<string> => {
  const role = (await candidateRoles(ctx, id)).find(({ alias }) => ctx.actor.rights.aliases.includes(alias))
  return role ? officeFor(role) : officeOf(ctx)
}

export interface FurtherReview {
  readonly stageName: string | null
  /** The Chinese name, if its task has no English one. */
  readonly stageNameEn: string | null
  readonly stageOffice: string | null
}

/** Title and office of the stage that a declaration has entered; both null for a stage that has its own. */
export const furtherReviewOf = async (ctx: Ctx, id: string, stage: StageCode): Promise<FurtherReview> => {
  if (!stageOf(stage).isFurtherReview) return { stageName: null, stageNameEn: null, stageOffice: null }
  const [tasks] = await run<{ names: string | null; namesEn: string | null }>(
    ctx.db,
    sql`select string_agg(distinct t.name, ' / ') as names,
        string_agg(distinct ${nameInLanguage('en', sql`d.facts`, sql`t.task_key`, sql`t.name`)}, ' / ') as "namesEn"
      from ${openTasks(sql`${id}::bigint`)} join flow_definition d on d.id = i.definition_id`,
  )
  const offices = (await candidateRoles(ctx, id)).map(officeFor)
  const { names = null, namesEn = null } = tasks ?? {}
  return { stageName: names, stageNameEn: namesEn, stageOffice: [...new Set(offices)].join(',') || null }
}

/** SQL: the title of a further review in the reader's language; `column` is the one of the Chinese title. */
export const titleColumn = (lang: Lang, column: string): Fragment => {
  const name = sql.raw(column)
  return lang === 'en' ? sql`coalesce(${sql.raw(`${column}_en`)}, ${name})` : name
}

/** The offices of a further review for its readers. */
export const officeNames = (stageOffice: string | null, lang: Lang): string | null =>
  split(stageOffice)
    .map((office) => officeName(office, lang))
    .join(localize(['、', ', '], lang)) || null
