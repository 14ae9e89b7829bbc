import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { releasedNotices } from '#contract/portal/released-notices.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createUserWithoutRights } from '../support/scenario.ts'

let platform: Platform
let admin: Caller
let reader: Caller & { account: string; id: string }

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  reader = await createUserWithoutRights(platform)
})

const { calls } = notice

const validNotice = {
  title: '系统维护通知',
  category: 1,
  releaseTime: '2026-01-02 03:04:05',
  content: '<p>今晚维护</p>',
}
const later = '2199-01-01 00:00:00'
const publish = async (more: object = {}) => (await admin.get(calls.submit, { ...validNotice, ...more })).id
const contentOf = async (content: string) => (await admin.get(calls.detail, { id: await publish({ content }) })).content

describe('a notice', () => {
  test('is found by title, kind and release time', async () => {
    const id = await publish({ title: '停机公告', category: 3, releaseTime: '2025-05-05 12:00:00' })
    const findIds = async (filters: object) =>
      (await admin.get(calls.list, { ...filters, size: 200 })).records.map((row) => row.id)
    for (const filters of [
      { title: '停机' },
      { category: 3 },
      { releaseTime_datege: '2025-05-05 12:00:00', releaseTime_datele: '2025-05-05 12:00:00' },
    ])
      expect([filters, await findIds(filters)]).toEqual([filters, [id]])
    expect(await findIds({ releaseTime_datege: '2025-05-05 12:00:01', title: '停机' })).toEqual([])
    expect((await admin.get(calls.list, { category: 3 })).records[0]).toMatchObject({ categoryName: '转发通知' })
  })

  test('has at most 2,000 visible characters, not counting markup', async () => {
    const markup = `<p><strong>${'字'.repeat(2000)}</strong></p>`
    expect(await contentOf(markup)).toBe(markup)
    expect(await admin.ask(calls.submit, { ...validNotice, content: `<p>${'字'.repeat(2001)}</p>` })).toMatchObject({
      faults: [{ at: 'content', msg: '通知内容不能超过2000个字' }],
    })
  })

  test('is stored with only the markup on the allow-list', async () => {
    expect(await contentOf('<p onclick="x()">甲<script>alert(1)</script></p><iframe src="/x"></iframe>')).toBe(
      '<p>甲</p>',
    )
    expect(await contentOf('<p style="position:fixed" class="x">乙</p>')).toBe('<p>乙</p>')
    expect(await contentOf('<h1>丙</h1><ul><li><em>丁</em></li></ul>')).toBe('<h2>丙</h2><ul><li><em>丁</em></li></ul>')
    expect(await contentOf('<a href="javascript:alert(1)">戊</a>')).not.toContain('javascript')
    expect(await contentOf('<a href="//evil.example/x">己</a>')).not.toContain('evil')
    expect(await contentOf('<a href="https://example.com/">庚</a>')).toBe(
      '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">庚</a>',
    )
  })

  test('keeps uploaded pictures and drops pictures from other addresses', async () => {
    const image = '<img src="/api/caict-resource/attach/download?id=1&amp;key=k" alt="图" />'
    expect(await contentOf(`<p>图${image}</p>`)).toBe(`<p>图${image}</p>`)
    for (const src of ['https://example.com/x.png', '/api/caict-auth/oauth/logout'])
      expect(await contentOf(`<p>图<img src="${src}" onerror="x()"></p>`)).toBe('<p>图</p>')
  })

  test('is refused with pictures that are not uploaded, instead of losing them', async () => {
    const content = '<p>图<img src="data:image/png;base64,AAAA"></p>'
    expect(await admin.ask(calls.submit, { ...validNotice, content })).toMatchObject({
      faults: [{ at: 'content', msg: '通知内容中有 1 张图片尚未上传：请等待上传完成，或删除后用“插入图片”上传' }],
    })
  })

  test('is refused with more markup than people write, before it is read', async () => {
    const msg = '通知内容的格式过于复杂：标签不能超过 10000 个，嵌套不能超过 50 层'
    for (const content of ['<b>'.repeat(60_000), '<p>x</p>'.repeat(20_000)])
      expect(await admin.ask(calls.submit, { ...validNotice, content })).toMatchObject({
        faults: [{ at: 'content', msg }],
      })
  })

  test('is stored empty when it contains only markup', async () => {
    expect(await contentOf('<p> </p><p><br></p>')).toBeNull()
    for (const attack of [
      '<script>alert(1)</script>',
      '<iframe src="https://evil.example"></iframe>',
      '<svg onload="x()">',
    ])
      expect([attack, await contentOf(attack)]).toEqual([attack, null])
  })
})

describe('the bell', () => {
  test('lists the released notices, newest first, to every logged-in user', async () => {
    const [old, fresh] = [
      await publish({ releaseTime: '2026-03-01 00:00:00' }),
      await publish({ releaseTime: '2026-03-02 00:00:00' }),
    ]
    const hidden = await publish({ releaseTime: later })
    const { notices } = await reader.get(calls.mine)
    expect(notices.slice(0, 2).map(({ id }) => id)).toEqual([fresh, old])
    expect(notices.map(({ id }) => id)).not.toContain(hidden)
    expect(notices[0]).toMatchObject({ title: validNotice.title, categoryName: '发布通知', isRead: 0 })
    expect((await platform.visitor.ask(calls.mine)).status).toBe(401)
  })

  test('counts all unread notices and lists the newest twenty', async () => {
    const newUser = await createUserWithoutRights(platform)
    const before = (await newUser.get(calls.mine)).unread
    for (let i = 0; i < 21; i++) await publish()
    const bell = await newUser.get(calls.mine)
    expect([bell.unread, bell.notices.length]).toEqual([before + 21, 20])
  })

  test('marks notices as read for the current user only; a request without ids marks all of them', async () => {
    const id = await publish({ releaseTime: '2026-04-01 00:00:00' })
    const [one, other] = [await createUserWithoutRights(platform), await createUserWithoutRights(platform)]
    const { unread } = await one.get(calls.mine)
    await one.get(calls.read, { ids: id })
    await one.get(calls.read, { ids: id })
    const after = await one.get(calls.mine)
    expect([after.unread, after.notices.find((row) => row.id === id)?.isRead]).toEqual([unread - 1, 1])
    await one.get(calls.read, {})
    expect((await one.get(calls.mine)).unread).toBe(0)
    expect((await other.get(calls.mine)).unread).toBe(unread)
  })

  test('opens a notice to every logged-in user while it is released and not removed', async () => {
    const [open, hidden] = [await publish(), await publish({ releaseTime: later })]
    expect(await reader.get(calls.released, { id: open })).toMatchObject({ id: open, content: validNotice.content })
    expect((await reader.ask(calls.released, { id: hidden })).status).toBe(404)
    expect((await reader.ask(calls.detail, { id: open })).status).toBe(403)
    await admin.get(calls.remove, { ids: open })
    expect((await reader.ask(calls.released, { id: open })).status).toBe(404)
    expect((await reader.get(calls.mine)).notices.map(({ id }) => id)).not.toContain(open)
  })

  test('does not mark an unreleased notice as read', async () => {
    const hidden = await publish({ releaseTime: later })
    await reader.get(calls.read, { ids: hidden })
    const rows = await platform.db.selectFrom('noticeRead').selectAll().where('noticeId', '=', hidden).execute()
    expect(rows).toEqual([])
  })
})

describe('notices in the portal', () => {
  const idsFor = async (person: Caller, input: object = {}) =>
    (await person.get(releasedNotices.list, { size: 50, ...input })).records.map(({ id }) => id)

  test('visitors read those that are public, people with an account all released ones', async () => {
    const open = await publish({ title: '面向社会的公告', isPublic: 1 })
    const inner = await publish({ title: '面向用户的通知', isPublic: 0 })
    const scheduled = await publish({ title: '明日公开', isPublic: 1, releaseTime: later })
    const { visitor } = platform
    expect(await idsFor(visitor)).toEqual([open])
    expect(await idsFor(reader)).toEqual(expect.arrayContaining([open, inner]))
    expect(await idsFor(reader)).not.toContain(scheduled)
    expect(await visitor.get(releasedNotices.detail, { id: open })).toMatchObject({
      title: '面向社会的公告',
      content: '<p>今晚维护</p>',
    })
    for (const id of [inner, scheduled, '1'])
      expect((await visitor.ask(releasedNotices.detail, { id })).status).toBe(404)
    const unread = async () => (await reader.get(calls.mine)).notices.find((one) => one.id === inner)?.isRead
    expect(await unread()).toBe(0)
    expect((await reader.get(releasedNotices.detail, { id: inner })).title).toBe('面向用户的通知')
    expect(await unread()).toBe(1)
    await admin.get(calls.remove, { ids: open })
    expect(await idsFor(visitor)).toEqual([])
    expect((await visitor.ask(releasedNotices.detail, { id: open })).status).toBe(404)
  })

  test('are for people with an account unless the office says otherwise', async () => {
    const id = await publish({ title: '没有说明' })
    expect(await admin.get(calls.detail, { id })).toMatchObject({ isPublic: 0 })
    expect(await idsFor(platform.visitor)).not.toContain(id)
  })

  test('of another tenant are read neither by visitors nor by people of this one', async () => {
    const id = await publish({ title: '其他租户的公告', isPublic: 1 })
    await platform.db.updateTable('notice').set({ tenantId: '100001' }).where('id', '=', id).execute()
    for (const person of [platform.visitor, reader]) {
      expect(await idsFor(person)).not.toContain(id)
      expect((await person.ask(releasedNotices.detail, { id })).status).toBe(404)
    }
  })

  test('are found by their title and come in pages, the newest first', async () => {
    const ids: string[] = []
    for (const day of ['01', '02', '03'])
      ids.unshift(await publish({ title: `分页公告${day}`, isPublic: 1, releaseTime: `2026-02-${day} 08:00:00` }))
    expect(await idsFor(platform.visitor, { keyword: '分页公告' })).toEqual(ids)
    expect(await idsFor(platform.visitor, { keyword: '分页公告02' })).toEqual([ids[1]])
    const second = await platform.visitor.get(releasedNotices.list, { keyword: '分页公告', size: 2, current: 2 })
    expect(second).toMatchObject({ total: 3, pages: 2, records: [{ id: ids[2], categoryName: expect.any(String) }] })
  })
})
