import { beforeAll, describe, expect, test } from 'vitest'
import { column } from '#contract/news/column.ts'
import { fileRelease } from '#contract/news/file-release.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import { news } from '#contract/news/public.ts'
import { type RowResult, rowByRow } from '#contract/row-results.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, inSeconds, publishArticle, publishFile, saveDraft } from '../support/publish.ts'
import { uploadPdf } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform
let visitor: Caller

const { calls } = pressRelease
const [past, future] = ['2025-01-01 08:00:00', '2999-01-01 08:00:00']
let admin: Caller
let type: string

beforeAll(async () => {
  platform = await openPlatform()
  visitor = platform.visitor
  admin = await platform.admin()
  type = await addColumn(admin, '新闻动态', 2)
})

const stateOf = async (id: string) => {
  const row = (await admin.get(calls.detail, { id })) as { status: number; statusName?: string }
  return [row.status, row.statusName]
}
const titles = async (filter: object) =>
  (await admin.get(calls.list, { size: 100, ...filter })).records.map(({ title }) => title)
const isRead = async (id: string) => (await visitor.ask(news.newDetail, { id })).status === 200

describe('the status of a release', () => {
  test('is draft, then published, then withdrawn', async () => {
    const id = await saveDraft(admin, { title: '一篇', type })
    expect([await stateOf(id), await isRead(id)]).toEqual([[1, '草稿'], false])
    await admin.get(calls.publish, { ids: id })
    expect([await stateOf(id), await isRead(id)]).toEqual([[2, '已发布'], true])
    await admin.get(calls.withdraw, { ids: id })
    expect([await stateOf(id), await isRead(id)]).toEqual([[4, '已撤回'], false])
    await admin.get(calls.publish, { ids: id })
    expect([await stateOf(id), await isRead(id)]).toEqual([[2, '已发布'], true])
  })

  test('changes from scheduled to published at its release time without any action', async () => {
    const id = await publishArticle(admin, { title: '定时', type, releaseTime: future })
    expect([await stateOf(id), await isRead(id)]).toEqual([[3, '定时发布'], false])
    // instead of waiting for the time
    await platform.db.updateTable('pressRelease').set({ releaseTime: past }).where('id', '=', id).execute()
    expect([await stateOf(id), await isRead(id)]).toEqual([[2, '已发布'], true])
  })

  test('applies to files, attachments and carousel too: hidden until the release time, visible after it', async () => {
    const [column, attachId] = [await addColumn(admin, '定时栏目', 1), await uploadPdf(admin)]
    const releaseTime = inSeconds(3)
    const article = await publishArticle(admin, { title: '定时文章', type: column, releaseTime, attachIds: attachId })
    const file = await publishFile(admin, { title: '定时文件', type: column, releaseTime, attachId })
    const publicView = async () => {
      const group = (await visitor.get(news.getIndex)).find(({ type: id }) => id === column)
      const [list, files] = [
        await visitor.get(news.newList, { type: column }),
        await visitor.get(news.fileList, { type: column }),
      ]
      return {
        carousel: [...(group?.newList ?? []), ...(group?.fileList ?? [])].map(({ title }) => title),
        lists: [list.total, files.total],
        details: [await isRead(article), (await visitor.ask(news.fileDetail, { id: file })).success],
        download: (await visitor.raw('GET', addressOf(attachId))).status,
        looked: (await visitor.ask(attach.calls.detail, { id: attachId })).status,
      }
    }
    expect(await publicView()).toEqual({
      carousel: [],
      lists: [0, 0],
      details: [false, false],
      download: 404,
      looked: 401,
    })
    await until(() => isRead(article))
    expect(await publicView()).toEqual({
      carousel: ['定时文章', '定时文件'],
      lists: [1, 1],
      details: [true, true],
      download: 200,
      looked: 200,
    })
    // visitors do not see the owner or the storage place
    const attachment = await visitor.get(attach.calls.detail, { id: attachId })
    expect(attachment).toMatchObject({
      originalName: expect.stringMatching(/pdf$/),
      link: addressOf(attachId),
    })
    expect(attachment).not.toHaveProperty('createUser')
  })

  test('cannot be set by a request; only publish and withdraw change it', async () => {
    const id = await saveDraft(admin, { title: '自称已发布', type, status: 2, isPublished: 1 })
    await admin.get(calls.update, { id, status: 2 } as never)
    expect([await stateOf(id), await isRead(id)]).toEqual([[1, '草稿'], false])
  })

  test('is a filter of the list, by the current status', async () => {
    const column = await addColumn(admin, '按状态', 2)
    const [one, two, three, four] = ['甲草稿', '乙发布', '丙定时', '丁撤回']
    await saveDraft(admin, { title: one as string, type: column })
    await publishArticle(admin, { title: two as string, type: column })
    await publishArticle(admin, { title: three as string, type: column, releaseTime: future })
    const withdrawn = await publishArticle(admin, { title: four as string, type: column })
    await admin.get(calls.withdraw, { ids: withdrawn })
    for (const [status, title] of [one, two, three, four].map((title, i) => [i + 1, title] as const)) {
      expect(await titles({ type: column, status })).toEqual([title])
      expect(await titles({ type: column, status_equal: status })).toEqual([title])
    }
    // newest first, as visitors see them
    expect(await titles({ type: column })).toEqual([three, four, two, one])
    expect(await titles({ type: column, ascs: 'title' })).toEqual([three, four, one, two])
  })
})

describe('publishing', () => {
  const timeOf = async (id: string) => (await admin.get(calls.detail, { id })).releaseTime
  const isNow = async (id: string) => {
    const since = Date.now() - Date.parse(`${(await timeOf(id))?.replace(' ', 'T')}+08:00`)
    return since >= 0 && since < 60_000
  }

  test('uses the requested time, else the past time of the draft, else the current time', async () => {
    const [withTime, withPastTime, withoutTime] = [
      await saveDraft(admin, { title: '给定', type, releaseTime: past }),
      await saveDraft(admin, { title: '自带', type, releaseTime: past }),
      await saveDraft(admin, { title: '没有', type, releaseTime: null }),
    ]
    await admin.get(calls.publish, { ids: withTime, releaseTime: future })
    await admin.get(calls.publish, { ids: `${withPastTime},${withoutTime}` })
    expect([await timeOf(withTime), await timeOf(withPastTime), await isNow(withoutTime)]).toEqual([future, past, true])
    expect([await isRead(withTime), await isRead(withPastTime), await isRead(withoutTime)]).toEqual([false, true, true])
  })

  test('without a time publishes scheduled, withdrawn and future-dated drafts immediately', async () => {
    const write = (title: string) => publishArticle(admin, { title, type, releaseTime: future })
    const [scheduled, withdrawn] = [await write('定时的'), await write('撤回的')]
    await admin.get(calls.withdraw, { ids: withdrawn })
    const futureDraft = await saveDraft(admin, { title: '写了时间的', type, releaseTime: future })
    await admin.get(calls.publish, { ids: scheduled })
    // forms send an empty text
    await admin.get(calls.publish, { ids: `${withdrawn},${futureDraft}`, releaseTime: '' })
    for (const id of [scheduled, withdrawn, futureDraft])
      expect([await stateOf(id), await isRead(id), await isNow(id)]).toEqual([[2, '已发布'], true, true])
  })

  test('of several releases returns a result for each', async () => {
    const [fresh, published] = [
      await saveDraft(admin, { title: '新', type }),
      await publishArticle(admin, { title: '旧', type }),
    ]
    const response = await admin.raw('POST', `${calls.publish.path}?${rowByRow}=1`, {
      body: { ids: `${fresh},${published}` },
    })
    const { data } = (await response.json()) as { data: RowResult[] }
    expect(data.map(({ done, msg }) => [done, msg])).toEqual([
      [true, null],
      [false, '已经发布，无需再次发布'],
    ])
    expect(await admin.ask(calls.withdraw, { ids: await saveDraft(admin, { title: '稿', type }) })).toMatchObject({
      status: 400,
      msg: '尚未发布，无需撤回',
    })
  })

  test('is recorded in the audit log under its own verb', async () => {
    const id = await publishArticle(admin, { title: '留痕', type })
    await admin.get(calls.withdraw, { ids: id })
    const lines = await platform.db
      .selectFrom('audit')
      .select('verb')
      .where('entity', '=', 'pressRelease')
      .where('rowId', '=', id)
      .orderBy('id')
      .execute()
    expect(lines.map(({ verb }) => verb)).toEqual(['insert', 'publish', 'withdraw'])
  })

  test('needs its own permission: an author without it cannot change anything public', async () => {
    const writer = await createClerk(
      platform,
      'writer',
      'news',
      'press_release',
      'press_release_add',
      'press_release_edit',
    )
    const id = await saveDraft(writer, { title: '写作者的稿', type })
    await writer.get(calls.update, { id, title: '写作者的改稿' })
    expect((await writer.ask(calls.publish, { ids: id })).status).toBe(403)
    await admin.get(calls.publish, { ids: id })
    for (const call of [calls.update, calls.withdraw, calls.remove])
      expect((await writer.ask(call as typeof calls.update, { id, ids: id, title: '越权' } as never)).status).toBe(403)
    expect((await visitor.get(news.newDetail, { id })).title).toBe('写作者的改稿')
  })

  test('needs its own permission, even to restore a release that was removed while published', async () => {
    const writer = await createClerk(
      platform,
      'restorer',
      'news',
      'press_release',
      'press_release_view',
      'press_release_delete',
    )
    const id = await publishArticle(admin, { title: '误删', type })
    await writer.get(calls.remove, { ids: id })
    expect((await writer.ask(calls.restore, { ids: id })).status).toBe(403)
    expect(await isRead(id)).toBe(false)
    await admin.get(calls.restore, { ids: id })
    expect(await isRead(id)).toBe(true)
    const plain = await saveDraft(admin, { title: '误删的稿', type })
    await writer.get(calls.remove, { ids: plain })
    expect((await writer.ask(calls.restore, { ids: plain })).status).toBe(200)
  })

  test('a removed release can be restored only after its removed column', async () => {
    const removedColumn = await addColumn(admin, '撤并栏目', 2)
    const id = await saveDraft(admin, { title: '旧稿', type: removedColumn })
    await admin.get(calls.remove, { ids: id })
    await admin.get(column.calls.remove, { ids: removedColumn })
    expect(await admin.ask(calls.restore, { ids: id })).toMatchObject({
      status: 400,
      msg: '所属栏目已被删除，请先恢复',
    })
    await admin.get(column.calls.restore, { ids: removedColumn })
    expect((await admin.ask(calls.restore, { ids: id })).success).toBe(true)
  })

  test('an edit of a published article is public at once', async () => {
    const id = await publishArticle(admin, { title: '原题', type })
    await admin.get(calls.update, { id, title: '新题', releaseTime: null })
    expect(await visitor.get(news.newDetail, { id })).toMatchObject({ title: '新题' })
  })
})

describe('the text of an article', () => {
  test('is sanitized on saving and served as stored', async () => {
    const connect =
      '<h1>题</h1><p onclick="x()">甲<script>alert(1)</script></p><p><a href="javascript:alert(1)">乙</a></p>'
    const id = await publishArticle(admin, { title: '带脚本', type, connect })
    const { connect: publicText } = await visitor.get(news.newDetail, { id })
    expect(publicText).toBe('<h2>题</h2><p>甲</p><p><a target="_blank" rel="noopener noreferrer">乙</a></p>')
    expect((await admin.get(calls.detail, { id })).connect).toBe(publicText)
  })

  test('is a short plain-text excerpt in lists', async () => {
    const text = `<h2>标题</h2><p>第<strong>一</strong>段 &amp; 更多</p>${'<p>长</p>'.repeat(500)}`
    const column = await addColumn(admin, '摘要', 2)
    await publishArticle(admin, { title: '长文', type: column, connect: text })
    const [item] = (await visitor.get(news.newList, { type: column })).records
    expect(item?.connect.startsWith('标题 第一段 & 更多 长 长')).toBe(true)
    expect(item?.connect.length).toBeLessThanOrEqual(160)
  })
})

describe('a column', () => {
  test('accepts articles, files or both, depending on its kind', async () => {
    const attachId = await uploadPdf(admin)
    const [policy, papers] = [await addColumn(admin, '政策', 1), await addColumn(admin, '技术', 3)]
    const article = (of: string) => admin.ask(calls.save, { title: '文章', type: of, connect: '<p>文</p>' })
    const file = (of: string) => admin.ask(fileRelease.calls.save, { title: '文件', type: of, attachId })
    expect([(await article(policy)).status, (await file(policy)).status, (await file(papers)).status]).toEqual([
      200, 200, 200,
    ])
    expect(await article(papers)).toMatchObject({
      status: 400,
      faults: [{ at: 'type', msg: '栏目“技术”不发布文章，请另选栏目' }],
    })
    expect(await file(type)).toMatchObject({
      status: 400,
      faults: [{ at: 'type', msg: '栏目“新闻动态”不发布文件，请另选栏目' }],
    })
    // and its kind must fit its content
    expect(await admin.ask(column.calls.update, { id: policy, type: 2 })).toMatchObject({
      status: 400,
      msg: '栏目“政策”下还有1 个文件，不能改为这种类型',
    })
  })

  test('cannot be removed while it has content; the message names the content', async () => {
    const [above, below] = [await addColumn(admin, '上级', 1), await addColumn(admin, '空栏目', 1)]
    await addColumn(admin, '下级甲', 1, { parentId: above })
    await addColumn(admin, '下级乙', 1, { parentId: above })
    await saveDraft(admin, { title: '文', type: above })
    await publishFile(admin, { title: '件', type: above, attachId: await uploadPdf(admin) })
    const response = await admin.ask(column.calls.remove, { ids: above })
    expect(response).toMatchObject({
      status: 400,
      msg: '栏目“上级”下还有2 个下级栏目、1 篇文章、1 个文件，请先移走或删除',
    })
    const english = await admin.ask(column.calls.remove, { ids: above }, { 'blade-language': 'en' })
    expect(english.msg).toBe('The column “上级” still contains 2 columns, 1 article, 1 file; move or delete them first')
    await admin.get(column.calls.remove, { ids: below })
  })

  test('can be below other columns, but not below itself or its descendants', async () => {
    const top = await addColumn(admin, '顶', 1)
    const inner = await addColumn(admin, '里', 1, { parentId: top })
    expect(await admin.ask(column.calls.update, { id: top, parentId: inner })).toMatchObject({
      status: 400,
      faults: [{ at: 'parentId', msg: '上级栏目不能是自身或其下级' }],
    })
    const forest = await admin.get(column.calls.forest, { name: '' })
    const topNode = forest.find(({ id }) => id === top) as unknown as { children: { id: string }[] }
    expect(topNode.children.map(({ id }) => id)).toEqual([inner])
  })
})

describe('the public list of a column', () => {
  test('contains the articles of the column and of all visible columns below it', async () => {
    const top = await addColumn(admin, '政策', 1)
    const [inner, hidden] = [
      await addColumn(admin, '解读', 2, { parentId: top }),
      await addColumn(admin, '内部', 2, { parentId: top, isOpen: 0 }),
    ]
    const deep = await addColumn(admin, '图解', 1, { parentId: inner })
    const attachId = await uploadPdf(admin)
    for (const [i, one] of [top, inner, hidden, deep].entries())
      await publishArticle(admin, { title: `文${i}`, type: one, releaseTime: `2025-03-0${i + 1} 09:00:00` })
    for (const one of [top, deep]) await publishFile(admin, { title: '件', type: one, attachId })
    const titlesIn = async (type: string) => {
      const { records, total } = await visitor.get(news.newList, { type })
      expect((await visitor.get(news.getTrueNewList, { parentId: type })).map(({ id }) => id)).toEqual(
        records.map(({ id }) => id),
      )
      expect(total).toBe(records.length)
      return records.map(({ title }) => title)
    }
    expect(await titlesIn(top)).toEqual(['文3', '文1', '文0'])
    expect(await titlesIn(inner)).toEqual(['文3', '文1'])
    expect(await titlesIn(hidden)).toEqual([])
    expect((await visitor.get(news.fileList, { type: top })).total).toBe(2)
    const [, second] = (await visitor.get(news.newList, { type: top })).records
    expect(await visitor.get(news.newDetail, { id: second?.id ?? '' })).toMatchObject({
      previous: { title: '文3' },
      next: null,
    })
  })
})

describe('the public lists', () => {
  test('contain all columns of a kind, even twelve', async () => {
    const caseColumns = await Promise.all(
      Array.from({ length: 12 }, (_, i) => addColumn(admin, `案例栏目${i}`, 4, { sort: i })),
    )
    for (const [i, one] of caseColumns.entries()) await publishArticle(admin, { title: `案例${i}`, type: one })
    const { records, total } = await visitor.get(news.newList, { kind: 4, size: 50 })
    expect([total, records.length]).toEqual([12, 12])
    expect(await visitor.get(news.getTrueNewList, { size: 50 })).toHaveLength(12)
    const newsColumns = await Promise.all(Array.from({ length: 12 }, (_, i) => addColumn(admin, `动态栏目${i}`, 2)))
    const groups = (await visitor.get(news.getIndex)).map(({ type: id }) => id)
    expect(newsColumns.filter((id) => !groups.includes(id))).toEqual([])
  })
})
