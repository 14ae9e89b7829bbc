import { sql } from 'kysely'
import type { Fields } from '#contract/kit/field.ts'
import { isFile } from '#contract/kit/kinds.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DeclarationFile, DeclarationMessage, myMatters, OwnDeclaration } from '#contract/project/my-matters.ts'
import { parts } from '#contract/project/parts.ts'
import { stagesWith } from '#contract/project/stages.ts'
import { transitionsWith } from '#contract/project/transitions.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { listNewest } from '../../desk/notice.ts'
import { type Ctx, type HandlerOf, hasPermission } from '../../engine/context.ts'
import { filesIn } from '../../engine/file-references.ts'
import { cachedCount } from '../../engine/row-counts.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { calendar } from '../../system/reference/working-days.ts'
import { rowsOfOperator } from '../figures/of-operator.ts'
import { canBeLifted } from '../review/conditions.ts'
import { commentIn } from '../review/expiry-reason.ts'
import { titleColumn } from '../review/further-review.ts'
import { officeName } from '../review/timeline.ts'
import { deadline, isDisputed, isOwnRow, noticeUntil, partyCondition, waitingCondition } from '../review/waiting.ts'
import { type MatterRow, matterOf, waitingTasks } from './matters.ts'

const maxRows = 10
/** Messages come from the declarations that changed last. */
const maxChanged = 100

const ownFilter = (ctx: Ctx): Fragment => sql`${rowFilter(ctx, declaration)} and ${partyCondition(ctx)}`

/** A draft cannot be submitted after the declaration window has closed; a returned declaration can. */
const isWaiting = (ctx: Ctx): Fragment =>
  sql`(${waitingCondition(ctx)} and (declaration.declare_status = 70 or coalesce(${deadline} > now(), true)))`

const openStages = stagesWith(({ holder }) => holder !== 'nobody')

/** Returned declarations, others that wait for the caller, those in review, finished ones; each by its deadline or the end of its public notice. */
const nextFirst = (ctx: Ctx): Fragment => {
  const waits = isWaiting(ctx)
  return sql`case when ${waits} and declaration.declare_status = 70 then 0 when ${waits} then 1
      when declaration.declare_status = any(${openStages}::integer[]) then 2 else 3 end,
    coalesce(${deadline}, ${noticeUntil}) asc nulls last, declaration.stage_since desc nulls last, declaration.id desc`
}

interface DeclarationRow
  extends MatterRow,
    Pick<
      OwnDeclaration,
      'isOwn' | 'isWaiting' | 'completeness' | 'noticeUntil' | 'isDisputed' | 'returned' | 'expired'
    > {}

const readDeclarations = (ctx: Ctx): Promise<DeclarationRow[]> =>
  run<DeclarationRow>(
    ctx.db,
    sql`select id::text, declare_no as "declareNo", project_name as "projectName", commpany_name as "commpanyName",
        declare_status as stage, ${titleColumn(ctx.lang, 'stage_name')} as "stageName", stage_office as "stageOffice", stage_since as since,
        ${deadline} as deadline, ${noticeUntil} as "noticeUntil", ${isDisputed} as "isDisputed", completeness,
        ${isOwnRow(ctx)} as "isOwn", ${isWaiting(ctx)} as "isWaiting",
        case when declare_status = 70 then (select
            jsonb_build_object('comment', m.comment, 'remarks', jsonb_array_length(m.remarks))
          from declaration_move m where m.pid = declaration.id and m.to_stage = 70 and m.from_stage <> 99 order by m.id desc limit 1)
        end as returned,
        case when declare_status = 99 and ${isOwnRow(ctx)} and ${canBeLifted} then jsonb_build_object('templateId', template_id::text,
          'office', (select m.office from declaration_move m where m.pid = declaration.id and m.to_stage = 70 and m.from_stage <> 99
            order by m.id desc limit 1)) end as expired
      from declaration where ${ownFilter(ctx)} order by ${nextFirst(ctx)} limit ${sql.lit(maxRows)}`,
  )

/** Not those that concern only the reviewers: scores are confidential, and requests wait for a second person. */
const messageTransitions = transitionsWith(({ traits }) => !traits.includes('internal'))
/** What the organisation itself does is no message for its accounts. */
const ownerTransitions = transitionsWith(({ by }) => by === 'owner')

const readMessages = async (ctx: Ctx): Promise<DeclarationMessage[]> => {
  const rows = await run<DeclarationMessage>(
    ctx.db,
    sql`with changed as (select id, project_name, ${isOwnRow(ctx)} as is_own from declaration where ${ownFilter(ctx)}
        order by update_time desc nulls last limit ${sql.lit(maxChanged)})
      select m.id::text, changed.id::text as "declarationId", changed.project_name as "projectName", m.move,
        m.from_stage as "from", m.to_stage as "to", ${titleColumn(ctx.lang, 'm.from_name')} as "fromName",
        ${titleColumn(ctx.lang, 'm.to_name')} as "toName",
        m.office, m.comment, jsonb_array_length(m.remarks) as remarks, m.create_time as "createTime"
      from declaration_move m join changed on changed.id = m.pid
      where m.user_id is distinct from ${ctx.actor.id} and m.move = any(${messageTransitions}::text[])
        and not (changed.is_own and m.move = any(${ownerTransitions}::text[]))
        and not (m.move = 'unlist' and m.from_stage = m.to_stage)
      order by m.id desc limit ${sql.lit(maxRows)}`,
  )
  return rows.map((row) => ({ ...row, office: officeName(row.office, ctx.lang), comment: commentIn(ctx.lang, row) }))
}

interface PartRow {
  readonly pid: string
  readonly part: string
  readonly body: Readonly<Record<string, unknown>>
}

const hasFileField = (fields: Fields): boolean =>
  Object.values(fields).some((field) => isFile(field) || hasFileField(field.fields ?? {}))
const partsWithFiles = parts.filter(({ fields }) => hasFileField(fields)).map(({ code }) => code)

/** The ids of the files that these declarations name now, each with its declaration. */
const fileReferencesOf = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await run<PartRow>(
    ctx.db,
    sql`select pid::text, part, body from declaration_part
      where pid = any(${ids}::bigint[]) and part = any(${partsWithFiles}::text[])`,
  )
  return new Map(
    rows.flatMap(({ pid, part, body }) =>
      filesIn(parts.find(({ code }) => code === part)?.fields ?? {}, body).map(({ id }) => [id, pid] as const),
    ),
  )
}

const readFiles = async (ctx: Ctx, rows: readonly DeclarationRow[]): Promise<DeclarationFile[]> => {
  const references = await fileReferencesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const ids = [...references.keys()].filter((id) => /^\d{1,19}$/.test(id))
  if (ids.length === 0) return []
  const files = await run<Pick<DeclarationFile, 'id' | 'name' | 'size' | 'declarationId'>>(
    ctx.db,
    sql`select a.id::text, f.pid::text as "declarationId", a.original_name as name, a.attach_size::float as size
      from attach a join declaration_file f on f.attach_id = a.id
      where a.id = any(${ids}::bigint[]) and f.pid = any(${rows.map(({ id }) => id)}::bigint[]) and a.is_deleted = 0
      order by a.id desc limit ${sql.lit(maxRows)}`,
  )
  const projectNames = new Map(rows.map(({ id, projectName }) => [id, projectName]))
  return files.map((file) => ({ ...file, projectName: projectNames.get(file.declarationId) ?? null }))
}

/** Only tasks and notices for callers who may not see declarations. */
export const readMyMatters: HandlerOf<typeof myMatters.read> = async (ctx) => {
  const now = new Date()
  const [newest, tasks] = await Promise.all([listNewest(ctx), waitingTasks(ctx, now)])
  const notices = newest.slice(0, maxRows)
  if (!hasPermission(ctx, 'declaration')) return { declarations: [], total: 0, tasks, messages: [], notices, files: [] }
  const [rows, total, messages] = await Promise.all([
    readDeclarations(ctx),
    cachedCount(ctx, rowsOfOperator(ctx) ?? sql`declaration`, ownFilter(ctx)),
    readMessages(ctx),
  ])
  const hidden = hiddenFields(ctx.actor, declaration)
  const days = await calendar(ctx)
  return {
    declarations: rows.map((row) => ({
      ...matterOf(ctx, row, hidden, now, days),
      isOwn: row.isOwn,
      isWaiting: row.isWaiting,
      completeness: hidden.has('completeness') ? null : row.completeness,
      noticeUntil: hidden.has('declareStatus') ? null : row.noticeUntil,
      isDisputed: !hidden.has('declareStatus') && row.isDisputed,
      returned: row.returned,
      expired: row.expired && { ...row.expired, office: officeName(row.expired.office, ctx.lang) },
    })),
    total,
    tasks,
    messages,
    notices,
    // what others may read of a declaration contains no file (readable-places.ts)
    files: hidden.size
      ? []
      : await readFiles(
          ctx,
          rows.filter(({ isOwn }) => isOwn),
        ),
  }
}
