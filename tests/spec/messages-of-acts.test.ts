import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { rowByRow, versionsText } from '#contract/row-results.ts'
import { sql } from '#server/base/database/sql.ts'
import type { ClaimedMessage } from '#server/inbox/outbox-row.ts'
import { defaultTimings, NotDelivered, sendOutbox } from '#server/inbox/outbox-sender.ts'
import { waitForJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'

/** One act of many rows sends one e-mail to a person, and one SMS; each file keeps its own message (docs/decisions/0155). */

let platform: Platform
let review: Review
let sent: ClaimedMessage[] = []
let refusals = 0

beforeAll(async () => {
  platform = await openPlatform({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://5g.test' })
  review = await openReview(platform)
  // the job of the outbox would send them too
  await sql`update job_info set enable = 0 where processor_info like '%utbox%'`.execute(platform.db)
})
beforeEach(async () => {
  await sql`update "user" set email = 'u' || id || '@example.com'`.execute(platform.db)
  await sql`delete from message_preference`.execute(platform.db)
  await sql`insert into message_preference (user_id, kind, channel, is_on)
    select id, kind, 'email', true from "user", unnest(array['todo', 'result', 'reminder', 'system']) as kind`.execute(
    platform.db,
  )
  await sql`delete from outbox`.execute(platform.db)
  sent = []
  refusals = 0
})

/** Sends what is due, as the job of the outbox does after the minute in which it holds them. */
const sendAll = () => {
  const note = async (_: unknown, message: ClaimedMessage) => {
    if (refusals-- > 0) throw new NotDelivered(['稍后再试', 'Try later'])
    sent.push(message)
  }
  const timings = { ...defaultTimings, holdSeconds: 0, backoffSeconds: [0, 0] }
  return sendOutbox(platform.app, { email: note, sms: note }, { timings })
}
const sentTo = (id: string) => sent.filter(({ userId }) => userId === id).map(({ title, link }) => [title[0], link])
const submitted = async (count: number) => {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    ids.push(await review.beginDeclaration())
    await review.performAction('company', 'submit')
  }
  return ids
}
const seenBy = async (caller: Caller, ids: readonly string[]) => {
  const { records } = await caller.get(declaration.calls.page, { current: 1, size: 200 })
  return ids.map((id) => records.find((row) => row.id === id) ?? { id, version: 1 })
}
const handle = async (caller: Caller, action: string, ids: readonly string[]) => {
  const body = { ids: ids.join(','), action, versions: versionsText(await seenBy(caller, ids)) }
  const response = await caller.raw('POST', `${declaration.calls.handleMany.path}?${rowByRow}=1`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(200)
}
const ownerOf = async () => {
  const { createUser } = await platform.db
    .selectFrom('declaration')
    .select('createUser')
    .where('id', '=', review.id())
    .executeTakeFirstOrThrow()
  return String(createUser)
}
const messagesTo = async (id: string, kind: string) =>
  platform.db
    .selectFrom('message')
    .select(['id', 'businessId'])
    .where('toUser', '=', id)
    .where('kind', '=', kind as 'todo')
    .execute()

describe('messages of one act', () => {
  test('arrive as one e-mail with their number, and each file keeps its own in the inbox', async () => {
    const city = review.person('city')
    const ids = await submitted(3)
    await handle(city, 'claim', ids)
    await platform.db.deleteFrom('outbox').execute()
    await handle(city, 'approve', ids)
    await sendAll()
    const miit = review.person('miit')
    const [mail, ...others] = sentTo(miit.id)
    expect(others).toEqual([])
    expect(mail?.[0]).toMatch(/号项目.*，等 3 件$/)
    // officers are led to what waits for them, applicants to their messages
    expect(mail?.[1]).toBe('/work/work-waiting')
    expect(sentTo(await ownerOf()).map(([, link]) => link)).toEqual(['/messages'])
    const tasks = (await messagesTo(miit.id, 'todo')).map(({ businessId }) => businessId)
    expect(ids.every((id) => tasks.includes(id))).toBe(true)
    const { rows } = await sql<{ state: string; n: number }>`select state, count(*)::integer as n from outbox
      where to_user = ${miit.id} group by state order by state`.execute(platform.db)
    expect(rows).toEqual([
      { state: 'sent', n: 1 },
      { state: 'skipped', n: 2 },
    ])
  })

  test('of one file are as before: its own title and its own address', async () => {
    const city = review.person('city')
    const [id = ''] = await submitted(1)
    await handle(city, 'claim', [id])
    await platform.db.deleteFrom('outbox').execute()
    await handle(city, 'approve', [id])
    await sendAll()
    const [mail] = sentTo(review.person('miit').id)
    expect(mail?.[0]).not.toContain('等')
    expect(mail?.[1]).toBe(`/project/declaration/${id}`)
  })

  test('count only what was not read or handled meanwhile', async () => {
    const city = review.person('city')
    const ids = await submitted(3)
    await handle(city, 'claim', ids)
    await platform.db.deleteFrom('outbox').execute()
    await handle(city, 'approve', ids)
    const miit = review.person('miit')
    await sql`update message set read_at = now() where to_user = ${miit.id} and business_id = ${ids[0] ?? ''}`.execute(
      platform.db,
    )
    await sendAll()
    expect(sentTo(miit.id)[0]?.[0]).toMatch(/，等 2 件$/)
  })

  test('that could not be sent are one e-mail again at the next attempt', async () => {
    const city = review.person('city')
    const ids = await submitted(2)
    await handle(city, 'claim', ids)
    await platform.db.deleteFrom('outbox').execute()
    await handle(city, 'approve', ids)
    await sql`delete from outbox where to_user <> ${review.person('ca').id}`.execute(platform.db)
    refusals = 1
    await sendAll()
    expect(sentTo(review.person('ca').id).map(([title]) => title?.replace(/^.*，/, ''))).toEqual(['等 2 件'])
  })

  test('wait for the end of an act in the background', async () => {
    const city = review.person('city')
    const ids = await submitted(2)
    await platform.db.deleteFrom('outbox').execute()
    const owner = await ownerOf()
    const { id: job } = await city.get(declaration.calls.startMany, {
      action: 'claim',
      versions: versionsText(await seenBy(city, ids)),
    })
    await waitForJob(city, String(job))
    await sql`update job_run set status = 3, lease_ends = 'infinity' where id = ${String(job)}`.execute(platform.db)
    await sendAll()
    expect(sentTo(owner)).toEqual([])
    await sql`update job_run set status = 5, lease_ends = null where id = ${String(job)}`.execute(platform.db)
    await sendAll()
    expect(sentTo(owner)).toHaveLength(1)
    expect(sentTo(owner)[0]?.[0]).toContain('等 2 件')
  })
})
