import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { hookStates, webhook, webhookLimits } from '#contract/project/webhook.ts'
import { encryptAtRest } from '#server/base/crypto/encryption-at-rest.ts'
import { sql } from '#server/base/database/sql.ts'
import { deleteOldRows } from '#server/log/delete-old-rows.ts'
import { processors } from '#server/processors.ts'
import { sendWebhooks } from '#server/project/webhooks/send-webhooks.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createEnterprise, createStaff, type Enterprise, openWindow, submitDeclaration } from '../support/scenario.ts'

interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let platform: Platform
let admin: Caller
let company: Enterprise
let address: string
let project: string
let received: Delivery[] = []
let answer: { status: number; headers?: Record<string, string> } = { status: 204 }

beforeAll(async () => {
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  cleanUp(() => receiver.close())
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/moves`
  platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
  admin = await platform.admin()
  await openWindow(admin)
  company = await createEnterprise(platform)
  project = await submitDeclaration(company)
})
beforeEach(async () => {
  await sql`delete from webhook`.execute(platform.db)
  received = []
  answer = { status: 204 }
})

const add = (person: Caller, more: object = {}) =>
  person.get(webhook.calls.create, { name: '进度同步', url: address, ...more })
const moveTo = (stage: number) =>
  sql`update declaration set declare_status = ${stage} where id = ${project}`.execute(platform.db)
const move = async () => {
  await moveTo(20)
  await moveTo(10)
}
const send = () => sendWebhooks(platform.app)
const eventsOf = (person: Caller, id: string) => person.get(webhook.calls.events, { id })
const statesOf = async (person: Caller, id: string) =>
  (await eventsOf(person, id)).map(({ state, tries, answer: status }) => [state, tries, status])
/** As if its pause were over. */
const endPause = () => sql`update webhook_turn set next_at = now()`.execute(platform.db)
const mine = async (person: Caller) => (await person.get(webhook.calls.mine))[0]

describe('a webhook', () => {
  test('is told of each move once, in order, signed so that its owner can check it', async () => {
    const { id, secret } = await add(company)
    await move()
    expect(await send()).toBe(2)
    expect(await send()).toBe(0)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const { events } = JSON.parse(body)
    expect(events).toMatchObject([
      { kind: 'declaration.moved', projectId: project, stage: 20, sequence: 1 },
      { kind: 'declaration.moved', projectId: project, stage: 10, sequence: 2 },
    ])
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(Object.keys(events[0]).sort()).toEqual(['at', 'id', 'kind', 'projectId', 'sequence', 'stage'])
    expect((await eventsOf(company, id)).map(({ stageName }) => stageName)).toEqual([
      expect.any(String),
      expect.any(String),
    ])
    expect(await statesOf(company, id)).toEqual([
      ['delivered', 1, 204],
      ['delivered', 1, 204],
    ])
  })

  test('is told only of what its owner sees when it is sent', async () => {
    const stranger = await createEnterprise(platform)
    const officer = await createStaff(platform, 'platform')
    const blind = await createClerk(platform, 'without-declarations', { codes: ['library'] })
    const hooks = await Promise.all([stranger, officer, blind].map((person) => add(person)))
    await move()
    await sql`update "user" set status = -1 where account = ${officer.account}`.execute(platform.db)
    await send()
    await sql`update "user" set status = 1 where account = ${officer.account}`.execute(platform.db)
    expect(received).toEqual([])
    const states = await Promise.all(
      [stranger, officer, blind].map((person, i) => statesOf(person, hooks[i]?.id ?? '')),
    )
    const skipped = ['skipped', 0, null]
    expect(states).toEqual([[], [skipped, skipped], [skipped, skipped]])
    expect((await eventsOf(blind, hooks[2]?.id ?? ''))[0]?.projectName).toBeNull()
  })

  test('is signed by both secrets while one is being changed', async () => {
    const { id } = await add(company)
    const renewed = await company.get(webhook.calls.renewSecret, { id })
    await move()
    await send()
    await sql`update webhook_turn set previous_until = now()`.execute(platform.db)
    await move()
    await send()
    expect(received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([2, 1])
    expect(renewed.secret).toMatch(/^whsec_/)
    const { rows } = await sql<{ all: string }>`select json_agg(t)::text as all from webhook_turn t`.execute(
      platform.db,
    )
    expect(rows[0]?.all).not.toContain(renewed.secret)
  })

  test('that nobody has costs a move nothing', async () => {
    await move()
    const { rows } = await sql`select 1 from webhook_event`.execute(platform.db)
    expect(rows).toEqual([])
  })
})

describe('a delivery that fails', () => {
  test('is tried eight times with pauses, listed, and sent again by hand', async () => {
    const { id } = await add(company)
    await moveTo(20)
    answer = { status: 500 }
    await send()
    await send()
    expect(received).toHaveLength(1)
    for (let n = 1; n < webhookLimits.tries; n++) {
      await endPause()
      await send()
    }
    expect(await statesOf(company, id)).toEqual([['undelivered', 8, 500]])
    expect(await eventsOf(company, id)).toMatchObject([{ stateName: '未送达', stageName: expect.stringMatching(/./) }])
    answer = { status: 200 }
    expect(await company.get(webhook.calls.sendAgain, { id })).toEqual({ waiting: 1 })
    await send()
    expect(await statesOf(company, id)).toEqual([['delivered', 1, 200]])
    expect((await mine(company))?.failingSince).toBeNull()
    await moveTo(10)
  })

  test('follows no redirect', async () => {
    const { id } = await add(company)
    answer = { status: 302, headers: { location: `${address}/elsewhere` } }
    await moveTo(20)
    await send()
    expect(received).toHaveLength(1)
    expect(await statesOf(company, id)).toEqual([['waiting', 1, 302]])
    await moveTo(10)
  })

  test('for three days switches the webhook off and tells its owner', async () => {
    await add(company)
    answer = { status: 500 }
    await moveTo(20)
    await send()
    await sql`update webhook set failing_since = now() - interval '73 hours'`.execute(platform.db)
    await endPause()
    await send()
    expect(await mine(company)).toMatchObject({ hookState: hookStates.off, failingSince: expect.any(String) })
    const { records } = await company.get(messages.list, {})
    expect(records.map(({ title }) => title)).toContain('您的事件推送连续三天失败，已自动关闭')
    await moveTo(10)
  })

  test('holds up no other webhook, and 5,000 moves arrive in parts of 100', async () => {
    const [slow, quick] = [await add(company, { url: `${address}?slow` }), await add(company)]
    await sql`update webhook_turn set next_at = now() + interval '1 day' where hook_id = ${slow.id}`.execute(
      platform.db,
    )
    await sql`insert into webhook_event (hook_id, project_id, stage, sequence)
      select ${quick.id}, ${project}, 20, n from generate_series(1, 5000) n`.execute(platform.db)
    expect(await send()).toBe(5000)
    const numbers = received.flatMap(({ body }) =>
      (JSON.parse(body).events as { sequence: number }[]).map(({ sequence }) => sequence),
    )
    expect(numbers).toEqual(Array.from({ length: 5000 }, (_, n) => n + 1))
    expect(received).toHaveLength(50)
  })

  test('because its secret cannot be decrypted holds up no other either', async () => {
    const [broken, intact] = [await add(company), await add(company)]
    const foreign = encryptAtRest(platform.app.secrets, 'whsec_', 'another.place')
    await sql`update webhook_turn set secret = ${foreign} where hook_id = ${broken.id}`.execute(platform.db)
    await moveTo(20)
    expect(await send()).toBe(2)
    expect(received).toHaveLength(1)
    expect(await statesOf(company, broken.id)).toEqual([['waiting', 1, null]])
    expect(await statesOf(company, intact.id)).toEqual([['delivered', 1, 204]])
    await moveTo(10)
  })

  test('by a server that ends is sent by another', async () => {
    await add(company)
    await moveTo(20)
    await sql`update webhook_turn set lease_ends = now() + interval '1 minute'`.execute(platform.db)
    expect(await send()).toBe(0)
    await sql`update webhook_turn set lease_ends = now()`.execute(platform.db)
    expect(await send()).toBe(1)
    await moveTo(10)
  })
})

test.each([
  'https://user:word@example.com/',
  'https://example.com:8443/',
  'http://example.com/',
  'https://10.0.0.8/',
  'https://[::1]/',
  'https://167772168/',
  'ftp://127.0.0.1/',
  'example.com',
  'javascript:alert(1)',
])('%s is no address for a webhook', async (url) => {
  const { status, faults } = await company.ask(webhook.calls.create, { name: '内网', url })
  expect([status, faults[0]?.at]).toEqual([400, 'url'])
})

test('a name that leads into the private network is not called', async () => {
  const { id } = await add(company, { url: 'https://localhost/' })
  await moveTo(20)
  await send()
  expect(await statesOf(company, id)).toEqual([['waiting', 1, null]])
  await moveTo(10)
})

test('belongs to its owner; administrators see and switch off those of accounts that they may see', async () => {
  const { id } = await add(company)
  const stranger = await createEnterprise(platform)
  const { turn, renewSecret, end, events, sendAgain, switchOff, list } = webhook.calls
  for (const endpoint of [turn, renewSecret, end, sendAgain])
    expect((await stranger.ask(endpoint as typeof turn, { id, isOn: 1 })).status).toBe(404)
  expect(await stranger.get(events, { id })).toEqual([])
  const scope = await createScope(admin, { resourceCode: 'user', scopeType: 2 })
  const clerk = await createClerk(platform, 'hook-clerk', {
    codes: ['user', 'webhook', 'webhook_switch_off'],
    scopes: [scope],
  })
  expect((await clerk.ask(switchOff, { ids: id })).status).toBe(404)
  await admin.get(switchOff, { ids: id })
  expect((await admin.get(list, {})).records).toMatchObject([{ id, hookState: hookStates.off }])
  await moveTo(20)
  expect(await send()).toBe(0)
  await company.get(turn, { id, isOn: 1 })
  await moveTo(10)
  expect(await send()).toBe(1)
  await company.get(end, { id })
  expect(await mine(company)).toBeUndefined()
})

test(`at most ${webhookLimits.perAccount} for an account`, async () => {
  const person = await createEnterprise(platform)
  for (let n = 0; n < webhookLimits.perAccount; n++) await add(person)
  expect((await person.ask(webhook.calls.create, { name: '多余', url: address })).msg).toBe(
    '每个账号最多 10 个事件推送',
  )
})

test('two servers send each event once', async () => {
  await add(company)
  await Promise.all([move(), sendWebhooks(platform.app), sendWebhooks(platform.app)])
  const counts = await Promise.all([send(), send(), send()])
  await send()
  const numbers = received.flatMap(({ body }) => (JSON.parse(body).events as { id: string }[]).map(({ id }) => id))
  expect(new Set(numbers).size).toBe(2)
  expect(numbers).toHaveLength(2)
  expect(counts.every((count) => count <= 2)).toBe(true)
})

test('an officer is told of the declarations of the own place only', async () => {
  const [here, elsewhere] = [
    await createStaff(platform, 'city', '320500'),
    await createStaff(platform, 'city', '330100'),
  ]
  const hooks = [await add(here), await add(elsewhere)]
  await move()
  await send()
  const nameInLog = async () => (await eventsOf(here, hooks[0]?.id ?? ''))[0]?.projectName
  expect(await nameInLog()).toEqual(expect.any(String))
  await sql`update "user" set region = '330100' where account = ${here.account}`.execute(platform.db)
  expect(await nameInLog()).toBeNull()
  expect(await statesOf(here, hooks[0]?.id ?? '')).toEqual(Array(2).fill(['delivered', 1, 204]))
  expect(await statesOf(elsewhere, hooks[1]?.id ?? '')).toEqual(Array(2).fill(['skipped', 0, null]))
})

test('the job says how many events it has handled, and old events leave the log', async () => {
  const { id } = await add(company)
  await move()
  const job = processors.webhooks
  const rests: number[] = []
  const round = () => job?.run({ app: platform.app, rest: (pause: number) => rests.push(pause) } as never)
  expect([await round(), rests]).toEqual([['已处理 2 个事件', 'Events handled: 2'], []])
  expect([await round(), rests]).toEqual([null, [30_000]])
  await sql`update webhook_event set at = now() - interval '31 days' where sequence % 2 = 0`.execute(platform.db)
  await deleteOldRows(platform.db)
  expect((await eventsOf(company, id)).length).toBe(1)
})
