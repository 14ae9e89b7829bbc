import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
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

const right = { title: '系统维护通知', category: 1, releaseTime: '2026-01-02 03:04:05', content: '<p>今晚维护</p>' }
const later = '2199-01-01 00:00:00'
const publish = async (more: object = {}) => (await admin.get(calls.submit, { ...right, ...more })).id
const contentOf = async (content: string) => (await admin.get(calls.detail, { id: await publish({ content }) })).content

describe('a notice (wire-and-fields.md 2.15)', () => {
  test('is found by title, by kind and by the time of its release', async () => {
    const id = await publish({ title: '停机公告', category: 3, releaseTime: '2025-05-05 12:00:00' })
    const found = async (filters: object) =>
      (await admin.get(calls.list, { ...filters, size: 200 })).records.map((row) => row.id)
    for (const filters of [
      { title: '停机' },
      { category: 3 },
      { releaseTime_datege: '2025-05-05 12:00:00', releaseTime_datele: '2025-05-05 12:00:00' },
    ])
      expect([filters, await found(filters)]).toEqual([filters, [id]])
    expect(await found({ releaseTime_datege: '2025-05-05 12:00:01', title: '停机' })).toEqual([])
    expect((await admin.get(calls.list, { category: 3 })).records[0]).toMatchObject({ categoryName: '转发通知' })
  })

  test('has at most 2,000 characters that people read, whatever its marks weigh', async () => {
    const marked = `<p><strong>${'字'.repeat(2000)}</strong></p>`
    expect(await contentOf(marked)).toBe(marked)
    expect(await admin.ask(calls.submit, { ...right, content: `<p>${'字'.repeat(2001)}</p>` })).toMatchObject({
      faults: [{ at: 'content', msg: '通知内容不能超过2000个字' }],
    })
  })

  test('keeps of its text what is on the allow-list, when it is written (rule 17)', async () => {
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

  test('shows pictures that were uploaded here, and none of another site', async () => {
    const own = '<img src="/api/caict-resource/attach/download?id=1&amp;key=k" alt="图" />'
    expect(await contentOf(`<p>图${own}</p>`)).toBe(`<p>图${own}</p>`)
    for (const src of ['https://example.com/x.png', 'data:image/png;base64,AAAA', '/api/caict-auth/oauth/logout'])
      expect(await contentOf(`<p>图<img src="${src}" onerror="x()"></p>`)).toBe('<p>图</p>')
  })

  test('of a text of nothing but marks, nothing is kept', async () => {
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
  test('has the notices that are released, newest first, for everybody who is logged in', async () => {
    const [old, fresh] = [
      await publish({ releaseTime: '2026-03-01 00:00:00' }),
      await publish({ releaseTime: '2026-03-02 00:00:00' }),
    ]
    const hidden = await publish({ releaseTime: later })
    const { notices } = await reader.get(calls.mine)
    expect(notices.slice(0, 2).map(({ id }) => id)).toEqual([fresh, old])
    expect(notices.map(({ id }) => id)).not.toContain(hidden)
    expect(notices[0]).toMatchObject({ title: right.title, categoryName: '发布通知', isRead: 0 })
    expect((await platform.visitor.ask(calls.mine)).status).toBe(401)
  })

  test('counts every one that is not read, and lists the newest twenty', async () => {
    const somebody = await createUserWithoutRights(platform)
    const before = (await somebody.get(calls.mine)).unread
    for (let i = 0; i < 21; i++) await publish()
    const mine = await somebody.get(calls.mine)
    expect([mine.unread, mine.notices.length]).toEqual([before + 21, 20])
  })

  test('what one has read is read for him alone; no ids means all of them', async () => {
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

  test('one of them opens for everybody who is logged in, once it is released and while it is there', async () => {
    const [open, hidden] = [await publish(), await publish({ releaseTime: later })]
    expect(await reader.get(calls.released, { id: open })).toMatchObject({ id: open, content: right.content })
    expect((await reader.ask(calls.released, { id: hidden })).status).toBe(404)
    expect((await reader.ask(calls.detail, { id: open })).status).toBe(403)
    await admin.get(calls.remove, { ids: open })
    expect((await reader.ask(calls.released, { id: open })).status).toBe(404)
    expect((await reader.get(calls.mine)).notices.map(({ id }) => id)).not.toContain(open)
  })

  test('a notice that is not released cannot be marked as read', async () => {
    const hidden = await publish({ releaseTime: later })
    await reader.get(calls.read, { ids: hidden })
    const rows = await platform.db.selectFrom('noticeRead').selectAll().where('noticeId', '=', hidden).execute()
    expect(rows).toEqual([])
  })
})
