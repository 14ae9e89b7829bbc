import { beforeAll, describe, expect, test } from 'vitest'
import { type FigureWithParts, figureParts, partFieldByFigure } from '#contract/portal/figure-parts.ts'
import { portal } from '#contract/portal/portal.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { sql } from '#server/base/database/sql.ts'
import { momentOf, wireTime } from '#server/base/process/clock.ts'
import { insertDecidedDeclaration } from '../support/decided-declaration.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addLibraryRow, createEnterprise, openWindow, setStage, submitDeclaration } from '../support/scenario.ts'
import { until } from '../support/until.ts'
import { readLines } from '../support/workbooks.ts'

let platform: Platform
let visitor: Caller

beforeAll(async () => {
  platform = await openPlatform()
  visitor = platform.visitor
})

const foreignProject = {
  id: '77',
  tenantId: '111111',
  projectName: '他户项目',
  commpanyName: '苏州澄川测试有限公司',
  organizationCode: '91320500TTT1',
  categorize: 'C',
  province: '320000',
  city: '320500',
  operator: 1,
  year: '2025',
  listedAt: '2025-06-01 10:00:00',
}

const namesFor = async (input: Parameters<typeof visitor.get<object, unknown>>[1] = {}) => {
  const { records } = await visitor.get(publicProjects.list, { size: 50, ...input })
  return records.map(({ projectName }) => projectName).sort()
}

describe('the public list of projects', () => {
  beforeAll(async () => {
    const admin = await platform.admin()
    const common = { province: '320000', city: '320500', operator: 1, year: '2025', networkMode: 1, isBenchmark: 0 }
    const [electronics, chemicals] = [
      { nationalEconomy1: 'C', nationalEconomy2: '39', scenes: '1,2', terminals: 40 },
      { nationalEconomy1: 'C', nationalEconomy2: '26', scenes: '2', terminals: 0 },
    ]
    await addLibraryRow(admin, { ...common, ...electronics, projectName: '甲', networkMode: 2 })
    await addLibraryRow(admin, {
      ...common,
      ...chemicals,
      projectName: '乙100%',
      city: '320100',
      operator: 4,
      isBenchmark: 1,
    })
    await addLibraryRow(admin, {
      ...common,
      ...electronics,
      projectName: '丙',
      province: '330000',
      city: '330100',
      year: '2024',
    })
    const { records } = await admin.get(library.calls.page, { projectName: '丙' })
    await addLibraryRow(admin, { ...common, projectName: '丁' })
    await admin.get(library.calls.remove, {
      ids: (await admin.get(library.calls.page, { projectName_equal: '丁' })).records[0]?.id,
    })
    expect(records).toHaveLength(1)
    await platform.db.insertInto('library').values(foreignProject).execute()
  })

  test('has no project of another tenant, not by its id either', async () => {
    expect(await namesFor()).toEqual(['丙', '乙100%', '甲'])
    expect(await namesFor({ keyword: foreignProject.projectName })).toEqual([])
    expect(await visitor.ask(publicProjects.detail, { id: foreignProject.id })).toMatchObject({ status: 404 })
  })

  test('has English names of places and industries for English readers and leaves entered texts unchanged', async () => {
    const { records } = await visitor.get(publicProjects.list, { keyword: '丙' }, { 'blade-language': 'en' })
    expect(records).toMatchObject([
      {
        projectName: '丙',
        provinceName: 'Zhejiang',
        cityName: 'Hangzhou',
        nationalEconomy1Name: 'Manufacturing',
        nationalEconomy2Name: 'Manufacture of Computers, Communication and Other Electronic Equipment',
      },
    ])
  })

  test('shows visitors the active rows, latest year first, with names and without company data', async () => {
    const { records, total } = await visitor.get(publicProjects.list, {})
    expect(total).toBe(3)
    expect(records.at(-1)).toMatchObject({
      projectName: '丙',
      provinceName: '浙江省',
      cityName: '杭州市',
      year: '2024',
    })
    expect(Object.keys(records[0] ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/investment|organizationCode|createUser|terminals/)]),
    )
  })

  test.each([
    ['a province', { province: '320000' }, ['乙100%', '甲']],
    ['a city', { city: '320100' }, ['乙100%']],
    ['an operator', { operator: 4 }, ['乙100%']],
    ['a year', { year: '2024' }, ['丙']],
    ['benchmarks', { isBenchmark: 1 }, ['乙100%']],
    ['private networks', { hasNetwork: 1 }, ['甲']],
    ['a division of industry', { nationalEconomy2: '39' }, ['丙', '甲']],
    ['a scenario', { scene: 1 }, ['丙', '甲']],
    ['a part of a name, not a pattern', { keyword: '0%' }, ['乙100%']],
    ['a percent sign, not a pattern', { keyword: '%' }, ['乙100%']],
  ])('filters by %s', async (_what, input, names) => {
    expect(await namesFor(input)).toEqual(names)
  })

  test.each(Object.keys(partFieldByFigure) as FigureWithParts[])(
    'has projects for each part of the figure %s, and the parts add up to the figure',
    async (key) => {
      const { Item } = await visitor.get(portal.statistics, {})
      const { value, parts } = await visitor.get(figureParts.figure, { key })
      expect(value).toBe(Item.find((item) => item.key === key)?.value)
      const sum = parts.reduce((total, part) => total + part.value, 0)
      expect(key === 'divisions' ? parts.length : Math.round(sum * 100) / 100).toBe(value)
      expect(parts.map((part) => part.value)).toEqual(parts.map((part) => part.value).sort((a, b) => b - a))
      for (const { code, name, value: partValue } of parts) {
        const by = partFieldByFigure[key]
        const { total } = await visitor.get(publicProjects.list, { [by]: by === 'scene' ? Number(code) : code })
        expect([name, total > 0]).toEqual([expect.stringMatching(/^\p{Script=Han}/u), true])
        if (key !== 'investment' && key !== 'terminals') expect([code, total]).toEqual([code, partValue])
      }
    },
  )

  test('is sorted by each of its columns, in both directions, and by nothing else', async () => {
    const namesIn = async (input: object) =>
      (await visitor.get(publicProjects.list, { size: 50, ...input })).records.map(({ projectName }) => projectName)
    expect((await namesIn({})).at(-1)).toBe('丙')
    expect((await namesIn({ ascs: 'year' }))[0]).toBe('丙')
    expect(await namesIn({ ascs: 'place' })).toEqual(['乙100%', '甲', '丙'])
    expect((await namesIn({ descs: 'operator' }))[0]).toBe('乙100%')
    expect((await namesIn({ ascs: 'industry' }))[0]).toBe('乙100%')
    for (const column of ['projectName', 'commpanyName'])
      expect(await namesIn({ ascs: column, province: '330000' })).toEqual(['丙'])
    expect(await namesIn({ ascs: 'projectName' })).toEqual(['丙', '甲', '乙100%'])
    expect((await namesIn({ ascs: 'projectName' })).toReversed()).toEqual(await namesIn({ descs: 'projectName' }))
    expect((await visitor.ask(publicProjects.list, { ascs: 'investment' } as never)).status).toBe(400)
  })

  test('is exported with the filters, the order and the columns of its page', async () => {
    const { path } = publicProjects.exportList
    const answer = await visitor.raw('GET', `${path}?province=320000&ascs=projectName&lang=en`)
    expect(answer.status).toBe(200)
    const [head = [], ...rows] = (await readLines(Buffer.from(await answer.arrayBuffer()))).map(({ cells }) => cells)
    expect(head).toEqual(['Project name', 'Organisation', 'Location', 'Main operator', 'Industry', 'Year'])
    const listed = await visitor.get(publicProjects.list, { province: '320000', ascs: 'projectName', size: 50 })
    expect(rows.map(([name]) => name)).toEqual(listed.records.map(({ projectName }) => projectName))
    expect(rows[1]).toContain('Nanjing, Jiangsu')
  })

  test('is exported once at a time for an address', async () => {
    const lock = await platform.db.startTransaction().execute()
    await sql`lock table library in access exclusive mode`.execute(lock)
    const statuses: number[] = []
    const requests = [1, 2, 3].map(async () => {
      const answer = await visitor.raw('GET', publicProjects.exportList.path)
      statuses.push(answer.status)
      await answer.arrayBuffer()
    })
    // the one that waits for the table is the only one under way
    await until(async () => statuses.length === 2)
    await lock.rollback().execute()
    await Promise.all(requests)
    expect(statuses).toEqual([429, 429, 200])
  })

  test('has parts in the requested language and rejects an unknown figure', async () => {
    const english = { 'blade-language': 'en' }
    const { parts } = await visitor.get(figureParts.figure, { key: 'investment' }, english)
    expect(parts.map(({ name, value }) => [name, value])).toEqual([
      ['Jiangsu', 0.2],
      ['Zhejiang', 0.1],
    ])
    const response = await visitor.raw('GET', `${figureParts.figure.path}?key=secrets`)
    expect(response.status).toBe(400)
  })

  test('has a detail for each project, with its neighbours in the list and without company data', async () => {
    const { records } = await visitor.get(publicProjects.list, {})
    const details = await Promise.all(records.map(({ id }) => visitor.get(publicProjects.detail, { id })))
    const expected = records.map((_, i) => ({ previous: records[i - 1]?.id ?? null, next: records[i + 1]?.id ?? null }))
    expect(details.map(({ previous, next }) => ({ previous: previous?.id ?? null, next: next?.id ?? null }))).toEqual(
      expected,
    )
    expect(details.at(-1)).toMatchObject({ projectName: '丙', provinceName: '浙江省', previous: { title: '甲' } })
    expect(JSON.stringify(details)).not.toMatch(/investment|organizationCode|createUser|terminals|declareNo/)
  })

  test('has no detail for a removed or unknown project', async () => {
    const admin = await platform.admin()
    const id = await addLibraryRow(admin, { projectName: '戊', year: '2023' })
    expect(await visitor.get(publicProjects.detail, { id })).toMatchObject({ projectName: '戊', next: null })
    await admin.get(library.calls.remove, { ids: id })
    for (const unknownId of [id, '1'])
      await expect(visitor.get(publicProjects.detail, { id: unknownId })).rejects.toThrow()
  })

  test('has pages', async () => {
    const pages = await Promise.all([1, 2].map((current) => visitor.get(publicProjects.list, { current, size: 2 })))
    expect(pages.map(({ records, pages: n }) => [records.length, n])).toEqual([
      [2, 2],
      [1, 2],
    ])
  })
})

describe('the public look-up by declaration number', () => {
  test('requires a number and answers 404 for an unknown one', async () => {
    expect(await visitor.ask(publicProjects.lookUp, {})).toMatchObject({ status: 400, msg: '请输入申报编号' })
    expect(await visitor.ask(publicProjects.lookUp, { declareNo: '5G-2020-000000-1' })).toMatchObject({
      status: 404,
      msg: '没有查到该申报编号，请核对后重试',
    })
  })

  test('returns the current and past stages, and names from the public notice on', async () => {
    const admin = await platform.admin()
    await openWindow(admin)
    const company = await createEnterprise(platform)
    const id = await submitDeclaration(company)
    const { declareNo } = await company.get(declaration.calls.getStatus, { id })
    const response = await visitor.get(publicProjects.lookUp, { declareNo: ` ${declareNo?.toLowerCase()} ` })
    for (const spelling of [declareNo?.replaceAll('-', ' '), declareNo?.replaceAll('-', '—').replace('5', '５')])
      expect(await visitor.get(publicProjects.lookUp, { declareNo: spelling })).toMatchObject({ declareNo })
    expect(response).toMatchObject({
      declareNo,
      status: 10,
      name: '已提交',
      holder: 'city',
      estimate: null,
      published: null,
      noticeUntil: null,
    })
    expect(response.passed.map(({ status }) => status)).toEqual([10])
    expect(JSON.stringify(response)).not.toContain(company.unitName)
    expect(JSON.stringify(response)).not.toContain(company.organizationCode)
    await setStage(platform, id, 50, { stageSince: '2026-11-02 09:00:00' })
    const status = await company.get(declaration.calls.getStatus, { id })
    const noticed = await visitor.get(publicProjects.lookUp, { declareNo })
    expect(noticed).toMatchObject({
      published: { projectName: expect.stringMatching('.'), commpanyName: company.unitName },
      noticeUntil: status.noticeUntil,
      expectedAt: status.expectedAt,
      estimate: status.estimate,
    })
    expect(noticed.noticeUntil).toMatch(/^2026-11-\d\d 09:00:00$/)
  })
})

describe('the expected date', () => {
  const day = 86_400_000
  test.each([
    ['is the median duration of decided declarations, with their number', [2, 9, 10, 40, 50], 10],
    ['is empty with fewer than five decided declarations', [2, 9, 10, 40], null],
    ['is that of the median also if it has passed', [0.1, 0.2, 0.3, 0.4, 0.5], -10],
  ])('%s', async (_name, days, expected) => {
    const ownPlatform = await openPlatform()
    const admin = await ownPlatform.admin()
    await openWindow(admin)
    const company = await createEnterprise(ownPlatform)
    for (const one of days) await insertDecidedDeclaration(ownPlatform, one)
    const id = await submitDeclaration(company)
    if (expected === -10) await setStage(ownPlatform, id, 10, { stageSince: wireTime(new Date(Date.now() - 10 * day)) })
    const { declareNo, estimate } = await company.get(declaration.calls.getStatus, { id })
    expect((await ownPlatform.visitor.get(publicProjects.lookUp, { declareNo })).estimate).toEqual(estimate)
    expect(estimate?.basis ?? null).toBe(expected === null ? null : days.length)
    const daysAhead = estimate && (momentOf(estimate.at).getTime() - Date.now()) / day
    expect(daysAhead === null ? null : Math.round(daysAhead)).toBe(expected)
  })
})
