import { faulty, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { hookStates, type NewWebhook, webhook, webhookEventFields, webhookLimits } from '#contract/project/webhook.ts'
import { encryptAtRest } from '../../base/crypto/encryption-at-rest.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { connectionOptionsFor, stripBrackets, Unreachable } from '../../base/http/outgoing.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Handlers, hasPermission, tx, type UserCtx } from '../../engine/context.ts'
import { addDisplayNames } from '../../engine/labels.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { assertBelowLimit } from '../../system/people/own-limit.ts'
import { lockPeople } from '../../system/people/people.ts'
import { isVisiblePerson, pageOfPeople } from '../../system/people/visible-people.ts'
import { newSecret } from './signature.ts'

const addressText: Text = [
  '请输入 https 地址，端口为 443，不含用户名和密码；内部网络的地址须由运维列入 OUTGOING_HOSTS',
  'Enter an https address on port 443, without user name and password; hosts of an internal network must be listed in OUTGOING_HOSTS',
]

/** The rule of outgoing calls, which each delivery asks again for the address that the name has then. */
const isAllowedAddress = ({ app }: UserCtx, address: string): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const isListed = app.env.outgoingHosts.includes(stripBrackets(url.hostname).toLowerCase())
  if (url.username || url.password || (url.port && !isListed)) return false
  try {
    connectionOptionsFor(url, app.env.outgoingHosts)
    return /^https?:$/.test(url.protocol)
  } catch (error) {
    if (error instanceof Unreachable) return false
    throw error
  }
}

const create = (ctx: UserCtx, name: string, url: string): Promise<NewWebhook> =>
  tx(ctx, async (inside) => {
    if (!isAllowedAddress(ctx, url)) throw faulty([{ at: 'url', text: addressText }])
    const { id: userId, tenantId } = ctx.actor
    await assertBelowLimit(inside, {
      rows: sql`webhook where user_id = ${userId} and is_deleted = 0`,
      limit: webhookLimits.perAccount,
      text: ['每个账号最多 {0} 个事件推送', 'An account may have {0} webhooks'],
    })
    const secret = newSecret()
    const { id } = await inside.db
      .insertInto('webhook')
      .values({ userId, tenantId, createUser: userId, updateUser: userId, name, url, hookState: hookStates.on })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into webhook_turn (hook_id, secret)
      values (${id}, ${encryptAtRest(ctx.app.secrets, secret, 'webhook.secret')})`.execute(inside.db)
    await writeAudit(inside, 'webhook', id, 'insert', null, { name, url })
    return { id, secret }
  })

/** Changes one of the caller's own webhooks in a transaction, with an audit entry. Throws 404. */
const changeOwn = <R>(
  ctx: UserCtx,
  id: string,
  verb: string,
  after: object | null,
  change: (inside: UserCtx) => Promise<R>,
): Promise<R> =>
  tx(ctx, async (inside) => {
    const own = sql`select 1 from webhook where id = ${id} and user_id = ${ctx.actor.id} and is_deleted = 0 for update`
    if ((await run(inside.db, own)).length === 0) throw notFound()
    const result = await change(inside)
    await writeAudit(inside, 'webhook', id, verb, null, after)
    return result
  })

const turn = (ctx: UserCtx, id: string, isOn: boolean): Promise<null> =>
  changeOwn(ctx, id, 'update', { hookState: isOn ? hookStates.on : hookStates.off }, async ({ db }) => {
    await sql`update webhook set hook_state = ${isOn ? hookStates.on : hookStates.off}, failing_since = null,
      update_user = ${ctx.actor.id}, update_time = now() where id = ${id}`.execute(db)
    await sql`update webhook_turn set failures = 0, next_at = now() where hook_id = ${id}`.execute(db)
    return null
  })

const renewSecret = (ctx: UserCtx, id: string): Promise<NewWebhook> =>
  changeOwn(ctx, id, 'update', { secret: null }, async ({ db }) => {
    const secret = newSecret()
    await sql`update webhook_turn set previous_secret = secret, previous_until = now() + interval '1 day',
      secret = ${encryptAtRest(ctx.app.secrets, secret, 'webhook.secret')} where hook_id = ${id}`.execute(db)
    return { id, secret }
  })

const end = (ctx: UserCtx, id: string): Promise<null> =>
  changeOwn(ctx, id, 'remove', null, async ({ db }) => {
    await sql`update webhook set is_deleted = 1, update_user = ${ctx.actor.id}, update_time = now() where id = ${id}`.execute(
      db,
    )
    await sql`delete from webhook_event where hook_id = ${id}`.execute(db)
    return null
  })

const stageTexts = new Map<unknown, Text>(declaration.fields.declareStatus.choices)

/** The names of declarations that the caller sees now; whoever has lost a right does not read them in an old log either. */
const visibleName = (ctx: UserCtx): Fragment =>
  hasPermission(ctx, declaration.code) && !hiddenFields(ctx.actor, declaration).has('projectName')
    ? sql`(select project_name from declaration where id = e.project_id and ${rowFilter(ctx, declaration)})`
    : sql`null`

const events = async (ctx: UserCtx, id: string) => {
  const rows = await run<{ stage: number }>(
    ctx.db,
    sql`select e.id::text, e.at, ${visibleName(ctx)} as "projectName", e.stage, e.state, e.tries, e.answer, e.ended_at as "endedAt"
      from webhook_event e join webhook h on h.id = e.hook_id
      where h.id = ${id} and h.user_id = ${ctx.actor.id} and h.is_deleted = 0 order by e.id desc limit 100`,
  )
  const named = rows.map(({ stage, ...row }) => ({
    ...row,
    stageName: localize(stageTexts.get(stage) ?? ['', ''], ctx.lang),
  }))
  return addDisplayNames(ctx, webhookEventFields, named)
}

const sendAgain = (ctx: UserCtx, id: string) =>
  changeOwn(ctx, id, 'retry', null, async ({ db }) => {
    const waiting = await run(
      db,
      sql`update webhook_event set state = 'waiting', tries = 0, ended_at = null where hook_id = ${id} and state = 'undelivered' returning id`,
    )
    await sql`update webhook_turn set failures = 0, next_at = now() where hook_id = ${id}`.execute(db)
    return { waiting: waiting.length }
  })

const switchOff = (ctx: UserCtx, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    const hooks = await run<{ userId: string }>(
      inside.db,
      sql`select user_id::text as "userId" from webhook where id = any(${ids}::bigint[]) and is_deleted = 0 and ${isVisiblePerson(ctx)}`,
    )
    if (hooks.length !== new Set(ids).size) throw notFound()
    await lockPeople(inside, [...new Set(hooks.map(({ userId }) => userId))])
    await sql`update webhook set hook_state = ${hookStates.off}, update_user = ${ctx.actor.id}, update_time = now()
      where id = any(${ids}::bigint[])`.execute(inside.db)
    for (const id of new Set(ids))
      await writeAudit(inside, 'webhook', id, 'update', null, { hookState: hookStates.off })
    return null
  })

/** Webhooks: kept by their owners, seen and switched off by administrators. */
export const webhookHandlers: Handlers<'webhook'> = {
  list: (ctx, input) => pageOfPeople(ctx, webhook, input, { conditions: [isVisiblePerson(ctx)], order: sql`id desc` }),
  mine: (ctx) =>
    ctx.db
      .selectFrom('webhook')
      .selectAll()
      .where('userId', '=', ctx.actor.id)
      .where('isDeleted', '=', 0)
      .orderBy('id', 'desc')
      .execute() as never,
  create: (ctx, { name, url }) => create(ctx, name ?? '', url ?? ''),
  turn: (ctx, { id, isOn }) => turn(ctx, String(id), isOn === 1),
  renewSecret: (ctx, { id }) => renewSecret(ctx, String(id)),
  end: (ctx, { id }) => end(ctx, String(id)),
  events: (ctx, { id }) => events(ctx, String(id)) as never,
  sendAgain: (ctx, { id }) => sendAgain(ctx, String(id)),
  switchOff: (ctx, { ids }) => switchOff(ctx, split(ids)),
}
