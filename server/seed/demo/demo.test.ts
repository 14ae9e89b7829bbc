import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { rules } from '#contract/kit/rules.ts'
import { faultsOf, type Typed } from '#contract/project/completeness.ts'
import type { Db } from '#server/base/database/db.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../../tests/support/databases.ts'
import { createApp } from '../../app.ts'
import { isPassword } from '../../auth/password-hash.ts'
import { readSecrets } from '../../base/crypto/secrets.ts'
import { openDatabase } from '../../base/database/db.ts'
import { readEnv } from '../../base/process/env.ts'
import { makeLog } from '../../base/process/log.ts'
import { countListedProjects, placesOf } from '../../portal/counts.ts'
import { workPlan } from './declarations.ts'
import { seedDemo } from './demo.ts'
import { provincePlan } from './places.ts'

/** A platform with the demonstration, on a database and a directory of its own. */
const demonstration = async () => {
  const home = mkdtempSync(join(tmpdir(), 'demo-'))
  const databaseUrl = await cloneDatabase()
  const { db, close } = openDatabase(databaseUrl, () => {})
  const env = readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: home, LOG_LEVEL: 'silent' })
  const { app, server } = await createApp({ env, secrets: readSecrets(home, null), log: makeLog('silent'), db })
  cleanUp(async () => {
    await server.close()
    await close()
    rmSync(home, { recursive: true, force: true })
  })
  const said: string[] = []
  const sow = () => seedDemo(app, server, (line) => said.push(line))
  return { home, db, sow, said }
}

let first: { home: string; db: Db; sow: () => Promise<void>; said: string[] }
let second: { home: string; db: Db; sow: () => Promise<void>; said: string[] }
let db: Db
let home: string

beforeAll(async () => {
  first = await demonstration()
  second = await demonstration()
  db = first.db
  home = first.home
  await first.sow()
  await second.sow()
})

const listed = () => db.selectFrom('library').selectAll().orderBy('id').execute()
const declarations = () => db.selectFrom('declaration').selectAll().orderBy('id').execute()

describe('the demonstration', () => {
  test('has the projects and the investment of its plan in every province, and says it is one', async () => {
    const { cells, totals } = await countListedProjects(db)
    const provinces = placesOf(cells, 'province')
    const counted = new Map(
      provinces.map(({ code, projects, investment }) => [code, [projects, Math.round(investment) / 10_000]]),
    )
    for (const [code, projects, investment] of provincePlan)
      expect([code, counted.get(code)?.[0], counted.get(code)?.[1]]).toEqual([
        code,
        projects,
        expect.closeTo(investment, 2),
      ])
    expect(totals).toMatchObject({ projects: 1260, benchmarks: 83, demo: 1 })
    const { length: networks } = (await listed()).filter(({ networkMode }) => (networkMode ?? 0) > 1)
    expect(totals.networks).toBe(networks)
    expect(networks).toBeLessThan(totals.projects)
    expect(provinces).toHaveLength(provincePlan.length)
  })

  test('lets enterprises and operators declare, and the operator works under one name everywhere', async () => {
    const { accountTypes } = await db.selectFrom('template').select('accountTypes').executeTakeFirstOrThrow()
    expect(accountTypes).toEqual([1, 2])
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

  test('has as many of each year as the public lists', async () => {
    const years = new Map<string, number>()
    for (const { year } of await listed()) years.set(year ?? '', (years.get(year ?? '') ?? 0) + 1)
    expect([...years].sort()).toEqual([
      ['2023', 300],
      ['2024', 400],
      ['2025', 560],
    ])
  })

  test('has declarations at every stage of its plan, and one the enterprise made by its own calls', async () => {
    const stages = new Map<number, number>()
    for (const { declareStatus } of await declarations())
      stages.set(declareStatus ?? 0, (stages.get(declareStatus ?? 0) ?? 0) + 1)
    for (const [stage, count] of workPlan)
      expect([stage, stages.get(stage)]).toEqual([stage, count + (stage === 10 ? 1 : 0)])
  })

  test('uses valid credit codes only, each company another one and none that a register gives out', async () => {
    const codes = (await db.selectFrom('company').select('organizationCode').execute()).map(
      (one) => one.organizationCode,
    )
    expect(codes.filter((code) => rules.creditCode(code) !== null)).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    const known = new Set(codes)
    for (const row of [...(await listed()), ...(await declarations())])
      expect(known.has(row.organizationCode ?? '')).toBe(true)
    expect(codes.every((code) => code.slice(8, 11) === 'XXX')).toBe(true)
  })

  test('numbers no two declarations alike', async () => {
    const numbers = [...(await listed()), ...(await declarations())].flatMap(({ declareNo }) => declareNo ?? [])
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) expect(number).toMatch(/^5G-20\d\d-\d{6}-\d{5}$/)
  })

  test('everything that was submitted is complete, frozen, and its SHA-256 can be computed again', async () => {
    const { rows } = await sql<{
      text: string
      hash: string
    }>`select snapshot::text as text, hash from declaration_version`.execute(db)
    const submitted = (await declarations()).filter(({ applyTime }) => applyTime !== null)
    expect(rows).toHaveLength(submitted.length)
    for (const { text, hash } of rows) {
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
      expect(faultsOf(JSON.parse(text) as Record<string, Typed>)).toEqual([])
    }
  })

  test('drafts are unfinished, and say so', async () => {
    const drafts = (await declarations()).filter(({ declareStatus }) => declareStatus === 0)
    expect(drafts.every(({ completeness }) => (completeness ?? 0) < 100)).toBe(true)
  })

  test('steps lead from stage to stage without a gap, to where the declaration stands', async () => {
    const moves = await db.selectFrom('declarationMove').select(['pid', 'fromStage', 'toStage']).orderBy('id').execute()
    for (const { id, declareStatus } of await declarations()) {
      const own = moves.filter(({ pid }) => pid === id)
      expect([id, own.reduce((stage, { fromStage, toStage }) => (stage === fromStage ? toStage : -1), 0)]).toEqual([
        id,
        declareStatus,
      ])
    }
  })

  test('one account a role can log in with the password in the file that only its owner reads', async () => {
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
    expect(people).toHaveLength(11)
    expect(people.every(({ account, isInitial, status }) => text.includes(account) && !isInitial && status === 1)).toBe(
      true,
    )
    expect(await isPassword(people[0]?.hash, password)).toBe(true)
  })

  test('has files to try the upload with, and every attachment it names lies in the store', async () => {
    expect(existsSync(join(home, 'demo-files', 'infected.txt'))).toBe(true)
    const files = await db.selectFrom('attach').select(['name', 'attachSize', 'sha256']).execute()
    expect(files.length).toBeGreaterThan(30)
    for (const { name, attachSize, sha256 } of files) {
      const body = readFileSync(join(home, 'files', (name ?? '').slice(0, 2), name ?? ''))
      expect([body.length, createHash('sha256').update(body).digest('hex')]).toEqual([attachSize, sha256])
    }
  })

  test('has a foot that says whose site it is, and a top bar whose every entry leads to menus', async () => {
    const told = await db.selectFrom('param').select('paramValue').where('paramKey', '=', 'site.icp').execute()
    expect(told).toEqual([{ paramValue: '京ICP备00000000号-1' }])
    const { rows } = await sql<{ name: string; menus: number }>`
      select t.name, count(s.menu_id)::int as menus from top_menu t
      left join top_menu_setting s on s.top_menu_id = t.id group by t.id order by t.sort`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(['项目办理', '内容发布', '系统运维'])
    expect(rows.every(({ menus }) => menus > 2)).toBe(true)
  })

  test('again it is not sown', async () => {
    const before = await declarations()
    await first.sow()
    expect(first.said).toEqual(['sowing the demonstration data'])
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
      const [here, there] = [await text.execute(db), await text.execute(second.db)]
      const plain = (rows: readonly { one: string }[]) =>
        rows.map(({ one }) => one.replace(/"attachId": "\d+"|"id": "[0-9a-f]{12}"|\?id=\d+&amp;key=[0-9a-f]+/g, ''))
      expect(plain(here.rows).sort()).toEqual(plain(there.rows).sort())
      expect(here.rows.length).toBeGreaterThan(0)
    }
  })
})
