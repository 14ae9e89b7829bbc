import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { groupBy } from '#contract/kit/group-by.ts'
import { rules } from '#contract/kit/rules.ts'
import { faultsOf } from '#contract/project/completeness.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { isWithReviewers } from '#contract/project/stages.ts'
import type { Db } from '#server/base/database/db.ts'
import { type DemoPlatform, openDemoPlatform } from '../../../tests/support/demo-platform.ts'
import { describeDemoReviews } from '../../../tests/support/demo-reviews.ts'
import { isPassword } from '../../auth/password-hash.ts'
import { sql } from '../../base/database/sql.ts'
import { countListedProjects, placesOf } from '../../portal/counts.ts'
import { workPlan } from './declarations.ts'
import { provincePlan, shortName } from './places.ts'

let first: DemoPlatform
let second: DemoPlatform
let db: Db
let home: string

beforeAll(async () => {
  first = await openDemoPlatform()
  second = await openDemoPlatform()
  db = first.db
  home = first.home
  await first.seed()
  await second.seed()
})

const libraryRows = () => db.selectFrom('library').selectAll().orderBy('id').execute()
const declarations = () => db.selectFrom('declaration').selectAll().orderBy('id').execute()

describeDemoReviews(() => first)

describe('a demonstration platform', () => {
  test('has the projects and the investment of the plan in every province, and is marked as demonstration', async () => {
    const { cells, totals } = await countListedProjects(db)
    const provinces = placesOf(cells, 'province')
    const countsByProvince = new Map(
      provinces.map(({ code, projects, investment }) => [code, [projects, Math.round(investment) / 10_000]]),
    )
    for (const [code, projects, investment] of provincePlan)
      expect([code, countsByProvince.get(code)?.[0], countsByProvince.get(code)?.[1]]).toEqual([
        code,
        projects,
        expect.closeTo(investment, 2),
      ])
    expect(totals).toMatchObject({ projects: 1260, benchmarks: 83, demo: 1 })
    expect(provinces).toHaveLength(provincePlan.length)
  })

  test('has private networks of registered companies: of some projects several, of others none', async () => {
    const networks = await db.selectFrom('privateNetwork').selectAll().execute()
    expect((await countListedProjects(db)).totals.networks).toBe(networks.length)
    expect(networks.every(({ demo }) => demo === 1)).toBe(true)
    const perCode = groupBy(networks, ({ organizationCode }) => organizationCode)
    expect(Math.max(...[...perCode.values()].map(({ length }) => length))).toBeGreaterThan(1)
    const withoutNetwork = (await libraryRows()).filter(({ organizationCode }) => !perCode.has(organizationCode))
    expect(withoutNetwork.length).toBeGreaterThan(0)
    const companies = await db.selectFrom('company').select(['organizationCode', 'commpanyName']).execute()
    const names = new Map(companies.map(({ organizationCode, commpanyName }) => [organizationCode, commpanyName]))
    for (const row of networks) expect(names.get(row.organizationCode)).toBe(row.commpanyName)
    expect([1260, 0]).not.toContain(networks.length)
  })

  test('has the stays of its declarations at the stages of their review', async () => {
    const open = await db
      .selectFrom('stageStay')
      .select(['declarationId', 'stage'])
      .where('until', 'is', null)
      .execute()
    const inReview = (await declarations()).filter(
      ({ declareStatus }) => declareStatus !== null && isWithReviewers(declareStatus),
    )
    const pairs = (rows: readonly (readonly [string, unknown])[]) => rows.map(String).sort()
    expect(pairs(open.map((row) => [row.declarationId, row.stage]))).toEqual(
      pairs(inReview.map((row) => [row.id, row.declareStatus])),
    )
    expect(inReview.length).toBeGreaterThan(5)
  })

  test('lets enterprises and operators declare, and the operator has one name everywhere', async () => {
    const templates = await db.selectFrom('template').select('accountTypes').execute()
    for (const { accountTypes } of templates) expect(accountTypes).toEqual([1, 2])
    const { unitName, commpanyName } = await db
      .selectFrom('user')
      .innerJoin('company', 'company.organizationCode', 'user.organizationCode')
      .select(['user.unitName', 'company.commpanyName'])
      .where('user.account', '=', 'demo.operator')
      .executeTakeFirstOrThrow()
    expect(unitName).toBe(commpanyName)
    const accounts = readFileSync(join(home, 'demo-accounts.txt'), 'utf8')
    expect(accounts).toMatch(/demo\.operator +运营商：可新建申报/)
  })

  test('has as many projects of each year as the public lists', async () => {
    const years = new Map<string, number>()
    for (const { year } of await libraryRows()) years.set(year ?? '', (years.get(year ?? '') ?? 0) + 1)
    expect([...years].sort()).toEqual([
      ['2023', 300],
      ['2024', 400],
      ['2025', 560],
    ])
  })

  test('has declarations at every stage of the plan, and one created by calls of the enterprise', async () => {
    const stages = new Map<number, number>()
    for (const { declareStatus } of await declarations())
      stages.set(declareStatus ?? 0, (stages.get(declareStatus ?? 0) ?? 0) + 1)
    for (const [stage, count] of workPlan)
      expect([stage, stages.get(stage)]).toEqual([stage, count + (stage === 10 ? 1 : 0)])
  })

  test('has only valid credit codes, unique for each company, that no register issues', async () => {
    const codes = (await db.selectFrom('company').select('organizationCode').execute()).map(
      (one) => one.organizationCode,
    )
    expect(codes.filter((code) => rules.creditCode(code) !== null)).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    const companyCodes = new Set(codes)
    for (const row of [...(await libraryRows()), ...(await declarations())])
      expect(companyCodes.has(row.organizationCode ?? '')).toBe(true)
    expect(codes.every((code) => code.slice(8, 11) === 'XXX')).toBe(true)
  })

  test('makes a department of each company with an account and of no other, as approvals do', async () => {
    const { rows } = await sql<{ isDept: boolean; hasAccount: boolean; count: number }>`
      select d.id is not null as "isDept", u.code is not null as "hasAccount", count(*)::int as count
      from company c left join dept d on d.id = c.dept_id
      left join (select distinct organization_code as code from "user") u on u.code = c.organization_code
      group by 1, 2`.execute(db)
    const countOf = (isDept: boolean, hasAccount: boolean) =>
      rows.find((row) => row.isDept === isDept && row.hasAccount === hasAccount)?.count ?? 0
    expect([countOf(false, true), countOf(false, false), countOf(true, true)]).toEqual([0, 1260, 182])
    // the company in whose place the scenario's company declares
    expect(countOf(true, false)).toBe(1)
  })

  test('has unique declaration numbers', async () => {
    const numbers = [...(await libraryRows()), ...(await declarations())].flatMap(({ declareNo }) => declareNo ?? [])
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) expect(number).toMatch(/^5G-20\d\d-\d{6}-\d{5}$/)
  })

  test('has complete and frozen submissions with a correct SHA-256', async () => {
    const { rows } = await sql<{
      text: string
      hash: string
    }>`select snapshot::text as text, hash from declaration_version`.execute(db)
    const submitted = (await declarations()).filter(({ applyTime }) => applyTime !== null)
    expect(rows).toHaveLength(submitted.length)
    for (const { text, hash } of rows) {
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
      expect(faultsOf(JSON.parse(text) as Record<string, DraftPart>)).toEqual([])
    }
  })

  test('has incomplete drafts with a completeness below 100', async () => {
    const drafts = (await declarations()).filter(({ declareStatus }) => declareStatus === 0)
    expect(drafts.every(({ completeness }) => (completeness ?? 0) < 100)).toBe(true)
  })

  test('has an account for each role and two of the platform, with a password in a file that only its owner can read', async () => {
    const path = join(home, 'demo-accounts.txt')
    const text = readFileSync(path, 'utf8')
    const password = /one password for all: (\S+)/.exec(text)?.[1] as string
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(rules.password(password)).toBeNull()
    const people = await db
      .selectFrom('user')
      .innerJoin('credential', 'credential.userId', 'user.id')
      .select(['account', 'hash', 'isInitial', 'status'])
      .where('account', 'like', 'demo.%')
      .execute()
    expect(people).toHaveLength(17)
    expect(people.every(({ account, isInitial, status }) => text.includes(account) && !isInitial && status === 1)).toBe(
      true,
    )
    expect(await isPassword(people[0]?.hash, password)).toBe(true)
  })

  test('has the consent of every account that declares, so that nobody who tries it is asked first', async () => {
    const { rows } = await sql<{ consents: string }>`
      select string_agg(c.code || c.version, ' ' order by c.code) as consents
      from "user" u left join consent c on c.user_id = u.id where u.account_type is not null group by u.id`.execute(db)
    expect(rows.length).toBeGreaterThan(4)
    expect(rows.filter(({ consents }) => consents !== 'privacy1 terms1')).toEqual([])
  })

  test('names companies and projects after their city', async () => {
    const regions = new Map(
      (await db.selectFrom('region').select(['code', 'name', 'parentCode']).execute()).map((one) => [one.code, one]),
    )
    const nameOf = (city: string) => {
      const { name = '', parentCode = '' } = regions.get(city) ?? {}
      return shortName(name === '市辖区' ? (regions.get(parentCode ?? '')?.name ?? '') : (name ?? ''))
    }
    for (const { city, commpanyName, projectName } of [...(await libraryRows()), ...(await declarations())]) {
      const place = nameOf(city ?? '')
      expect(place).not.toMatch(/族|自治/)
      expect([place, projectName, commpanyName?.replace('中国移动（演示）江苏分公司', '南京')]).toEqual([
        place,
        expect.stringMatching(`^${place}`),
        expect.stringMatching(`^${place}`),
      ])
    }
  })

  test('has files for trying uploads, and every attachment is in the file store', async () => {
    expect(existsSync(join(home, 'demo-files', 'infected.txt'))).toBe(true)
    const files = await db.selectFrom('attach').select(['name', 'attachSize', 'sha256']).execute()
    expect(files.length).toBeGreaterThan(30)
    for (const { name, attachSize, sha256 } of files) {
      const body = readFileSync(join(home, 'files', (name ?? '').slice(0, 2), name ?? ''))
      expect([body.length, createHash('sha256').update(body).digest('hex')]).toEqual([attachSize, sha256])
    }
  })

  test('has an ICP number in the footer, and menus for every top menu', async () => {
    const icp = await db.selectFrom('param').select('paramValue').where('paramKey', '=', 'site.icp').execute()
    expect(icp).toEqual([{ paramValue: '京ICP备00000000号-1' }])
    const { rows } = await sql<{ name: string; menus: number }>`
      select t.name, count(s.menu_id)::int as menus from top_menu t
      left join top_menu_setting s on s.top_menu_id = t.id group by t.id order by t.sort`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(['项目办理', '内容发布', '系统运维'])
    expect(rows.every(({ menus }) => menus > 2)).toBe(true)
  })

  test('is not seeded a second time', async () => {
    const before = await declarations()
    await first.seed()
    expect(first.messages).toEqual(['seeding the demonstration data'])
    expect(await declarations()).toEqual(before)
  })

  test('is the same on every machine', async () => {
    const tables = {
      library:
        'project_name, organization_code, province, city, operator, year, investment, terminals, scenes, is_benchmark, declare_no, listed_at',
      company: 'commpany_name, organization_code, province, city, industry, owner_type, size, year',
      declaration: 'project_name, organization_code, declare_status, completeness, total_investment, operator',
      declaration_part: 'part, body',
      press_release: 'title, connect',
    }
    for (const [table, columns] of Object.entries(tables)) {
      const text = sql.raw<{ one: string }>(
        `select (to_jsonb(t) - 'attachId')::text as one from (select ${columns} from ${table}) t order by 1`,
      )
      const [actual, other] = [await text.execute(db), await text.execute(second.db)]
      const plain = (rows: readonly { one: string }[]) =>
        rows.map(({ one }) => one.replace(/"attachId": "\d+"|"id": "[0-9a-f]{12}"|\?id=\d+&amp;key=[0-9a-f]+/g, ''))
      expect(plain(actual.rows).sort()).toEqual(plain(other.rows).sort())
      expect(actual.rows.length).toBeGreaterThan(0)
    }
  })
})
