import type { Fields } from '#contract/kit/field.ts'
import { isFile } from '#contract/kit/kinds.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DeclarationFile, DeclarationMessage, myMatters, OwnDeclaration } from '#contract/project/my-matters.ts'
import { parts } from '#contract/project/parts.ts'
import { transitionsWith } from '#contract/project/transitions.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { listNewest } from '../../desk/notice.ts'
import { type Ctx, type HandlerOf, hasPermission } from '../../engine/context.ts'
import { filesIn } from '../../engine/file-references.ts'
import { cachedCount } from '../../engine/row-counts.ts'
import { hiddenFields } from '../../engine/scope.ts'
import { calendar } from '../../system/reference/working-days.ts'
import { rowsNaming, rowsOfOperator, rowsOfOrganisation } from '../figures/of-operator.ts'
import { canBeLifted } from '../review/conditions.ts'
import { commentIn } from '../review/expiry-reason.ts'
import { titleColumn } from '../review/further-review.ts'
import { officeName } from '../review/timeline.ts'
import { deadline, isDisputed, isOwnRow, noticeUntil, partyCondition } from '../review/waiting.ts'
import { isAmongFirst, isWaiting, nextFirst, ownFilter } from './first-declarations.ts'
import { type MatterRow, matterOf, waitingTasks } from './matters.ts'

const maxRows = 10
/** Messages come from the declarations that changed last; for an operator from those with the newest last steps. */
const maxChanged = 100
/** Mostly so many have the newest messages. */
const maxSteppedFirst = 20

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
      from declaration where ${isAmongFirst(ctx, maxRows)} order by ${nextFirst(ctx)} limit ${sql.lit(maxRows)}`,
  )

/** Not those that concern only the reviewers: scores are confidential, and requests wait for a second person. */
const messageTransitions = transitionsWith(({ traits }) => !traits.includes('internal'))
/** What the organisation itself does is no message for its accounts. */
const ownerTransitions = transitionsWith(({ by }) => by === 'owner')

/** Of the caller's organisation, or all that the caller takes part in: those that changed last. */
const lastChanged = (ctx: Ctx, source: Fragment): Fragment =>
  sql`select id, ${isOwnRow(ctx)} as is_own from ${source} where ${ownFilter(ctx)}
    order by update_time desc nulls last limit ${sql.lit(maxChanged)}`

const readMessagesOf = async (ctx: Ctx, changed: Fragment): Promise<DeclarationMessage[]> => {
  const rows = await run<DeclarationMessage>(
    ctx.db,
    sql`select m.id::text, m.pid::text as "declarationId", declaration.project_name as "projectName", m.move,
        m.from_stage as "from", m.to_stage as "to", ${titleColumn(ctx.lang, 'm.from_name')} as "fromName",
        ${titleColumn(ctx.lang, 'm.to_name')} as "toName",
        m.office, m.comment, jsonb_array_length(m.remarks) as remarks, m.create_time as "createTime"
      from (select m.* from (${changed}) changed join declaration_move m on m.pid = changed.id
        where m.user_id is distinct from ${ctx.actor.id} and m.move = any(${messageTransitions}::text[])
          and not (changed.is_own and m.move = any(${ownerTransitions}::text[]))
          and not (m.move = 'unlist' and m.from_stage = m.to_stage)
        order by m.id desc limit ${sql.lit(maxRows)}) m join declaration on declaration.id = m.pid
      order by m.id desc`,
  )
  return rows.map((row) => ({ ...row, office: officeName(row.office, ctx.lang), comment: commentIn(ctx.lang, row) }))
}

/** The declarations of other organisations that name the operator and have the newest last steps. */
const lastStepped = (ctx: Ctx, rows: Fragment, limit: number) =>
  run<{ id: string; lastStep: string }>(
    ctx.db,
    sql`select id, last_step as "lastStep" from ${rows}
      where last_step is not null and ${partyCondition(ctx)} and not ${isOwnRow(ctx)}
      order by last_step desc nulls last limit ${sql.lit(limit)}`,
  )

const readMessages = async (ctx: Ctx): Promise<DeclarationMessage[]> => {
  const rows = rowsNaming(ctx)
  if (!rows) return readMessagesOf(ctx, lastChanged(ctx, sql`declaration`))
  const { organizationCode } = ctx.actor
  const own = organizationCode ? sql`union all (${lastChanged(ctx, rowsOfOrganisation(organizationCode))})` : sql``
  const readFrom = async (limit: number) => {
    const stepped = await lastStepped(ctx, rows, limit)
    const ids = stepped.map(({ id }) => id)
    const messages = await readMessagesOf(ctx, sql`select unnest(${ids}::bigint[]) as id, false as is_own ${own}`)
    const [oldest, bound] = [messages[maxRows - 1], stepped[limit - 1]]
    // the steps of all further declarations are older than the bound
    return { messages, isComplete: !bound || (oldest && BigInt(oldest.id) >= BigInt(bound.lastStep)) }
  }
  const first = await readFrom(maxSteppedFirst)
  return first.isComplete ? first.messages : (await readFrom(maxChanged)).messages
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
