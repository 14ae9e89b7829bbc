import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { column } from '#contract/news/column.ts'
import type { ColumnType } from '#contract/news/column-types.ts'
import { fileRelease } from '#contract/news/file-release.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import { news } from '#contract/news/public.ts'
import { siteMap } from '#contract/portal/site-map.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { upload } from '#contract/storage/upload.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn as newColumn, publishArticle, publishFile, saveDraft, twoParagraphs } from '../support/publish.ts'
import { createEnterprise, uploadPdf } from '../support/scenario.ts'

let platform: Platform
let visitor: Caller

const past = '2025-01-01 08:00:00'
const future = '2999-01-01 08:00:00'
let admin: Caller
let policy: string
let attachId: string

const addColumn = (name: string, type: ColumnType, more: DraftPart = {}) => newColumn(admin, name, type, more)
const write = (title: string, more: DraftPart = {}) =>
  publishArticle(admin, { title, type: policy, releaseTime: past, ...more })
const file = (title: string, more: DraftPart = {}) =>
  publishFile(admin, { title, type: policy, attachId, releaseTime: past, ...more })

beforeAll(async () => {
  platform = await openPlatform()
  visitor = platform.visitor
  admin = await platform.admin()
  attachId = await uploadPdf(admin)
})
beforeEach(async () => {
  for (const table of ['pressRelease', 'fileRelease', 'column'] as const)
    await platform.db.updateTable(table).set({ isDeleted: 1 }).execute()
  policy = await addColumn('政策文件', 1)
})

/** The names of all public calls whose response to a visitor contains the title. */
const callsShowing = async (title: string, id: string): Promise<string[]> => {
  const [index, files, articles, ofColumn, cases, detail, fileDetail] = await Promise.all([
    visitor.ask(news.getIndex),
    visitor.ask(news.fileList, { size: 50 }),
    visitor.ask(news.newList, { size: 50 }),
    visitor.ask(news.getList, { id: policy, size: 50 }),
    visitor.ask(news.getTrueNewList, { parentId: policy, size: 50 }),
    visitor.ask(news.newDetail, { id }),
    visitor.ask(news.fileDetail, { id }),
  ])
  const responses = { index, files, articles, ofColumn, cases, detail, fileDetail }
  return Object.entries(responses).flatMap(([name, { body }]) => (JSON.stringify(body).includes(title) ? [name] : []))
}

describe('what visitors see of articles and files', () => {
  test('a published article appears in every list, and its detail is complete', async () => {
    const id = await write('公开文章')
    expect(await callsShowing('公开文章', id)).toEqual(['index', 'articles', 'ofColumn', 'cases', 'detail'])
    expect(await visitor.get(news.newDetail, { id })).toEqual({
      id,
      title: '公开文章',
      createTime: past,
      source: null,
      imgUrl: null,
      connect: twoParagraphs,
      column: { id: policy, name: '政策文件', lang: 'zh-CN', type: 1 },
      attachments: [],
      previous: null,
      next: null,
    })
  })

  test('a published file appears in the file lists and can be downloaded', async () => {
    const id = await file('公开文件')
    expect(await callsShowing('公开文件', id)).toEqual(['index', 'files', 'fileDetail'])
    expect((await visitor.get(news.fileDetail, { id })).column).toEqual({
      id: policy,
      name: '政策文件',
      lang: 'zh-CN',
      type: 1,
    })
    expect((await visitor.raw('GET', `${upload.download.path}?id=${attachId}`)).status).toBe(200)
  })

  test.each<[string, () => Promise<[string, string]>]>([
    [
      'withdrawn',
      async () => {
        const [article, paper] = [await write('内部文章'), await file('内部文件')]
        await admin.get(pressRelease.calls.withdraw, { ids: article })
        await admin.get(fileRelease.calls.withdraw, { ids: paper })
        return [article, paper]
      },
    ],
    [
      'scheduled for later',
      async () => [await write('内部文章', { releaseTime: future }), await file('内部文件', { releaseTime: future })],
    ],
  ])(
    'an article or file that is %s appears nowhere, and its detail answers like an unknown id',
    async (_what, make) => {
      const [article, paper] = await make()
      expect(await callsShowing('内部文章', article)).toEqual([])
      expect(await callsShowing('内部文件', paper)).toEqual([])
      const unknown = await visitor.ask(news.newDetail, { id: '424242' })
      expect((await visitor.ask(news.newDetail, { id: article })).body).toEqual(unknown.body)
      expect((await visitor.ask(news.fileDetail, { id: paper })).body).toEqual(unknown.body)
      expect((await visitor.raw('GET', `${upload.download.path}?id=${attachId}`)).status).toBe(404)
    },
  )

  test('a withdrawn or removed article disappears at once', async () => {
    const [one, other] = [await write('撤回文章'), await write('删除文章')]
    await admin.get(pressRelease.calls.withdraw, { ids: one })
    await admin.get(pressRelease.calls.remove, { ids: other })
    expect([await callsShowing('撤回文章', one), await callsShowing('删除文章', other)]).toEqual([[], []])
  })

  test('articles and files of a hidden column are hidden', async () => {
    const [article, paper] = [await write('栏目文章'), await file('栏目文件')]
    await admin.get(column.calls.update, { id: policy, isOpen: 0 })
    expect([await callsShowing('栏目文章', article), await callsShowing('栏目文件', paper)]).toEqual([[], []])
  })

  test('a logged-in user reads no more than a visitor', async () => {
    const company = await createEnterprise(platform)
    const id = await saveDraft(admin, { title: '内部文章', type: policy })
    expect((await company.ask(news.newDetail, { id })).status).toBe(404)
    expect((await company.ask(pressRelease.calls.detail, { id })).status).toBe(403)
  })
})

describe('the news lists of the portal', () => {
  test('the carousel has a tab for each policy and news column, in order, with at most the six newest articles', async () => {
    const dynamic = await addColumn('新闻动态', 2, { sort: 2 })
    await addColumn('典型案例', 4)
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
      await write(`新闻${n}`, { type: dynamic, releaseTime: `2025-01-0${n} 08:00:00` })
    const groups = await visitor.get(news.getIndex)
    expect(groups.map(({ name }) => name)).toEqual(['政策文件', '新闻动态'])
    expect(groups[1]?.type).toBe(dynamic)
    expect(groups[1]?.newList.map(({ title }) => title)).toEqual(['新闻8', '新闻7', '新闻6', '新闻5', '新闻4', '新闻3'])
  })

  test('names a column in the language of the reader; one without an English name keeps its Chinese one', async () => {
    const named = await addColumn('政策解读', 2, { sort: 2, nameEn: 'Policy interpretation' })
    const [article, paper] = [await write('文章', { type: named }), await file('文件')]
    const english = { 'blade-language': 'en' }
    const data = async <I, O>(call: Endpoint<I, O>, input: NoInfer<I>, headers = english) =>
      (await visitor.ask(call, input, headers)).data
    const chineseName = { name: '政策文件', lang: 'zh-CN' }
    const englishName = { name: 'Policy interpretation', lang: 'en' }
    expect(await data(news.getIndex, {})).toMatchObject([chineseName, englishName])
    expect(await data(siteMap.columns, {})).toMatchObject([chineseName, englishName])
    expect(await data(news.getColumn, { id: named })).toMatchObject(englishName)
    expect((await data(news.newDetail, { id: article })).column).toEqual({ id: named, ...englishName, type: 2 })
    expect((await data(news.fileDetail, { id: paper })).column).toMatchObject(chineseName)
    expect((await visitor.get(news.getColumn, { id: named })).name).toBe('政策解读')
  })

  test('the list of cases returns the newest four, with a picture where there is one', async () => {
    const cases = await addColumn('典型案例', 4)
    const imgId = await uploadPdf(admin)
    for (const n of [1, 2, 3, 4, 5])
      await write(`案例${n}`, { type: cases, imgId: n === 5 ? imgId : null, releaseTime: `2025-01-0${n} 08:00:00` })
    const list = await visitor.get(news.getTrueNewList, { size: 4 })
    expect(list.map(({ title, imgUrl }) => [title, imgUrl])).toEqual([
      ['案例5', `${upload.download.path}?id=${imgId}`],
      ['案例4', null],
      ['案例3', null],
      ['案例2', null],
    ])
    expect((await visitor.raw('GET', list[0]?.imgUrl ?? '')).status).toBe(200)
  })

  test('a list returns pages and the total of all rows', async () => {
    for (const n of [1, 2, 3]) await write(`分页${n}`)
    expect(await visitor.get(news.newList, { type: policy, current: 2, size: 2 })).toMatchObject({
      total: 3,
      size: 2,
      current: 2,
      pages: 2,
    })
    expect((await visitor.get(news.newList, { current: 9 })).records).toEqual([])
  })

  test('a list by kind contains all visible columns of that kind and no others', async () => {
    const [one, other, hidden] = [
      await addColumn('制造业案例', 4),
      await addColumn('能源案例', 4),
      await addColumn('内部案例', 4, { isOpen: 0 }),
    ]
    for (const [i, type] of [one, other, hidden, policy].entries()) await write(`文章${i}`, { type })
    const { records, total } = await visitor.get(news.newList, { kind: 4 })
    expect([records.map(({ title }) => title).toSorted(), total]).toEqual([['文章0', '文章1'], 2])
    expect((await visitor.get(news.newList, { kind: 2 })).records).toEqual([])
  })

  test.each<[DraftPart, string]>([
    [{ size: 51 }, '条数不能大于50'],
    [{ size: -1 }, '条数不能小于0'],
    [{ current: 'x' }, '页码应为数字'],
    [{ type: "1' or 1=1" }, '栏目的值不正确'],
  ])('%j is rejected: %s', async (input, msg) => {
    expect(await visitor.ask(news.newList, input as never)).toMatchObject({ status: 400, msg })
  })

  test('a page far beyond the last one causes no server error', async () => {
    expect((await visitor.ask(news.newList, { current: 2_147_483_647, size: 50 })).status).toBeLessThan(500)
  })

  test('an unchanged response is answered with 304 (ETag)', async () => {
    await write('缓存')
    const first = await visitor.raw('GET', news.getIndex.path)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = () => visitor.raw('GET', news.getIndex.path, { headers: { 'if-none-match': etag } })
    const second = await again()
    expect([second.status, await second.text()]).toEqual([304, ''])
    await write('新的')
    expect((await again()).status).toBe(200)
  })
})

test('a required rich text of which the allow-list leaves nothing is rejected at its field, on create and on update', async () => {
  const rejection = { status: 400, faults: [{ at: 'connect', msg: '请输入正文' }] }
  const attack = '<p><script>alert(1)</script></p>'
  const row = { title: '只有脚本', type: policy, releaseTime: past, connect: attack }
  expect(await admin.ask(pressRelease.calls.save, row)).toMatchObject(rejection)
  const id = await saveDraft(admin, { ...row, connect: twoParagraphs })
  expect(await admin.ask(pressRelease.calls.update, { ...row, id })).toMatchObject(rejection)
  expect((await admin.get(pressRelease.calls.detail, { id })).connect).toBe(twoParagraphs)
})

describe('the previous and next links', () => {
  test('an article links its neighbours in the public list of its column', async () => {
    const other = await addColumn('新闻动态', 2)
    const days = ['2025-01-01', '2025-01-02', '2025-01-02', '2025-01-04']
    for (const [i, day] of days.entries()) await write(`第${i + 1}篇`, { releaseTime: `${day} 08:00:00` })
    await write('别的栏目', { type: other, releaseTime: '2025-01-03 08:00:00' })
    await saveDraft(admin, { title: '尚未发布', type: policy, releaseTime: '2025-01-03 09:00:00' })
    const neighboursOf = async (id: string | undefined) => {
      const { previous, next } = await visitor.get(news.newDetail, { id })
      return [previous?.title ?? null, next?.title ?? null]
    }
    const { records } = await visitor.get(news.newList, { type: policy })
    expect(records.map(({ title }) => title)).toEqual(['第4篇', '第3篇', '第2篇', '第1篇'])
    expect(await Promise.all(records.map(({ id }) => neighboursOf(id)))).toEqual([
      [null, '第3篇'],
      ['第4篇', '第2篇'],
      ['第3篇', '第1篇'],
      ['第2篇', null],
    ])
  })

  test('a file links its neighbouring files', async () => {
    const [one, two] = [
      await file('文件一', { releaseTime: '2025-01-01 08:00:00' }),
      await file('文件二', { releaseTime: '2025-01-02 08:00:00' }),
    ]
    await write('一篇文章', { releaseTime: '2025-01-01 09:00:00' })
    expect(await visitor.get(news.fileDetail, { id: one })).toMatchObject({ previous: { id: two }, next: null })
    expect(await visitor.get(news.fileDetail, { id: two })).toMatchObject({ previous: null, next: { title: '文件一' } })
  })
})

describe('the search by title', () => {
  test('finds articles and files by literal text, not by a pattern', async () => {
    await write('关于5G工厂的通知')
    await write('增长100%的案例')
    await file('5G工厂申报书模板')
    const articles = async (keyword: string) =>
      (await visitor.get(news.newList, { type: policy, keyword })).records.map(({ title }) => title)
    expect(await articles('5g工厂')).toEqual(['关于5G工厂的通知'])
    expect(await articles('%')).toEqual(['增长100%的案例'])
    expect(await articles('没有这样的词')).toEqual([])
    const { records, total } = await visitor.get(news.fileList, { type: policy, keyword: '模板' })
    expect([total, records.map(({ title }) => title)]).toEqual([1, ['5G工厂申报书模板']])
  })
})
