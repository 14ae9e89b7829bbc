import { Fail } from '#contract/kit/fail.ts'
import { declaration } from '#contract/project/declaration.ts'
import { hookStates, webhookLimits } from '#contract/project/webhook.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { fetchExternal, Unreachable } from '../../base/http/outgoing.ts'
import { type App, hasPermission, tx, type UserCtx } from '../../engine/context.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { readPerson } from '../../engine/session.ts'
import { notifyAccounts } from '../../inbox/account-messages.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { decryptRowSecret } from '../../storage/decrypt-row-secret.ts'
import { signatureHeaders } from './signature.ts'

/** A webhook that this server is calling. */
interface ClaimedHook {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly url: string
  readonly secret: string
  readonly previousSecret: string | null
}

interface WaitingEvent {
  readonly id: string
  readonly projectId: string
  readonly stage: number
  readonly sequence: number
  readonly at: string
}

/** Minutes to wait after each failure in sequence, then always the last: eight tries take a day. */
const pauses = [1, 5, 15, 60, 180, 420, 720] as const
/** Longer than a call takes; after it another server may call. */
const leaseSeconds = 30
/** Webhooks that a server calls at the same time: a slow receiver holds up nobody else. */
const concurrency = 4

const claimHook = async (app: App): Promise<ClaimedHook | undefined> => {
  const [hook] = await run<ClaimedHook>(
    app.db,
    sql`update webhook_turn t set lease_ends = now() + make_interval(secs => ${leaseSeconds})
      from webhook h where h.id = t.hook_id and t.hook_id = (
        select w.hook_id from webhook_turn w join webhook o on o.id = w.hook_id
        where o.hook_state = ${hookStates.on} and o.is_deleted = 0 and w.next_at <= now() and w.lease_ends <= now()
          and exists (select 1 from webhook_event e where e.hook_id = w.hook_id and e.state = 'waiting')
        order by w.next_at limit 1 for update of w skip locked)
      returning h.id::text, h.user_id::text as "userId", h.name, h.url, t.secret,
        case when t.previous_until > now() then t.previous_secret end as "previousSecret"`,
  )
  return hook
}

const waitingEvents = (app: App, hookId: string): Promise<WaitingEvent[]> =>
  run<WaitingEvent>(
    app.db,
    sql`select id::text, project_id::text as "projectId", stage, sequence, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from webhook_event where hook_id = ${hookId} and state = 'waiting' order by webhook_event.id limit ${webhookLimits.events}`,
  )

/** The declarations among these that the owner of the webhook sees at this moment, stage included. */
const visibleProjects = async (app: App, userId: string, ids: readonly string[]): Promise<Set<string>> => {
  const person = await readPerson(app, userId, { deptChoice: null, roleChoice: null })
  if (!person) return new Set()
  const ctx: UserCtx = { ...(await systemCtx(app, 'webhooks')), ...person }
  if (!hasPermission(ctx, declaration.code) || hiddenFields(ctx.actor, declaration).has('declareStatus'))
    return new Set()
  const rows = await run<{ id: string }>(
    app.db,
    sql`select id::text from declaration where id = any(${ids}::bigint[]) and ${rowFilter(ctx, declaration)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The body says what moved and when; the receiver reads the rest by key. */
const bodyOf = (events: readonly WaitingEvent[]): string =>
  JSON.stringify({ events: events.map((event) => ({ ...event, kind: 'declaration.moved' })) })

/** Calls the webhook once; resolves to the HTTP status of the answer, null if there was none, or if its secret cannot be decrypted. */
const deliver = async (app: App, hook: ClaimedHook, events: readonly WaitingEvent[]): Promise<number | null> => {
  const encrypted = [hook.secret, ...(hook.previousSecret ? [hook.previousSecret] : [])]
  const body = bodyOf(events)
  const signed = { id: `${events[0]?.id}-${events.at(-1)?.id}`, time: Math.floor(Date.now() / 1000), body }
  try {
    const secrets = encrypted.map((secret) => decryptRowSecret(app, secret, 'webhook.secret', hook.name))
    const headers = { 'content-type': 'application/json', ...signatureHeaders(signed, secrets) }
    return (await fetchExternal(app.env.outgoingHosts)(hook.url, { method: 'POST', headers, body })).status
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Fail)) throw error
    app.log.debug({ err: error, hook: hook.id }, 'a webhook was not called')
    return null
  }
}

const endEvents = (app: App, ids: readonly string[], state: 'delivered' | 'skipped', answer: number | null) =>
  run(
    app.db,
    sql`update webhook_event set state = ${state}, ended_at = now(), tries = tries + ${state === 'delivered' ? 1 : 0}, answer = ${answer}
      where id = any(${ids}::bigint[])`,
  )

const recordSuccess = async (app: App, hook: ClaimedHook, ids: readonly string[], answer: number | null) => {
  await endEvents(app, ids, 'delivered', answer)
  await sql`update webhook_turn set failures = 0 where hook_id = ${hook.id}`.execute(app.db)
  await sql`update webhook set failing_since = null where id = ${hook.id} and failing_since is not null`.execute(app.db)
}

/** Puts the webhook off, gives up events after their last try, and switches a webhook off that has failed for days. */
const recordFailure = async (app: App, hook: ClaimedHook, ids: readonly string[], answer: number | null) => {
  const minutes = sql`(array[${sql.join(pauses)}])[least(failures + 1, ${pauses.length})]::int`
  await tx({ ...(await systemCtx(app, 'webhooks')) }, async (inside) => {
    const { db } = inside
    await sql`update webhook_turn set next_at = now() + make_interval(mins => ${minutes}), failures = failures + 1
      where hook_id = ${hook.id}`.execute(db)
    await sql`update webhook_event set tries = tries + 1, answer = ${answer},
        state = case when tries + 1 >= ${webhookLimits.tries} then 'undelivered' else state end,
        ended_at = case when tries + 1 >= ${webhookLimits.tries} then now() end
      where id = any(${ids}::bigint[])`.execute(db)
    const [stopped] = await run(
      db,
      sql`update webhook set failing_since = coalesce(failing_since, now()),
          hook_state = case when failing_since < now() - make_interval(days => ${webhookLimits.failingDays}) then ${hookStates.off}::int
            else hook_state end
        where id = ${hook.id} returning case when hook_state = ${hookStates.off} then id end as id`,
    )
    if ((stopped as { id: string | null } | undefined)?.id)
      await notifyAccounts(inside, 'webhookStopped', [hook.userId], hook.name)
  })
}

/** Sends up to 100 waiting events of a webhook; resolves to the number of events that it has dealt with. */
const sendTo = async (app: App, hook: ClaimedHook): Promise<number> => {
  const waiting = await waitingEvents(app, hook.id)
  const visible = await visibleProjects(
    app,
    hook.userId,
    waiting.map(({ projectId }) => projectId),
  )
  const isVisible = ({ projectId }: WaitingEvent) => visible.has(projectId)
  const [events, skipped] = [waiting.filter(isVisible), waiting.filter((one) => !isVisible(one))]
  if (skipped.length)
    await endEvents(
      app,
      skipped.map(({ id }) => id),
      'skipped',
      null,
    )
  if (events.length === 0) return skipped.length
  const ids = events.map(({ id }) => id)
  const answer = await deliver(app, hook, events)
  if (answer !== null && answer >= 200 && answer < 300) await recordSuccess(app, hook, ids, answer)
  else await recordFailure(app, hook, ids, answer)
  return waiting.length
}

/**
 * Sends the events that wait, a webhook at a time by one server, so that they arrive in their order. A server that ends in between leaves
 * them waiting: they are sent again, at least once each. Resolves to the number of events.
 */
export const sendWebhooks = async (app: App, signal?: AbortSignal): Promise<number> => {
  let count = 0
  const sendAll = async (first: ClaimedHook): Promise<void> => {
    for (let hook: ClaimedHook | undefined = first; hook; hook = signal?.aborted ? undefined : await claimHook(app)) {
      try {
        const handled = await sendTo(app, hook)
        count += handled
      } finally {
        await sql`update webhook_turn set lease_ends = now() where hook_id = ${hook.id}`.execute(app.db)
      }
    }
  }
  // mostly nothing waits, and then one statement says so
  const claimed: ClaimedHook[] = []
  while (claimed.length < concurrency && !signal?.aborted) {
    const hook = await claimHook(app)
    if (!hook) break
    claimed.push(hook)
  }
  await Promise.all(claimed.map(sendAll))
  return count
}
