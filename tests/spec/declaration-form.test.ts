import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { factory } from '#contract/project/factory.ts'
import { innovation } from '#contract/project/innovation.ts'
import { outsideTrades } from '#contract/project/trades.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  documents,
  type Enterprise,
  openWindow,
  saveDeclaration,
  submitAction,
  submitDeclaration,
  suzhou,
} from '../support/scenario.ts'

let platform: Platform
let company: Enterprise
let city: Caller

beforeAll(async () => {
  platform = await openPlatform()
  await openWindow(await platform.admin(), { maxPerCompany: 100, allowRedeclare: 1 })
  company = await createEnterprise(platform)
  city = await createStaff(platform, 'city', suzhou)
})

const statusOf = (id: string) => company.get(declaration.calls.getStatus, { id })
const renamed = (
  values: Record<string, DraftPart>,
  projectName: string,
  overrides: DraftPart = {},
): Record<string, DraftPart> => ({
  ...values,
  information: { ...values.information, projectName, ...overrides },
})

describe('the industry of a project (docs/decisions/0046)', () => {
  test('cannot be education: the draft reports a fault at the field, and submitting is rejected', async () => {
    const trade = { nationalEconomy1: 'P', nationalEconomy2: '83', nationalEconomy3: null, nationalEconomy4: null }
    const id = await saveDeclaration(company, renamed(documents(company), '学校项目', trade))
    const fault = { at: 'information.nationalEconomy1', msg: outsideTrades[0] }
    expect((await statusOf(id)).missing.map(({ at, text }) => ({ at, msg: text[0] }))).toEqual([fault])
    expect(await submitAction(company, id, 'submit')).toMatchObject({
      status: 400,
      msg: outsideTrades[0],
      faults: [fault],
    })
    expect((await statusOf(id)).status).toBe(0)
  })
})

describe('the level of a project', () => {
  const levelsOf = async (id: string) => {
    const information = await company.get(declaration.calls.detail, { id })
    const { factory: factoryGroup } = await company.get(factory.calls.detail, { pid: id })
    const { records } = await company.get(declaration.calls.page, { id_equal: id })
    return [information.factoryLevel, (factoryGroup as { level?: unknown }).level, records[0]?.factoryLevel]
  }

  test('is also the level of the factory, whatever level is sent with the factory', async () => {
    const values = renamed(documents(company), '层级项目', { factoryLevel: 2 })
    const id = await saveDeclaration(company, {
      ...values,
      factory: { factory: { ...(values.factory?.factory as object), level: 3 } },
    })
    expect(await levelsOf(id)).toEqual([2, 2, 2])
    const { version } = await company.get(declaration.calls.detail, { id })
    await company.get(declaration.calls.update, { id, version, factoryLevel: 1 })
    expect(await levelsOf(id)).toEqual([1, 1, 1])
    expect((await statusOf(id)).missing).toEqual([])
  })

  test('does not make an empty factory part count as filled in', async () => {
    const id = await saveDeclaration(company, {
      information: { projectName: '空工厂', factoryLevel: 2 },
      factory: { factory: {} },
    })
    expect((await statusOf(id)).parts.find(({ code }) => code === 'factory')).toMatchObject({ state: 0 })
  })

  test('is migrated from drafts where only the factory had it', async () => {
    const id = await saveDeclaration(company, renamed(documents(company), '旧草稿', { factoryLevel: null }))
    await sql`update declaration_part set body = jsonb_set(body, '{factory,level}', '2') where pid = ${id} and part = 'factory'`.execute(
      platform.db,
    )
    await sql.raw(await readFile('server/migrations/0035-level-asked-once.sql', 'utf8')).execute(platform.db)
    expect(await levelsOf(id)).toEqual([2, 2, 2])
  })
})

describe('a remark on a cell of a row', () => {
  test('makes that whole row editable, and no other row', async () => {
    const id = await submitDeclaration(company)
    await submitAction(city, id, 'claim')
    const part = await company.get(innovation.calls.detail, { pid: id })
    const results = part.results as { id: string; after: number; unit: string | null }[]
    const [first, second] = results as [(typeof results)[0], (typeof results)[0]]
    const remarks = [{ at: `innovation.results.${first.id}.after`, text: '请核实并注明单位' }]
    await submitAction(city, id, 'cityReturn', { remarks })
    const change = (rowId: string) => ({
      pid: id,
      version: part.version,
      results: results.map((row) => (row.id === rowId ? { ...row, unit: '台/班' } : row)),
    })
    expect(await company.ask(innovation.calls.save, change(second.id) as never)).toMatchObject({ status: 403 })
    expect(await company.ask(innovation.calls.save, change(first.id) as never)).toMatchObject({ status: 200 })
    expect(await submitAction(company, id, 'submit')).toMatchObject({ status: 200 })
    const changes = await city.get(declaration.calls.compare, { id })
    expect(changes).toEqual([
      { at: `innovation.results.${first.id}.unit`, before: first.unit, after: '台/班', flagged: true },
    ])
  })
})
