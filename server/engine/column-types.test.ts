import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as kit from '#contract/kit/field.ts'
import type { Db } from '#server/base/database/db.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase, run } from '../base/database/db.ts'
import { compile, sql } from '../base/database/sql.ts'
import { bindValue, columns, columnType, isReadable, quoted, selectList, writeSlot } from './column-types.ts'

let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = openDatabase(await cloneDatabase(), () => {}))
})

afterAll(() => close())

describe('identifiers', () => {
  test.each([
    ['user', '"user"'],
    ['nationalEconomy2', '"national_economy2"'],
    ['order', '"order"'],
  ])('%s is written %s', (name, expected) => {
    expect(quoted(name)).toBe(expected)
  })
})

/** A wire value of each kind. */
const values: { readonly [K in kit.Kind]: unknown } = {
  text: '文本 "\' \\',
  longText: 'a\nb',
  richText: '<p>x</p>',
  secret: 's',
  int: 2_147_483_647,
  decimal: 999_999_999_999.5,
  money: 12_345.6,
  flag: 1,
  date: '2024-02-29',
  time: '2026-03-05 08:00:00',
  choice: 2,
  dict: 3,
  dicts: '3,1,2',
  ref: '1800000000000000001',
  refs: '2,1800000000000000001',
  tree: '0',
  code: '320500',
  codes: '320500,33',
  file: '5',
  files: '6,5',
  one: { a: [1, null, 'x'] },
  many: [{ id: 'r1', a: '中' }, { a: null }],
}
const kinds = Object.keys(columns) as kit.Kind[]
const fieldOf = (kind: kit.Kind): kit.Field => ({ kind, label: ['', ''] })

describe('every kind of field', () => {
  beforeAll(async () => {
    const columnList = kinds.map((kind) => `"of_${kind.toLowerCase()}" ${columnType(fieldOf(kind))}`).join(', ')
    await sql.raw(`create table every_kind (${columnList})`).execute(db)
  })
  const roundTrip = async (kind: kit.Kind, value: unknown) => {
    const field = fieldOf(kind)
    const column = quoted(`of_${kind.toLowerCase()}`)
    const read = sql.raw(columns[kind].read?.(column) ?? column)
    const slot = writeSlot(field, bindValue(field, value))
    const [row] = await run<{ value: unknown }>(
      db,
      sql`insert into every_kind (${sql.raw(column)}) values (${slot}) returning ${read} as value`,
    )
    return row?.value
  }

  test.each(kinds)('%s is read back unchanged', async (kind) => {
    expect(await roundTrip(kind, values[kind])).toEqual(values[kind])
  })

  const listKinds: readonly kit.Kind[] = ['dicts', 'refs', 'codes', 'files']
  const others = kinds.filter((kind) => !listKinds.includes(kind) && kind !== 'tree')

  test.each(others)('%s is null if it is null or absent', async (kind) => {
    expect(await roundTrip(kind, null)).toBeNull()
    expect(await roundTrip(kind, undefined)).toBeNull()
  })

  test.each(listKinds)('an empty list of %s is an empty text, which clients can split', async (kind) => {
    for (const nothing of ['', null, undefined]) expect(await roundTrip(kind, nothing)).toBe('')
  })

  test('an empty parent is the root', async () => {
    for (const nothing of ['', null]) expect(await roundTrip('tree', nothing)).toBe('0')
  })
})

describe('the columns of a query', () => {
  const fields = {
    title: kit.text('名', 'Title'),
    key: kit.secret('密', 'Key'),
    inward: kit.text('入', 'In', { direction: 'in' }),
    outward: kit.text('出', 'Out', { direction: 'out' }),
    scenes: kit.dicts('场景', 'Scenes'),
  }

  test('are the base fields and those of the entity by their wire names, without input-only fields', () => {
    const list = compile(selectList(fields)).text
    expect(list).toMatch(/^"id" as "id", "tenant_id" as "tenantId", "create_user" as "createUser"/)
    expect(list).toMatch(
      /"title" as "title", case when "key" <> '' then '\*{6}' end as "key", "outward" as "outward", coalesce\(array_to_string\("scenes", ','\), ''\) as "scenes", "update_time"::text as "rowVersion"$/,
    )
    expect(list).not.toMatch(/inward/)
    expect(Object.entries(fields).map(([name, field]) => [name, isReadable(field)])).toEqual([
      ['title', true],
      ['key', false],
      ['inward', false],
      ['outward', true],
      ['scenes', true],
    ])
  })

  test('have the type text for a choice of texts, and integer for a choice of numbers', () => {
    expect(columnType(kit.choice('甲', 'A', { choices: [['x', ['甲', 'X']]] }))).toBe('text')
    expect(columnType(kit.choice('甲', 'A', { choices: [[1, ['甲', 'X']]] }))).toBe('integer')
  })
})
