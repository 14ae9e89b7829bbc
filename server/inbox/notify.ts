import { channelNames, isOnInitially, type MessageKind } from '#contract/inbox/message-kinds.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { canReach } from './channels.ts'
import { messageChannel } from './live-channel.ts'

/** The row that a message concerns. `table` is a key of `App.messageSubjects`, which decides who may still read the message. */
export interface About {
  readonly table: string
  readonly id: string
}

export interface NewMessage {
  /** Ids of accounts; the caller is left out, as people need no message about what they have done themselves. */
  readonly to: readonly string[]
  readonly kind: MessageKind
  /** Null for a message without a row, which its recipient can always read. */
  readonly about: About | null
  readonly title: Text
  readonly text?: Text
  /** The path of the page to open, as exact as possible: the field with the remark, the task, the file. */
  readonly link: string
  /** The law requires this message: it is sent through every channel, whatever the recipient prefers. */
  readonly isRequired?: boolean
  /** The addresses of now, which this event is about to change, also get it if they are others by the time it is sent. */
  readonly isForAddressBefore?: boolean
  /** Also notify the caller: about work that has ended in the background. */
  readonly includesCaller?: boolean
}

const none: Text = ['', '']
const maxTextLength = 2000
/** Recipients in one notification of the database, whose size is limited. */
const recipientsPerNotification = 300

/** Texts of an earlier message that this one continues: its title, if it is another one, and its text. */
const continued = (text: string, title: string, column: 'title' | 'title_en', textColumn: 'text' | 'text_en') =>
  sql`left(concat_ws(E'\n', nullif(${text}::text, ''), case when m.${sql.ref(column)} <> ${title} then m.${sql.ref(column)} end,
    nullif(nullif(m.${sql.ref(textColumn)}, ''), ${text})), ${sql.lit(maxTextLength)})`

const initialChoices = sql.join(channelNames.map((name) => sql`(${sql.lit(name)}, ${sql.lit(isOnInitially[name])})`))

/**
 * Writes a message to each recipient, and a row of the outbox for each channel, in the transaction of the event: if that is
 * rolled back, nobody is notified. Within a minute, several events of one row become one unread message. Two statements at
 * most, however many recipients.
 */
export const notify = async (ctx: Ctx, message: NewMessage): Promise<void> => {
  const { kind, about, title, text = none, link, isRequired = false, includesCaller = false } = message
  const { isForAddressBefore = false } = message
  if (!/^\/(?!\/)/.test(link)) throw new Error(`The link of a message must be a path: ${link}`)
  if (about && !(about.table in ctx.app.messageSubjects)) throw new Error(`No message can be about ${about.table}.`)
  const to = message.to.filter((id) => includesCaller || id !== ctx.actor.id)
  if (to.length === 0) return
  const [table, id] = [sql`${about?.table ?? null}::text`, sql`${about?.id ?? null}::bigint`]
  const required = sql`${isRequired}::boolean`
  const act = sql`${ctx.act?.id ?? null}::bigint`
  await run(
    ctx.db,
    sql`with recipients as (
        select id, tenant_id from "user" where id = any(${to}::bigint[]) and is_deleted = 0),
      merged as (
        update message m set title = ${title[0]}, title_en = ${title[1]}, link = ${link},
          text = ${continued(text[0], title[0], 'title', 'text')},
          text_en = ${continued(text[1], title[1], 'title_en', 'text_en')}, is_required = is_required or ${required},
          act_id = coalesce(${act}, act_id)
        where m.to_user = any(${to}::bigint[]) and m.kind = ${kind} and m.business_table = ${table}
          and m.business_id = ${id} and m.read_at is null and m.done_at is null
          and m.create_time > now() - interval '1 minute'
        returning m.id, m.to_user),
      created as (
        insert into message (tenant_id, to_user, kind, is_required, title, title_en, text, text_en, link, business_table, business_id, act_id)
        select tenant_id, id, ${kind}, ${required}, ${title[0]}, ${title[1]}, ${text[0]}, ${text[1]}, ${link}, ${table}, ${id}, ${act}
        from recipients u where not exists (select 1 from merged where merged.to_user = u.id)
        returning id, to_user),
      written as (select * from merged union all select * from created),
      queued as (
        insert into outbox (tenant_id, message_id, to_user, kind, channel, address)
        select u.tenant_id, w.id, u.id, ${kind}, c.channel,
          case when ${isForAddressBefore}::boolean then case c.channel when 'email' then u.email else u.phone end end
        from written w join "user" u on u.id = w.to_user
          cross join (values ${initialChoices}) as c (channel, is_on)
          left join message_preference p on p.user_id = u.id and p.kind = ${kind} and p.channel = c.channel
        where (${required} or coalesce(p.is_on, c.is_on)) and ${canReach(ctx)}
        on conflict (message_id, channel) do nothing)
      select pg_notify(${messageChannel}, string_agg(to_user::text, ',')) from (
        select to_user, (row_number() over () - 1) / ${sql.lit(recipientsPerNotification)} as chunk from written) w group by chunk`,
  )
}

/** The accounts that have an open task about a row. */
export const openTasks = async ({ db }: Pick<Ctx, 'db'>, { table, id }: About): Promise<string[]> => {
  const rows = await db
    .selectFrom('message')
    .select('toUser')
    .distinct()
    .where('businessTable', '=', table)
    .where('businessId', '=', id)
    .where('kind', '=', 'todo')
    .where('doneAt', 'is', null)
    .execute()
  return rows.map(({ toUser }) => toUser)
}

/** Marks the caller's messages about a row as read, because they have done what the messages lead to. */
export const readAbout = async ({ db, actor }: Ctx, { table, id }: About): Promise<void> => {
  await run(
    db,
    sql`with read as (
        update message set read_at = now() where business_table = ${table} and business_id = ${id}
          and to_user = ${actor.id} and read_at is null returning to_user)
      select pg_notify(${messageChannel}, to_user::text) from read limit 1`,
  )
}

/**
 * Closes open tasks about a row, because somebody has completed them: those of everybody, or only of `of`. Resolves to the accounts
 * that had one.
 */
export const doneAbout = async (
  ctx: Pick<Ctx, 'db'>,
  { table, id, of }: About & { readonly of?: readonly string[] },
): Promise<string[]> => {
  const [row] = await run<{ people: string[] }>(
    ctx.db,
    sql`with done as (
        update message set done_at = now() where business_table = ${table} and business_id = ${id} and kind = 'todo'
          and done_at is null and (${of === undefined}::boolean or to_user = any(${of ?? []}::bigint[]))
        returning to_user),
      notified as (
        select pg_notify(${messageChannel}, string_agg(to_user::text, ',')) from (
          select to_user, (row_number() over () - 1) / ${sql.lit(recipientsPerNotification)} as chunk from done) d group by chunk)
      select coalesce(array_agg(distinct to_user::text), '{}') as people, (select count(*) from notified) as notified from done`,
  )
  return row?.people ?? []
}
