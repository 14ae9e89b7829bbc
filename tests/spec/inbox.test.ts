import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { messages } from '#contract/inbox/message.ts'
import { languageHeader } from '#contract/language-header.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Ctx, tx, type UserCtx } from '#server/engine/context.ts'
import { doneAbout, type NewMessage, notify } from '#server/inbox/notify.ts'
import { contextFor, person } from '../support/context.ts'
import { addJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createUserWithoutRights } from '../support/scenario.ts'

type Person = Caller & { account: string; id: string }

let platform: Platform
let [reader, other] = [] as unknown as [Person, Person]
let ctx: UserCtx

beforeAll(async () => {
  platform = await openPlatform()
  reader = await createUserWithoutRights(platform)
  other = await createUserWithoutRights(platform)
  ctx = await contextFor(platform.app, person({ id: '1' }))
})

let serial = 0
const newMessage = (more: Partial<NewMessage> = {}): NewMessage => {
  const name = `消息${++serial}`
  return {
    to: [reader.id],
    kind: 'result',
    about: null,
    title: [name, `Message ${serial}`],
    link: '/wel/index',
    ...more,
  }
}

const send = async (more: Partial<NewMessage> = {}, inside: Ctx = ctx) => {
  const message = newMessage(more)
  await notify(inside, message)
  return message.title[0]
}

const titles = async (caller: Caller, filter: object = {}) =>
  (await caller.get(messages.list, { ...filter, size: 200 })).records.map(({ title }) => title)
const find = async (caller: Caller, title: string) =>
  (await caller.get(messages.list, { keyword: title })).records.find((one) => one.title === title)
const unread = async (caller: Caller) => (await caller.get(messages.overview)).unread
/** A row that only this user may see. */
const jobOf = async (userId: string) => ({
  table: 'backgroundJob',
  id: await addJob(platform.db, { status: 5, createUser: userId }),
})

describe('a message', () => {
  test('reaches its recipients only, in the language of the reader', async () => {
    const title = await send({ title: ['只给一人', 'For one'], text: ['内容', 'Content'] })
    expect(await find(reader, title)).toMatchObject({ kind: 'result', text: '内容', link: '/wel/index', isRead: 0 })
    expect(await titles(other)).not.toContain(title)
    const { records } = await reader.get(messages.list, { keyword: 'For one' }, { [languageHeader]: 'en' })
    expect(records).toMatchObject([{ title: 'For one', text: 'Content' }])
  })

  test('is not sent to the person who caused it, except about work in the background', async () => {
    const byReader = await contextFor(platform.app, person({ id: reader.id }))
    const [own, background] = [await send({}, byReader), await send({ includesCaller: true }, byReader)]
    expect(await titles(reader)).not.toContain(own)
    expect(await titles(reader)).toContain(background)
  })

  test('is not sent if the transaction of the event is rolled back', async () => {
    let title = ''
    const failing = tx(ctx, async (inside) => {
      title = await send({}, inside)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await titles(reader)).not.toContain(title)
  })

  test('continues an unread message about the same row within a minute', async () => {
    const about = await jobOf(reader.id)
    const first = await send({ about, text: ['第一条', 'First'] })
    const second = await send({ about, text: ['第二条', 'Second'] })
    expect(await titles(reader)).not.toContain(first)
    expect(await find(reader, second)).toMatchObject({ text: `第二条\n${first}\n第一条` })
    await reader.get(messages.read, { ids: (await find(reader, second))?.id ?? '' })
    const third = await send({ about })
    expect(await titles(reader)).toEqual(expect.arrayContaining([second, third]))
    await platform.db
      .updateTable('message')
      .set({ createTime: '2026-01-01 00:00:00' })
      .where('title', '=', third)
      .execute()
    const fourth = await send({ about })
    expect(await titles(reader)).toEqual(expect.arrayContaining([third, fourth]))
  })

  test('does not continue one of another kind or about another row', async () => {
    const about = await jobOf(reader.id)
    const sent = [
      await send({ about }),
      await send({ about, kind: 'reminder' }),
      await send({ about: await jobOf(reader.id) }),
    ]
    expect(await titles(reader)).toEqual(expect.arrayContaining(sent))
  })

  test('hides its text, also from the search, once the reader may no longer see the row', async () => {
    const about = await jobOf(reader.id)
    const title = await send({ about, text: ['机密内容', 'Confidential'] })
    expect(await find(reader, title)).toMatchObject({ text: '机密内容' })
    await platform.db.updateTable('jobRun').set({ createUser: other.id }).where('id', '=', about.id).execute()
    expect(await titles(reader)).not.toContain(title)
    expect(await titles(reader, { keyword: '机密' })).toEqual([])
    const { records } = await reader.get(messages.list, { size: 200 })
    expect(records).toContainEqual(
      expect.objectContaining({ title: '该事项已不在您的办理范围内', text: '', link: null, isRead: 0 }),
    )
    expect(JSON.stringify(await reader.get(messages.overview))).not.toContain('机密内容')
  })

  test('must have the path of a page and a registered subject', async () => {
    for (const link of ['https://example.com', '//example.com', 'wel/index'])
      await expect(send({ link })).rejects.toThrow('must be a path')
    await expect(send({ about: { table: 'session', id: '1' } })).rejects.toThrow('No message can be about session')
  })

  test('reaches ten thousand recipients', async () => {
    const { rows } = await sql<{ id: string }>`insert into "user" (account, name, real_name, status)
      select 'many' || n, '众人', '众人', 1 from generate_series(1, 10000) n returning id::text`.execute(platform.db)
    const title = await send({ to: rows.map(({ id }) => id) })
    const count = sql<{ n: number }>`select count(*)::int as n from message where title = ${title}`
    expect((await count.execute(platform.db)).rows).toEqual([{ n: 10_000 }])
  })
})

describe('a task', () => {
  test('closes for everybody when somebody completes it, and is then not counted', async () => {
    const about = await jobOf(reader.id)
    const before = await unread(reader)
    const title = await send({ kind: 'todo', about })
    expect(await unread(reader)).toBe(before + 1)
    await doneAbout(ctx, about)
    expect(await unread(reader)).toBe(before)
    expect(await find(reader, title)).toMatchObject({ isDone: 1, isRead: 0 })
  })

  test('closes only for those named', async () => {
    const about = await jobOf(reader.id)
    const title = await send({ kind: 'todo', about })
    await doneAbout(ctx, { ...about, of: [other.id] })
    expect(await find(reader, title)).toMatchObject({ isDone: 0 })
  })
})

describe('the inbox', () => {
  test('lists unread messages first, then the newest, by kind and by keyword', async () => {
    const [old, recent] = [await send({ kind: 'system' }), await send({ kind: 'system' })]
    expect((await titles(reader, { kind: 'system' })).slice(0, 2)).toEqual([recent, old])
    await reader.get(messages.read, { ids: (await find(reader, recent))?.id ?? '' })
    expect((await titles(reader, { kind: 'system' })).slice(0, 2)).toEqual([old, recent])
    expect(await titles(reader, { kind: 'system', unread: 1 })).toEqual([old])
    expect(await titles(reader, { keyword: '%' })).toEqual([])
  })

  test('finds a rare text in a message older than 5,000 others, and counts a common one as far as it looks', async () => {
    const person = await createUserWithoutRights(platform)
    await send({ to: [person.id], title: ['青瓷', 'Celadon'], text: ['窑火', 'Kiln'] })
    await send({ to: [other.id], title: ['青瓷', 'Celadon'] })
    await sql`insert into message (tenant_id, to_user, kind, title, title_en, link, create_time)
      select '000000', ${person.id}::bigint, 'system', '常见' || n, 'Common ' || n, '/', now() + n * interval '1 second'
      from generate_series(1, 5100) n`.execute(platform.db)
    const search = (keyword: string, more: object = {}) => person.get(messages.list, { keyword, ...more })
    for (const keyword of ['青瓷', '窑火', ' 青瓷 ']) {
      const { records, total, capped } = await search(keyword)
      expect([records.map(({ title }) => title), total, capped]).toEqual([['青瓷'], 1, undefined])
    }
    expect((await search('青瓷', { unread: 1, kind: 'result' })).total).toBe(1)
    expect((await search('青瓷', { kind: 'system' })).total).toBe(0)
    expect((await search('青瓷', { kind: 'notice' })).total).toBe(0)
    expect(await search('常见')).toMatchObject({ total: 1000, capped: true, records: { 0: { title: '常见5100' } } })
    // too many pairs begin with one character: only the newest are looked at
    expect(await search('瓷')).toMatchObject({ total: 0, capped: true })
  })

  test('contains the notices of the platform, and one mark for both lists', async () => {
    const admin = await platform.admin()
    const row = { title: '停机公告', category: 1, releaseTime: '2026-01-02 03:04:05', content: '<p>今晚</p>' }
    const { id } = await admin.get(notice.calls.submit, row)
    await admin.get(notice.calls.submit, { ...row, title: '未发布', releaseTime: '2199-01-01 00:00:00' })
    expect(await titles(reader, { kind: 'notice' })).toEqual(['停机公告'])
    expect((await reader.get(messages.overview)).byKind).toMatchObject({ notice: 1 })
    await reader.get(messages.read, { ids: id })
    expect((await reader.get(notice.calls.mine)).unread).toBe(0)
    expect((await reader.get(messages.overview)).byKind).toMatchObject({ notice: 0 })
  })

  test('marks all as read, or all of one kind, and nothing of anybody else', async () => {
    await send({ kind: 'system' })
    await send({ kind: 'reminder', to: [reader.id, other.id] })
    await reader.get(messages.read, { kind: 'system' })
    expect((await reader.get(messages.overview)).byKind).toMatchObject({ system: 0 })
    expect(await unread(reader)).toBeGreaterThan(0)
    await reader.get(messages.read, {})
    expect(await unread(reader)).toBe(0)
    expect((await other.get(messages.overview)).byKind).toMatchObject({ reminder: 1 })
  })
})
