import type { RawBuilder } from 'kysely'
import type { InboxMessage, InboxOverview, messages } from '#contract/inbox/message.ts'
import { type InboxKind, inboxKindNames } from '#contract/inbox/message-kinds.ts'
import { split } from '#contract/kit/field.ts'
import { fold } from '#contract/kit/fold.ts'
import type { Lang, Text } from '#contract/kit/text.ts'
import { localize } from '#contract/kit/text.ts'
import { maxNewestRows } from '#contract/kit/verbs.ts'
import { contains, type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type CallHandlers, tx, type UserCtx } from '../engine/context.ts'
import { pageAnswer, selectCountedPage, splitCounted } from '../engine/page.ts'
import { maxTotal } from '../engine/row-counts.ts'
import { openLiveConnection } from './live.ts'
import { messageChannel } from './live-channel.ts'
import { isVisible } from './subjects.ts'

const latestCount = 10
const defaultPageSize = 10

/** Shown instead of a message about a matter that its recipient may no longer see. */
const hiddenTitle: Text = ['该事项已不在您的办理范围内', 'This matter is no longer yours to see']

const columnIn = (lang: Lang, column: 'title' | 'text') => sql.ref(lang === 'en' ? `${column}_en` : column)

/** Messages that wait for the caller, and the others: each has its index in the order of the list. */
const isOpen = sql`read_at is null and done_at is null`
const isSettled = sql`(read_at is not null or done_at is not null)`

const messagesOf = ({ actor, lang }: UserCtx, condition: Fragment): Fragment => sql`
  select id, kind, ${columnIn(lang, 'title')} as title, ${columnIn(lang, 'text')} as text, link, business_table, business_id,
    create_time, read_at is not null as is_read, done_at is not null as is_done
  from message where to_user = ${actor.id} and ${condition}`

/** The released notices of the tenant, with the read marks of the caller. */
const noticesFor = ({ actor }: UserCtx): Fragment => sql`
  select n.id, 'notice' as kind, n.title, '' as text, '/desk/notice/' || n.id as link, null as business_table, null::bigint as business_id,
    n.release_time as create_time, r.user_id is not null as is_read, false as is_done
  from notice n left join notice_read r on r.notice_id = n.id and r.user_id = ${actor.id}
  where n.is_deleted = 0 and n.tenant_id = ${actor.tenantId} and n.release_time <= now()`

const isUnread = sql`not message.is_read and not message.is_done`

/**
 * The newest of the caller's messages and notices of a kind, unread ones first. Each of the three kinds gives at most `limit` rows, in the
 * order of its index: nobody's messages are all read and sorted.
 */
const newestOf = (ctx: UserCtx, { kind, unread }: Filter, limit: number): Fragment => {
  const ofKind = kind ? sql`where message.kind = ${kind}` : sql``
  const newest = (condition: Fragment) => sql`(select * from (${messagesOf(ctx, condition)}) message ${ofKind}
    order by create_time desc, id desc limit ${limit})`
  const notices = sql`(select * from (${noticesFor(ctx)}) message ${unread ? sql`where ${isUnread}` : sql``}
    order by (${isUnread}) desc, create_time desc, id desc limit ${limit})`
  const kinds = [
    ...(kind === 'notice' ? [] : [newest(isOpen), ...(unread ? [] : [newest(isSettled)])]),
    ...(kind && kind !== 'notice' ? [] : [notices]),
  ]
  return sql.join(kinds, sql` union all `)
}

interface Filter {
  readonly kind?: string | number | null
  readonly unread?: number | null
}

type Row = Omit<InboxMessage, 'isRead' | 'isDone'> & { isRead: boolean; isDone: boolean; isVisible: boolean }

const toMessage = (lang: Lang, { isVisible: visible, ...row }: Row): InboxMessage => ({
  ...row,
  isRead: row.isRead ? 1 : 0,
  isDone: row.isDone ? 1 : 0,
  ...(visible ? {} : { title: localize(hiddenTitle, lang), text: '', link: null }),
})

/** The ids of a page, from the indexes alone: the rows of the pages before it are not read. */
const pageOfIds = ({ actor }: UserCtx, { kind, unread }: Filter, limit: number, offset: number): Fragment => {
  const ofKind = kind ? sql`and kind = ${kind}` : sql``
  const newest = (condition: Fragment, isOpenNow: boolean) => sql`(
    select id, create_time, ${sql.lit(isOpenNow)} as is_open from message where to_user = ${actor.id} and ${condition} ${ofKind}
    order by create_time desc, id desc limit ${offset + limit})`
  const notices = sql`(
    select n.id, n.release_time as create_time, r.user_id is null as is_open
    from notice n left join notice_read r on r.notice_id = n.id and r.user_id = ${actor.id}
    where n.is_deleted = 0 and n.tenant_id = ${actor.tenantId} and n.release_time <= now() ${unread ? sql`and r.user_id is null` : sql``}
    order by is_open desc, n.release_time desc, n.id desc limit ${offset + limit})`
  const parts = [
    ...(kind === 'notice' ? [] : [newest(isOpen, true), ...(unread ? [] : [newest(isSettled, false)])]),
    ...(kind && kind !== 'notice' ? [] : [notices]),
  ]
  return sql`select found.id from (${sql.join(parts, sql` union all `)}) found
    order by found.is_open desc, found.create_time desc, found.id desc limit ${limit} offset ${offset}`
}

const rowsOfPage = (ctx: UserCtx, filter: Filter, limit: number, offset: number): Fragment => {
  const isOnPage = sql`id = any(array(${pageOfIds(ctx, filter, limit, offset)}))`
  return sql`${messagesOf(ctx, isOnPage)} union all select * from (${noticesFor(ctx)}) notice where ${isOnPage}`
}

const columnsWith = (
  visible: Fragment,
): Fragment => sql`id, kind, title, text, link, create_time as "createTime", is_read as "isRead",
  is_done as "isDone", ${visible} as "isVisible"`
const unreadFirst = sql`(${isUnread}) desc, create_time desc, id desc`

const readPage = async (ctx: UserCtx, filter: Filter, limit: number, offset = 0): Promise<InboxMessage[]> => {
  const rows = await run<Row>(
    ctx.db,
    sql`select ${columnsWith(isVisible(ctx))} from (${rowsOfPage(ctx, filter, limit, offset)}) message order by ${unreadFirst}`,
  )
  return rows.map((row) => toMessage(ctx.lang, row))
}

const countRows = async (ctx: UserCtx, filter: Filter): Promise<number> => {
  const [row] = await run<{ n: number }>(
    ctx.db,
    sql`select count(*)::int as n from (
      select 1 from (${newestOf(ctx, filter, maxTotal + 1)}) message limit ${sql.lit(maxTotal + 1)}) counted`,
  )
  return row?.n ?? 0
}

/** Found messages are counted up to this number, and as far as the page in hand proves. */
const maxFound = 1000

const containsText = (text: string) =>
  sql`(${contains(sql`message.title`, text)} or ${contains(sql`message.text`, text)})`

/** Whether a message of the caller may contain a text, as its index tells. */
const mayContainText = ({ actor }: UserCtx, text: string): Fragment =>
  sql`(pairs(fold(title || ' ' || text || ' ' || title_en || ' ' || text_en)) || array_to_tsvector(array['@' || to_user::text]))
    @@ (pairs_query(${text}) && ${`'@${actor.id}'`}::tsquery)`

interface Search {
  readonly filter: Filter
  readonly text: string
  readonly size: number
  readonly current: number
}

/**
 * A page of the messages with a rare text, which the index finds however old they are. Null if more than 1,000 contain it, or if it has a
 * word of one character, with which too many pairs begin.
 */
const searchRare = async (ctx: UserCtx, { filter: { kind, unread }, text, size, current }: Search) => {
  if (
    fold(text)
      .split(' ')
      .some((word) => word.length < 2)
  )
    return null
  const messages = messagesOf(ctx, sql`${mayContainText(ctx, text)} ${unread ? sql`and ${isOpen}` : sql``}`)
  const found = (rows: Fragment, condition: Fragment) => sql`(select * from (${rows}) message
    where ${containsText(text)} ${condition} limit ${sql.lit(maxFound + 1)})`
  const parts = [
    ...(kind === 'notice' ? [] : [found(messages, kind ? sql`and message.kind = ${kind}` : sql``)]),
    ...(kind && kind !== 'notice' ? [] : [found(noticesFor(ctx), unread ? sql`and ${isUnread}` : sql``)]),
  ]
  const statement = selectCountedPage({
    expressions: sql`found as materialized (${sql.join(parts, sql` union all `)}),
      matches as materialized (select * from found message where ${isVisible(ctx)})`,
    walked: sql`found`,
    ...{ columns: columnsWith(sql`true`), table: sql`message`, order: unreadFirst, size, offset: (current - 1) * size },
  })
  const { records, count, walked } = splitCounted<Row>(await run(ctx.db, statement))
  if (walked > maxFound) return null
  return pageAnswer({ records: records.map((row) => toMessage(ctx.lang, row)), size, current }, count)
}

/**
 * A page of the messages with a common text. It looks at the first 5,000 of the list, and finds only what the caller may read, in one
 * statement for the page and its total.
 */
const searchNewest = async (ctx: UserCtx, { filter, text, size, current }: Search) => {
  const offset = (current - 1) * size
  const limit = Math.max(maxFound, offset + size)
  const isMatch = sql`${containsText(text)} and ${isVisible(ctx)}`
  const statement = selectCountedPage({
    expressions: sql`newest as materialized (select * from (${newestOf(ctx, filter, maxNewestRows + 1)}) message
        order by ${unreadFirst} limit ${sql.lit(maxNewestRows + 1)}),
      matches as materialized (select * from newest message where ${isMatch} order by ${unreadFirst} limit ${limit + 1})`,
    walked: sql`newest`,
    ...{ columns: columnsWith(sql`true`), table: sql`message`, order: unreadFirst, size, offset },
  })
  const { records, count, walked } = splitCounted<Row>(await run(ctx.db, statement))
  const messages = records.map((row) => toMessage(ctx.lang, row))
  const found = count > limit ? Math.max(maxFound, offset + size + 1) : count
  return pageAnswer({ records: messages, size, current }, found, count > limit || walked > maxNewestRows)
}

const countUnread = async (ctx: UserCtx): Promise<Record<InboxKind, number>> => {
  const rows = await run<{ kind: InboxKind; n: number }>(
    ctx.db,
    sql`select kind, count(*)::int as n from (
        select kind from message where to_user = ${ctx.actor.id} and ${isOpen}
        union all select kind from (${noticesFor(ctx)}) notice where not is_read) message group by kind`,
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
  list: async (ctx, { current, size, keyword, ...filter }) => {
    const [page, limit] = [Math.max(current ?? 1, 1), Math.max(size ?? defaultPageSize, 1)]
    const text = keyword?.trim()
    if (text) {
      const search = { filter, text, size: limit, current: page }
      return (await searchRare(ctx, search)) ?? searchNewest(ctx, search)
    }
    const [records, count] = await Promise.all([
      readPage(ctx, filter, limit, (page - 1) * limit),
      countRows(ctx, filter),
    ])
    return pageAnswer({ records, size: limit, current: page }, count)
  },
  live: (ctx) => openLiveConnection(ctx),
  read: (ctx, { ids, kind }) => markRead(ctx, split(ids), kind ?? null),
}
