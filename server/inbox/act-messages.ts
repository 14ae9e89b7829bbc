import { fill, type Text } from '#contract/kit/text.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { App, UserCtx } from '../engine/context.ts'
import { readPerson } from '../engine/session.ts'
import type { ClaimedMessage } from './outbox-row.ts'
import { isVisible } from './subjects.ts'

/** What one act of many rows sends to a person: one e-mail or SMS, with their number (docs/decisions/0155). */

const together: Text = ['与同一批量办理的其他消息合并发送', 'Sent with the other messages of the same act']

/** The account of the recipient as a caller; null if it may not log in. */
const recipientOf = async (app: App, { userId, messageId }: ClaimedMessage): Promise<UserCtx | null> => {
  const person = await readPerson(app, userId, { deptChoice: null, roleChoice: null })
  if (!person) return null
  const request = { id: `outbox-${messageId}`, address: '', agent: '', headers: {} }
  return { app, db: app.db, lang: 'zh', ...person, request }
}

/** Whether the recipient may still see what the message is about. */
export const mayStillRead = async (app: App, message: ClaimedMessage): Promise<boolean> => {
  const ctx = await recipientOf(app, message)
  if (!ctx) return false
  return (
    (await run(app.db, sql`select 1 from message where id = ${message.messageId} and ${isVisible(ctx)}`)).length > 0
  )
}

/** Takes the other messages of its act to the same person and channel from the queue: they go with this one. */
const takeOthers = (app: App, { id, actId, userId, channel }: ClaimedMessage) =>
  run(
    app.db,
    sql`update outbox o set state = 'skipped', sent_with = ${id}, reason = ${together[0]}, reason_en = ${together[1]}, update_time = now()
      from message m where m.id = o.message_id and m.act_id = ${actId} and o.to_user = ${userId} and o.channel = ${channel}
        and o.state = 'waiting' and o.id <> ${id}`,
  )

const several: Text = ['{0}，等 {1} 件', '{0}, and {2} more']

interface Rest {
  readonly messageId: string
  readonly isRequired: boolean
  readonly title: Text
  readonly link: string
  readonly isTask: boolean
  readonly n: number
}

/**
 * The message as it is sent: one of an act has the others of its act to the same person, with their number and a link to the list. Those
 * that were read or done meanwhile, or that the person may no longer see, do not count; if none is left it is the message itself.
 */
export const withOthersOfAct = async (app: App, message: ClaimedMessage): Promise<ClaimedMessage> => {
  if (message.actId === null) return message
  await takeOthers(app, message)
  const ctx = await recipientOf(app, message)
  const [rest] = await run<Rest>(
    app.db,
    sql`select id::text as "messageId", is_required as "isRequired", array[title, title_en] as title, link, kind = 'todo' as "isTask", count(*) over ()::integer as n from message
      where id in (select message_id from outbox where id = ${message.id} or sent_with = ${message.id})
        and (is_required or read_at is null and done_at is null and ${ctx ? isVisible(ctx) : sql`false`})
      order by id limit 1`,
  )
  if (!rest) return message
  const { messageId, isRequired, title, link, isTask, n } = rest
  const unsettled = { ...message, messageId, isRequired, title, link, isSettled: false }
  if (n === 1) return unsettled
  const list = isTask && ctx && !isDeclarant(ctx.actor) ? '/work/work-waiting' : '/messages'
  return { ...unsettled, title: fill(several, title, n, n - 1), link: list, isRequired: true }
}
