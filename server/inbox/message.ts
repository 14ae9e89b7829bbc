import { type RawBuilder, sql } from 'kysely'
import type { InboxMessage, InboxOverview, messages } from '#contract/inbox/message.ts'
import { type InboxKind, inboxKindNames } from '#contract/inbox/message-kinds.ts'
import { split } from '#contract/kit/field.ts'
import type { Lang, Text } from '#contract/kit/text.ts'
import { localize } from '#contract/kit/text.ts'
import { contains, type Fragment, run } from '../base/database/db.ts'
import { type CallHandlers, tx, type UserCtx } from '../engine/context.ts'
import { openLiveConnection } from './live.ts'
import { messageChannel } from './live-channel.ts'
import { isVisible } from './subjects.ts'

const latestCount = 10
const defaultPageSize = 10
/** Like the lists of entities, the total is exact up to this number. */
const maxCount = 10_000

/** Shown instead of a message about a matter that its recipient may no longer see. */
const hiddenTitle: Text = ['该事项已不在您的办理范围内', 'This matter is no longer yours to see']

const columnIn = (lang: Lang, column: 'title' | 'text') => sql.ref(lang === 'en' ? `${column}_en` : column)

/** The caller's messages and the released notices of their tenant, with the read marks of the caller. */
const inbox = ({ actor, lang }: UserCtx): Fragment => sql`
  select id, kind, ${columnIn(lang, 'title')} as title, ${columnIn(lang, 'text')} as text, link, business_table, business_id,
    create_time, read_at is not null as is_read, done_at is not null as is_done
  from message where to_user = ${actor.id}
  union all
  select n.id, 'notice', n.title, '', '/desk/notice/' || n.id, null, null, n.release_time, r.user_id is not null, false
  from notice n left join notice_read r on r.notice_id = n.id and r.user_id = ${actor.id}
  where n.is_deleted = 0 and n.tenant_id = ${actor.tenantId} and n.release_time <= now()`

const isUnread = sql`not message.is_read and not message.is_done`

interface Filter {
  readonly kind?: string | number | null
  readonly keyword?: string | null
  readonly unread?: number | null
}

/** A keyword searches only what the caller may read. */
const conditionOf = (ctx: UserCtx, { kind, keyword, unread }: Filter): Fragment => {
  const text = keyword?.trim()
  return sql.join(
    [
      sql`true`,
      ...(kind ? [sql`message.kind = ${kind}`] : []),
      ...(unread ? [isUnread] : []),
      ...(text
        ? [sql`(${contains(sql`message.title`, text)} or ${contains(sql`message.text`, text)}) and ${isVisible(ctx)}`]
        : []),
    ],
    sql` and `,
  )
}

type Row = Omit<InboxMessage, 'isRead' | 'isDone'> & { isRead: boolean; isDone: boolean; isVisible: boolean }

const toMessage = (lang: Lang, { isVisible: visible, ...row }: Row): InboxMessage => ({
  ...row,
  isRead: row.isRead ? 1 : 0,
  isDone: row.isDone ? 1 : 0,
  ...(visible ? {} : { title: localize(hiddenTitle, lang), text: '', link: null }),
})

const readPage = async (ctx: UserCtx, filter: Filter, limit: number, offset = 0): Promise<InboxMessage[]> => {
  const rows = await run<Row>(
    ctx.db,
    sql`select id, kind, title, text, link, create_time as "createTime", is_read as "isRead", is_done as "isDone",
        ${isVisible(ctx)} as "isVisible"
      from (select * from (${inbox(ctx)}) message where ${conditionOf(ctx, filter)}
        order by (${isUnread}) desc, create_time desc, id desc limit ${limit} offset ${offset}) message
      order by (${isUnread}) desc, create_time desc, id desc`,
  )
  return rows.map((row) => toMessage(ctx.lang, row))
}

const countRows = async (ctx: UserCtx, filter: Filter): Promise<number> => {
  const [row] = await run<{ n: number }>(
    ctx.db,
    sql`select count(*)::int as n from (
      select 1 from (${inbox(ctx)}) message where ${conditionOf(ctx, filter)} limit ${sql.lit(maxCount + 1)}) counted`,
  )
  return row?.n ?? 0
}

const countUnread = async (ctx: UserCtx): Promise<Record<InboxKind, number>> => {
  const rows = await run<{ kind: InboxKind; n: number }>(
    ctx.db,
    sql`select kind, count(*)::int as n from (${inbox(ctx)}) message where ${isUnread} group by kind`,
  )
  const counts = new Map(rows.map(({ kind, n }) => [kind, n]))
  return Object.fromEntries(inboxKindNames.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<InboxKind, number>
}

const overview = async (ctx: UserCtx): Promise<InboxOverview> => {
  const [byKind, latest] = await Promise.all([countUnread(ctx), readPage(ctx, {}, latestCount)])
  return { unread: Object.values(byKind).reduce((sum, n) => sum + n, 0), byKind, latest }
}

const idsCondition = (ids: readonly string[], column: RawBuilder<unknown>) =>
  ids.length ? sql`${column} = any(${ids}::bigint[])` : sql`true`

/** Messages and notices have ids of one sequence, so that one list of ids can name both. */
const markRead = (ctx: UserCtx, ids: readonly string[], kind: string | number | null): Promise<null> =>
  tx(ctx, async ({ db, actor }) => {
    if (kind !== 'notice')
      await run(
        db,
        sql`update message set read_at = now() where to_user = ${actor.id} and read_at is null
          and (${kind}::text is null or kind = ${kind}) and ${idsCondition(ids, sql`id`)}`,
      )
    if (kind === null || kind === 'notice')
      await run(
        db,
        sql`insert into notice_read (user_id, notice_id) select ${actor.id}::bigint, n.id from notice n
          where n.is_deleted = 0 and n.tenant_id = ${actor.tenantId} and n.release_time <= now()
            and ${idsCondition(ids, sql`n.id`)} on conflict do nothing`,
      )
    // other windows and devices of the caller show the new number
    await run(db, sql`select pg_notify(${messageChannel}, ${actor.id})`)
    return null
  })

export const messageCalls: CallHandlers<typeof messages> = {
  overview: (ctx) => overview(ctx),
  list: async (ctx, { current, size, ...filter }) => {
    const [page, limit] = [Math.max(current ?? 1, 1), Math.max(size ?? defaultPageSize, 1)]
    const [records, count] = await Promise.all([
      readPage(ctx, filter, limit, (page - 1) * limit),
      countRows(ctx, filter),
    ])
    const total = Math.min(count, maxCount)
    return { records, total, size: limit, current: page, pages: Math.ceil(total / limit), capped: count > maxCount }
  },
  live: (ctx) => openLiveConnection(ctx),
  read: (ctx, { ids, kind }) => markRead(ctx, split(ids), kind ?? null),
}
