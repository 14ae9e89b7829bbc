import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entity } from '#contract/kit/entity.ts'
import { code, dict, dicts, int, ref, refs, text } from '#contract/kit/field.ts'
import type { Db } from '#server/base/database/db.ts'
import { contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { run } from '../base/database/db.ts'
import type { Actor, App, Scope, User } from './context.ts'
import { findRow, pageOf, rowsOf } from './crud.ts'
import { drift } from './drift.ts'
import { rowFilter, whereVisible } from './scope.ts'
import { visitor } from './session.ts'

let app: App
let db: Db

const fields = {
  organizationCode: text('统一社会信用代码', 'Unified social credit code', { rule: 'creditCode' }),
  city: code('城市', 'City', { of: 'region' }),
  operator: dict('运营商', 'Operator', { of: 'project_facilities_operator' }),
  operators: dicts('运营商', 'Operators', { of: 'project_facilities_operator' }),
  experts: refs('专家', 'Experts', { of: 'user' }),
  owner: ref('负责人', 'Owner', { of: 'user' }),
  teams: refs('部门', 'Teams', { of: 'dept' }),
  amount: int('数量', 'Amount'),
  title: text('名称', 'Title'),
}
const thing = entity('system', 'thing', ['物', 'Thing'], { fields, rows: 'scoped' })
const everyones = entity('system', 'thing', ['物', 'Thing'], { fields, rows: 'all' })
const ones = entity('system', 'thing', ['物', 'Thing'], { fields, rows: 'own' })

const users = ['7', '8', '9']
const organisations = ['91320500TTT000001A', '91330100TTT000002B']
const cities = ['320500', '320100', '330100', '110100']
/** Department → all above it: 11 and 12 lie below 10, 13 below 11, 20 beside. */
const depts: Readonly<Record<string, string>> = { 10: '0', 11: '0,10', 12: '0,10', 13: '0,10,11', 20: '0' }

const oneOrNone = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: null })
const rowArb = fc.record({
  createUser: oneOrNone(...users),
  createDept: oneOrNone(...Object.keys(depts)),
  tenantId: fc.constantFrom('000000', '000000', '000000', '111111'),
  isDeleted: fc.constantFrom(0, 0, 0, 1),
  organizationCode: oneOrNone(...organisations),
  city: oneOrNone(...cities),
  operator: oneOrNone(1, 2, 3),
  operators: fc.option(fc.subarray([1, 2, 3]), { nil: null }),
  experts: fc.option(fc.subarray(users), { nil: null }),
  owner: oneOrNone(...users),
  teams: fc.option(fc.subarray(Object.keys(depts)), { nil: null }),
  amount: fc.option(fc.nat(9), { nil: null }),
})
type Row = typeof rowArb extends fc.Arbitrary<infer T> ? T & { id: string } : never
const rows: Row[] = fc.sample(rowArb, { numRuns: 150, seed: 7 }).map((row, i) => ({ ...row, id: String(1000 + i) }))

const actorArb: fc.Arbitrary<Partial<User>> = fc.record({
  id: fc.constantFrom(...users),
  tenantId: fc.constantFrom('000000', '000000', '111111'),
  deptIds: fc.subarray(Object.keys(depts)),
  region: oneOrNone('320500', '320000', '110000', '990000'),
  operator: oneOrNone(1, 2),
  organizationCode: oneOrNone(...organisations),
})
const columns = [
  'organizationCode',
  'city',
  'operator',
  'operators',
  'experts',
  'owner',
  'teams',
  'createUser',
  'create_dept',
  'title',
  'nothing',
  '',
]
const conditions: Readonly<Record<string, (row: Row) => boolean>> = {
  '': () => true,
  'amount_ge=5': ({ amount }) => amount !== null && amount >= 5,
  'amount_lt=3&city_equal=320500': ({ amount, city }) => amount !== null && amount < 3 && city === '320500',
  // a condition on a column that is not there lets nothing through
  'nothing_equal=1': () => false,
}
const scopeArb: fc.Arbitrary<Scope> = fc.record({
  id: fc.constant('1'),
  resource: fc.constant('thing'),
  name: fc.constant(''),
  fields: fc.constant('*'),
  type: fc.constantFrom(1, 2, 3, 4, 5, 5, 5, 6),
  column: fc.subarray(columns, { minLength: 1, maxLength: 2 }).map((some) => some.join(',')),
  value: fc.constantFrom(...Object.keys(conditions)),
})

const scopeOf = (type: number, column = ''): Scope => ({
  id: '1',
  resource: 'thing',
  name: '',
  fields: '*',
  value: '',
  type,
  column,
})

/** The law in plain words: whether a column of a row says what the caller stands for. */
const fits = (column: string, row: Row, actor: Actor): boolean => {
  switch (column) {
    case 'organizationCode':
      return actor.organizationCode !== null && row.organizationCode === actor.organizationCode
    case 'city':
      if (!actor.region) return actor.operator !== null
      return row.city?.startsWith(actor.region.replace(/(00)+$/, '')) ?? false
    case 'operator':
      return actor.operator !== null && row.operator === actor.operator
    case 'operators':
      return actor.operator !== null && (row.operators?.includes(actor.operator) ?? false)
    case 'experts':
      return row.experts?.includes(actor.id as string) ?? false
    case 'owner':
      return row.owner === actor.id
    case 'createUser':
      return row.createUser === actor.id
    case 'create_dept':
      return row.createDept !== null && actor.deptIds.includes(row.createDept)
    case 'teams':
      return row.teams?.some((id) => actor.deptIds.includes(id)) ?? false
    default:
      return false
  }
}

/** The columns a scope of a fixed type names that say such a thing; the usual one where none does. */
const meant = ({ column }: Scope, usual: string, fitting: readonly string[]): string[] => {
  const named = column
    .replace('create_dept', 'createDept')
    .split(',')
    .filter((one) => fitting.includes(one))
  return named.length ? named : [usual]
}

const deptsOf = (column: string, row: Row): string[] =>
  column === 'teams' ? (row.teams ?? []) : row.createDept ? [row.createDept] : []

const grants = (scope: Scope, row: Row, actor: Actor): boolean => {
  const inDepts = meant(scope, 'createDept', ['teams', 'createDept']).flatMap((column) => deptsOf(column, row))
  switch (scope.type) {
    case 1:
      return true
    case 3:
      return inDepts.some((id) => actor.deptIds.includes(id))
    case 4:
      return inDepts.some((dept) => [dept, ...(depts[dept] ?? '').split(',')].some((id) => actor.deptIds.includes(id)))
    case 5:
      return (
        scope.column + scope.value !== '' &&
        scope.column
          .split(',')
          .filter(Boolean)
          .every((column) => fits(column, row, actor)) &&
        conditions[scope.value]?.(row) === true
      )
    default:
      return meant(scope, 'createUser', ['experts', 'owner', 'createUser']).some((column) => fits(column, row, actor))
  }
}

const reached = (actor: Actor, scopes: readonly Scope[]): string[] =>
  rows
    .filter((row) => row.isDeleted === 0 && row.tenantId === actor.tenantId)
    .filter((row) => (scopes.length ? scopes.some((one) => grants(one, row, actor)) : row.createUser === actor.id))
    .map(({ id }) => id)

const someone = (more: Partial<User>, scopes: readonly Scope[]) =>
  person({ ...more, rights: rightsOf({ scopes: { thing: scopes } }) })

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  for (const statement of await drift(db, [thing])) await sql.raw(statement).execute(db)
  for (const [id, ancestors] of Object.entries(depts))
    await sql`insert into dept (id, dept_name, full_name, dept_category, sort, ancestors) values (${id}, ${id}, ${id}, 1, 1, ${ancestors})`.execute(
      db,
    )
  for (const row of rows)
    await db
      .insertInto('thing' as 'param')
      .values(row as never)
      .execute()
})

const idsBy = async (actor: Actor, of = thing) => {
  const { text: where, values } = rowFilter(await contextFor(app, actor), of)
  return (await run<{ id: string }>(db, { text: `select id from thing where ${where} order by id`, values })).map(
    ({ id }) => id,
  )
}

describe('which rows somebody reaches', () => {
  test('is what a plain reading of his scopes says, whatever rows, scopes and person', async () => {
    const scopes = fc.array(scopeArb, { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(actorArb, scopes, async (more, granted) => {
        const actor = someone(more, granted)
        expect(await idsBy(actor)).toEqual(reached(actor, granted))
      }),
      { numRuns: 250 },
    )
  })

  test('list, total, options, detail and a hand-written query all agree', async () => {
    await fc.assert(
      fc.asyncProperty(actorArb, fc.array(scopeArb, { maxLength: 2 }), async (more, granted) => {
        const actor = someone(more, granted)
        const ctx = await contextFor(app, actor)
        const wanted = reached(actor, granted)
        const page = await pageOf(ctx, thing, { size: 200, ascs: 'id' })
        expect([page.total, page.records.map(({ id }) => id)]).toEqual([wanted.length, wanted])
        expect((await pageOf(ctx, thing, { size: 1 })).total).toBe(wanted.length)
        expect((await rowsOf(ctx, thing, { ascs: 'id' })).map(({ id }) => id)).toEqual(wanted)
        const written = await db
          .selectFrom('thing' as 'param')
          .select('id')
          .where(whereVisible(ctx, thing))
          .orderBy('id')
          .execute()
        expect(written.map(({ id }) => id)).toEqual(wanted)
        for (const id of ['1000', '1050', '1149'])
          expect(
            await findRow(ctx, thing, id).then(
              () => true,
              () => false,
            ),
          ).toBe(wanted.includes(id))
      }),
      { numRuns: 30 },
    )
  })

  test('a further scope never takes a row away', async () => {
    await fc.assert(
      fc.asyncProperty(
        actorArb,
        fc.array(scopeArb, { minLength: 1, maxLength: 2 }),
        scopeArb,
        async (more, some, another) => {
          const [fewer, wider] = [await idsBy(someone(more, some)), await idsBy(someone(more, [...some, another]))]
          expect(fewer.filter((id) => !wider.includes(id))).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('an administrator reaches every live row of his tenant, and none of another', async () => {
    const live = (tenant: string) =>
      rows.filter((row) => row.tenantId === tenant && row.isDeleted === 0).map(({ id }) => id)
    for (const tenantId of ['000000', '111111'])
      expect(await idsBy(person({ tenantId, rights: rightsOf({ administrator: true }) }))).toEqual(live(tenantId))
  })

  test('of an entity that is open to all, everybody reaches what an administrator does', async () => {
    expect(await idsBy(person(), everyones)).toEqual(await idsBy(person({ rights: rightsOf({ administrator: true }) })))
  })

  test('of an entity of own rows, no scope opens more', async () => {
    const actor = someone({ id: '8' }, [scopeOf(1)])
    expect(await idsBy(actor, ones)).toEqual(reached(actor, []))
  })

  test('a visitor reaches nothing', async () => {
    expect(await idsBy(visitor)).toEqual([])
  })
})

describe('a region in a scope', () => {
  test.each([
    ['320500', ['320500']],
    ['320000', ['320100', '320500']],
    ['110000', ['110100']],
    ['320600', []],
    ['______', []],
    ['%', []],
  ])('%s holds %j', async (region, within) => {
    const actor = someone({ region }, [scopeOf(5, 'city')])
    const found = new Set((await idsBy(actor)).map((id) => rows.find((row) => row.id === id)?.city))
    expect([...found].sort()).toEqual(within)
  })
})
