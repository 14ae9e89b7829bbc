import { beforeAll, describe, expect, test } from 'vitest'
import { news } from '#contract/news/public.ts'
import { figureWords } from '#contract/portal/figure-words.ts'
import { portal } from '#contract/portal/portal.ts'
import { library } from '#contract/project/library.ts'
import { invalidateCacheVersions } from '#server/engine/cache.ts'
import { cleanUp } from '../support/cleanup.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { type Caller, openPlatform, type Platform, serve } from '../support/platform.ts'
import { addLibraryRow } from '../support/scenario.ts'

let platform: Platform
let visitor: Caller

const english = { 'blade-language': 'en' }
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  visitor = platform.visitor
  admin = await platform.admin()
})

describe('the home page of an empty platform (specification 000, section 2)', () => {
  test('has figures of 0, all operators, no ranked provinces and no demonstration data', async () => {
    const statistics = await visitor.get(portal.statistics)
    expect(statistics.Item.map(({ key, value }) => [key, value])).toEqual(
      Object.keys(figureWords).map((key) => [key, 0]),
    )
    expect(statistics.Operator.map(({ name, value }) => [name, value])).toEqual([
      ...[
        ['中国移动', 0],
        ['中国电信', 0],
      ],
      ...[
        ['中国联通', 0],
        ['中国广电', 0],
      ],
    ])
    expect(statistics).toMatchObject({ Province: [], StandNumber: 0, demo: false })
  })

  test('has 34 divisions on the map, all at 0', async () => {
    const map = await visitor.get(portal.nationalMap)
    expect(map.map(({ value, value2, developIndex }) => value + value2 + developIndex)).toEqual(Array(34).fill(0))
  })

  test('has empty lists of news, downloads and cases', async () => {
    expect(await visitor.get(news.getIndex)).toEqual([])
    expect(await visitor.get(news.fileList, { kind: 3, size: 6 })).toMatchObject({ records: [], total: 0 })
    expect(await visitor.get(news.getTrueNewList, { size: 4 })).toEqual([])
  })
})

describe('the figures of the home page', () => {
  beforeAll(async () => {
    await addLibraryRow(admin, { projectName: '一', province: '320000', city: '320500', operator: 1, investment: 5000 })
    await addLibraryRow(admin, { projectName: '二', province: '320000', city: '320500', operator: 4, investment: 7000 })
    await addLibraryRow(admin, { projectName: '三', province: '330000', city: '330100', operator: 1, investment: 1000 })
  })

  test('count the rows of the project library', async () => {
    const { total } = await admin.get(library.calls.page, { size: 10 })
    const { Item, Operator, Province } = await visitor.get(portal.statistics)
    expect(Item.find(({ key }) => key === 'projects')?.value).toBe(total)
    expect(Item.find(({ key }) => key === 'investment')).toMatchObject({ value: 1.3, unit: '亿元' })
    expect(Operator.map(({ value }) => value)).toEqual([2, 0, 0, 1])
    expect(Province.map(({ name, value, value2 }) => [name, value, value2])).toEqual([
      ...[
        ['江苏', 2, 1.2],
        ['浙江', 1, 0.1],
      ],
    ])
  })

  test('have names and units in the language of the request, but the same keys and codes', async () => {
    const [zh, en] = [await visitor.get(portal.statistics), await visitor.get(portal.statistics, {}, english)]
    expect(zh.Item[0]).toMatchObject({ key: 'projects', name: '项目总数', value: 3 })
    expect(en.Item[0]).toMatchObject({ key: 'projects', name: 'Listed projects', value: 3 })
    expect(en.Operator[3]?.name).toBe('China Broadnet')
    const map = await visitor.get(portal.nationalMap, {}, english)
    expect(map.find(({ code }) => code === '320000')?.name).toBe('Jiangsu')
  })

  test('can be cached with an ETag, which does not match the other language', async () => {
    const first = await visitor.ask(portal.statistics)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('vary')).toContain('blade-language')
    const requestAgain = (headers: Record<string, string>) =>
      visitor.raw('GET', portal.statistics.path, { headers: { 'if-none-match': etag, ...headers } })
    expect((await requestAgain({})).status).toBe(304)
    expect((await requestAgain(english)).status).toBe(200)
  })
})

test('the figures are answered from memory while the database does not answer; other calls get 503', async () => {
  const proxy = await openDatabaseProxy(platform.databaseUrl)
  const { platform: second, close } = await serve(
    proxy.url,
    { PORT: '0' },
    { limits: { connectMs: 1000, silenceMs: 1000 } },
  )
  cleanUp(close)
  const before = await second.visitor.get(portal.statistics)
  proxy.hold()
  // what a visitor may still use for a second would hide the database
  invalidateCacheVersions(second.app)
  expect(await second.visitor.get(portal.statistics)).toEqual(before)
  expect(await second.visitor.get(portal.nationalMap)).toHaveLength(34)
  const refused = await second.visitor.ask(news.getIndex)
  expect([refused.status, refused.msg, refused.headers.get('retry-after')]).toEqual([503, '服务繁忙，请稍后重试', '2'])
  proxy.thaw()
})

describe('publications on the home page', () => {
  const time = '2025-01-01 08:00:00'
  let technology: string
  const createColumn = async (name: string, type: 1 | 2 | 3 | 4, isOpen = 1) => {
    const row = { name, type, sort: 1, isOpen, parentId: '0' }
    return (await platform.db.insertInto('column').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const createPaper = (title: string, type: string) =>
    platform.db
      .insertInto('fileRelease')
      .values({ title, type, attachId: '1', source: null, status: 2, releaseTime: time })
      .execute()

  beforeAll(async () => {
    technology = await createColumn('技术进展', 3)
    await createPaper('白皮书', technology)
    await createPaper('未公开栏目的文件', await createColumn('内部', 3, 0))
    await createPaper('政策', await createColumn('政策文件', 1))
    const connect = `<p>${'正'.repeat(500)}</p>`
    const type = await createColumn('典型案例', 4)
    await platform.db
      .insertInto('pressRelease')
      .values({ title: '案例', type, connect, source: null, status: 2, releaseTime: time })
      .execute()
  })

  test('technology papers can be requested by kind and come only from open columns', async () => {
    const { records, total } = await visitor.get(news.fileList, { kind: 3, current: 1, size: 6 })
    expect([records.map(({ title }) => title), total]).toEqual([['白皮书'], 1])
    expect((await visitor.get(news.fileList, { type: technology })).total).toBe(1)
  })

  test('a list has the beginning of an article, its detail the whole text', async () => {
    const [item] = await visitor.get(news.getTrueNewList, { size: 4 })
    expect(item?.connect).toBe(`${'正'.repeat(159)}…`)
    expect((await visitor.get(news.newDetail, { id: item?.id ?? '' })).connect).toBe(`<p>${'正'.repeat(500)}</p>`)
  })
})
