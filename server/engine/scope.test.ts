import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { entity } from '#contract/kit/entity.ts'
import { code, dict, dicts, int, ref, refs, text } from '#contract/kit/field.ts'
import type { Db } from '#server/base/database/db.ts'
import { contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Actor, App, Scope, User } from './context.ts'
import { findRow, pageOf, rowsOf } from './crud.ts'
import { drift } from './drift.ts'
import { rowFilter } from './scope.ts'
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
const openEntity = entity('system', 'thing', ['物', 'Thing'], { fields, rows: 'all' })
const ownRowsEntity = entity('system', 'thing', ['物', 'Thing'], { fields, rows: 'own' })

const users = ['7', '8', '9']
const organisations = ['91320500TTT000001A', '91330100TTT000002B']
const cities = ['320500', '320100', '330100', '110100']
/** Department → its ancestors: 11 and 12 are below 10, 13 is below 11, 20 is separate. */
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
  region: oneOrNone('320500', '320000', '110000', '990000', '00'),
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
  // a condition on a missing column matches no rows
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

/** A second implementation of the rule: whether a column of a row matches the caller. */
const matches = (column: string, row: Row, actor: Actor): boolean => {
  switch (column) {
    case 'organizationCode':
      return actor.organizationCode !== null && row.organizationCode === actor.organizationCode
    case 'city':
      if (!actor.region) return false
      if (actor.region === '00') return true
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

/** The columns of a scope that fit its type, or the default column. */
const columnsFor = ({ column }: Scope, usual: string, fitting: readonly string[]): string[] => {
  const fittingColumns = column
    .replace('create_dept', 'createDept')
    .split(',')
    .filter((one) => fitting.includes(one))
  return fittingColumns.length ? fittingColumns : [usual]
}

const deptsOf = (column: string, row: Row): string[] =>
  column === 'teams' ? (row.teams ?? []) : row.createDept ? [row.createDept] : []

const grants = (scope: Scope, row: Row, actor: Actor): boolean => {
  const inDepts = columnsFor(scope, 'createDept', ['teams', 'createDept']).flatMap((column) => deptsOf(column, row))
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
          .every((column) => matches(column, row, actor)) &&
        conditions[scope.value]?.(row) === true
      )
    default:
      return columnsFor(scope, 'createUser', ['experts', 'owner', 'createUser']).some((column) =>
        matches(column, row, actor),
      )
  }
}

const expectedIds = (actor: Actor, scopes: readonly Scope[]): string[] =>
  rows
    .filter((row) => row.isDeleted === 0 && row.tenantId === actor.tenantId)
    .filter((row) => (scopes.length ? scopes.some((one) => grants(one, row, actor)) : row.createUser === actor.id))
    .map(({ id }) => id)

const actorWith = (more: Partial<User>, scopes: readonly Scope[]) =>
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

const visibleIds = async (actor: Actor, of = thing) => {
  const where = rowFilter(await contextFor(app, actor), of)
  const result = await run<{ id: string }>(db, sql`select id from thing where ${where} order by id`)
  return result.map(({ id }) => id)
}

describe('visible rows', () => {
  test('are those of a second implementation of the rule, for any rows, scopes and user', async () => {
    const scopes = fc.array(scopeArb, { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(actorArb, scopes, async (more, actorScopes) => {
        const actor = actorWith(more, actorScopes)
        expect(await visibleIds(actor)).toEqual(expectedIds(actor, actorScopes))
      }),
      { numRuns: 250 },
    )
  })

  test('are the same in list, total, options, detail and a hand-written query', async () => {
    await fc.assert(
      fc.asyncProperty(actorArb, fc.array(scopeArb, { maxLength: 2 }), async (more, actorScopes) => {
        const actor = actorWith(more, actorScopes)
        const ctx = await contextFor(app, actor)
        const expected = expectedIds(actor, actorScopes)
        const page = await pageOf(ctx, thing, { size: 200, ascs: 'id' })
        expect([page.total, page.records.map(({ id }) => id)]).toEqual([expected.length, expected])
        expect((await pageOf(ctx, thing, { size: 1 })).total).toBe(expected.length)
        expect((await rowsOf(ctx, thing, { ascs: 'id' })).map(({ id }) => id)).toEqual(expected)
        const queryRows = await db
          .selectFrom('thing' as 'param')
          .select('id')
          .where(rowFilter(ctx, thing))
          .orderBy('id')
          .execute()
        expect(queryRows.map(({ id }) => id)).toEqual(expected)
        for (const id of ['1000', '1050', '1149'])
          expect(
            await findRow(ctx, thing, id).then(
              () => true,
              () => false,
            ),
          ).toBe(expected.includes(id))
      }),
      { numRuns: 30 },
    )
  })

  test('never become fewer with another scope', async () => {
    await fc.assert(
      fc.asyncProperty(
        actorArb,
        fc.array(scopeArb, { minLength: 1, maxLength: 2 }),
        scopeArb,
        async (more, some, another) => {
          const [fewer, wider] = [
            await visibleIds(actorWith(more, some)),
            await visibleIds(actorWith(more, [...some, another])),
          ]
          expect(fewer.filter((id) => !wider.includes(id))).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of an administrator are all live rows of their tenant, and none of another', async () => {
    const ids = (tenant: string) =>
      rows.filter((row) => row.tenantId === tenant && row.isDeleted === 0).map(({ id }) => id)
    for (const tenantId of ['000000', '111111'])
      expect(await visibleIds(person({ tenantId, rights: rightsOf({ administrator: true }) }))).toEqual(ids(tenantId))
  })

  test('of an entity open to all are the same for a user as for an administrator', async () => {
    expect(await visibleIds(person(), openEntity)).toEqual(
      await visibleIds(person({ rights: rightsOf({ administrator: true }) })),
    )
  })

  test('of an entity with own rows only are not extended by a scope', async () => {
    const actor = actorWith({ id: '8' }, [scopeOf(1)])
    expect(await visibleIds(actor, ownRowsEntity)).toEqual(expectedIds(actor, []))
  })

  test('of a visitor are none', async () => {
    expect(await visibleIds(visitor)).toEqual([])
  })
})

describe('a region in a scope', () => {
  test.each([
    ['320500', ['320500']],
    ['320000', ['320100', '320500']],
    ['110000', ['110100']],
    ['00', expect.arrayContaining(['110100', '320100', '320500'])],
    ['', []],
    ['320600', []],
    ['______', []],
    ['%', []],
  ])('%s includes %j', async (region, expected) => {
    const actor = actorWith({ region }, [scopeOf(5, 'city')])
    const visibleCities = new Set((await visibleIds(actor)).map((id) => rows.find((row) => row.id === id)?.city))
    expect([...visibleCities].sort()).toEqual(expected)
  })
})
