import { describe, expect, inject, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { rules } from '#contract/kit/rules.ts'
import { base } from '#contract/kit/verbs.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { parts } from '#contract/project/parts.ts'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { isPassword } from '../auth/password-hash.ts'
import { type Db, openDatabase } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { industryFacts, regionFacts, seedBase } from './base.ts'
import { dictionarySeeds } from './dictionaries.ts'
import { roleSeeds, scopeSeeds } from './roles.ts'

const openDb = async (): Promise<Db> => {
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  cleanUp(close)
  return db
}
const duplicates = <T>(values: readonly T[]) => values.filter((value, i) => values.indexOf(value) !== i)

describe('administrative divisions (GB/T 2260)', () => {
  const regions = regionFacts()
  const byCode = new Map(regions.map((region) => [region[0], region]))

  test('have unique codes of six digits, and all except provinces have a parent one level above', () => {
    expect(duplicates(regions.map(([code]) => code))).toEqual([])
    for (const [code, name, parent, level] of regions) {
      expect([code, /^[1-9]\d{5}$/.test(code), name.length > 0]).toEqual([code, true, true])
      if (level === 1) expect([code, parent]).toEqual([code, '00'])
      else expect([code, byCode.get(parent)?.[3]]).toEqual([code, level - 1])
    }
  })

  test('have a code that starts with the digits of their province', () => {
    for (const [code, , parent, level] of regions) if (level > 1) expect(code.slice(0, 2)).toBe(parent.slice(0, 2))
    expect(
      regions
        .filter(([, , , level]) => level === 1)
        .map(([code]) => code)
        .sort(),
    ).toEqual(Object.keys(provinces).sort())
  })
})

describe('industries (GB/T 4754)', () => {
  const industries = industryFacts()
  const byCode = new Map(industries.map((industry) => [industry[0], industry]))

  test('are 20 sections, 97 divisions, 473 groups and 1,381 classes, each below the one its code starts with', () => {
    const of = (level: number) => industries.filter((industry) => industry[3] === level)
    expect([1, 2, 3, 4].map((level) => of(level).length)).toEqual([20, 97, 473, 1381])
    expect(duplicates(industries.map(([code]) => code))).toEqual([])
    for (const [code, , parent, level] of industries) {
      expect([code, parent === null ? 0 : byCode.get(parent)?.[3]]).toEqual([code, level - 1])
      if (level > 2) expect(code.startsWith(parent as string)).toBe(true)
    }
  })
})

describe('dictionaries', () => {
  const fieldsIn = (fields: Fields): Field[] =>
    Object.values(fields).flatMap((field) => [field, ...fieldsIn(field.fields ?? {})])
  const allFields = [
    ...Object.values(entities).flatMap(({ fields }) => fieldsIn(fields)),
    ...parts.flatMap(({ fields }) => fieldsIn(fields)),
  ]

  test('exist for every field that has one', () => {
    const names = allFields.filter(({ kind }) => kind === 'dict' || kind === 'dicts').map(({ of }) => of)
    expect([...new Set(names)].filter((code) => !dictionarySeeds.some((seed) => seed.code === code))).toEqual([])
  })

  test('have unique codes, unique keys and texts in both languages', () => {
    expect(duplicates(dictionarySeeds.map(({ code }) => code))).toEqual([])
    for (const { code, name, entries } of dictionarySeeds) {
      expect([code, duplicates(entries.map(([key]) => key)), entries.length > 0]).toEqual([code, [], true])
      for (const words of [name, ...entries.map(([, zh, en]) => [zh, en])]) expect(words.every(Boolean)).toBe(true)
    }
  })

  test('every reference field names an existing entity', () => {
    const names = allFields
      .filter(({ kind, of }) => (kind === 'ref' || kind === 'refs') && of)
      .map(({ of }) => of as string)
    expect([...new Set(names)].filter((name) => !(name in entities))).toEqual([])
  })
})

describe('roles and data scopes', () => {
  test('a role has existing scopes only, each for the right entity', () => {
    for (const { alias, scopes } of roleSeeds)
      for (const [resource, name] of Object.entries(scopes).flatMap(([of, names]) =>
        [names].flat().map((one) => [of, one]),
      ))
        expect([alias, scopeSeeds.find((scope) => scope.name === name)?.resource]).toEqual([alias, resource])
  })

  test('a scope by column has declared columns that identify users, as others would match no rows', () => {
    const subjectTypes = ['region', 'project_facilities_operator', 'user']
    for (const { name, resource, type, column } of scopeSeeds.filter((scope) => scope.type === 5)) {
      const entity = Object.values(entities).find(({ code }) => code === resource)
      const fields: Fields = { ...base, ...entity?.fields }
      expect([name, type, entity?.rows]).toEqual([name, 5, 'scoped'])
      for (const one of column?.split(',') ?? ['none'])
        expect([name, one, subjectTypes.includes(fields[one]?.of ?? '') || fields[one]?.rule === 'creditCode']).toEqual(
          [name, one, true],
        )
    }
  })

  const scopedCodes = Object.values(entities)
    .filter(({ rows }) => rows === 'scoped')
    .map(({ code }) => code)

  test('every scoped entity has a scope for all rows, which administrators of new tenants get', () => {
    const allRowScopes = scopeSeeds.filter(({ type }) => type === 1).map(({ resource }) => resource)
    expect(allRowScopes.sort()).toEqual([...scopedCodes].sort())
  })

  test('every role except the administrator has a scope for each scoped entity it may list', () => {
    for (const { alias, codes, scopes } of roleSeeds.filter((role) => role.alias !== 'administrator')) {
      const listableCodes = scopedCodes.filter((code) => codes.some((one) => one === code || one === `${code}_*`))
      expect([alias, listableCodes.filter((code) => !scopes[code])]).toEqual([alias, []])
    }
  })
})

describe('seeding', () => {
  const tables = [
    'dict',
    'menu',
    'role',
    'role_menu',
    'role_scope',
    'data_scope',
    'param',
    'client',
    'dept',
    'user',
    'region',
    'industry',
  ]
  const counts = async (db: Db) => {
    const { rows } = await sql
      .raw<Record<string, number>>(
        `select ${tables.map((table) => `(select count(*)::int from "${table}") as "${table}"`).join(', ')}`,
      )
      .execute(db)
    return rows[0]
  }
  const deleteSeedMark = (db: Db) => db.deleteFrom('seedMark').execute()

  test('a second time adds nothing, even without the seed mark', async () => {
    const db = await openDb()
    const before = await counts(db)
    expect(await seedBase(db, 'Xx-other-958Qw')).toEqual({ initialPassword: null, hasSeeded: false })
    await deleteSeedMark(db)
    expect(await seedBase(db, 'Xx-other-958Qw')).toEqual({ initialPassword: null, hasSeeded: true })
    expect(await counts(db)).toEqual(before)
    const { hash } = await db.selectFrom('credential').select('hash').executeTakeFirstOrThrow()
    expect(await isPassword(hash, inject('adminPassword'))).toBe(true)
  })

  test('keeps changes of administrators and restores missing rows', async () => {
    const db = await openDb()
    const before = await counts(db)
    await db
      .updateTable('dict')
      .set({ dictValue: '男性' })
      .where('code', '=', 'sex')
      .where('dictKey', '=', '1')
      .execute()
    await db.updateTable('param').set({ paramValue: '9' }).where('paramKey', '=', 'account.failCount').execute()
    await db.deleteFrom('roleMenu').execute()
    await db.deleteFrom('dict').where('code', '=', 'sex').where('dictKey', '=', '3').execute()
    await deleteSeedMark(db)
    await seedBase(db, null)
    expect(await counts(db)).toEqual({ ...before, roleMenu: 0 })
    const words = await db
      .selectFrom('dict')
      .select('dictValue')
      .where('code', '=', 'sex')
      .where('parentId', '<>', '0')
      .orderBy('dictKey')
      .execute()
    expect(words.map(({ dictValue }) => dictValue)).toEqual(['男性', '女', '未知'])
    const { paramValue } = await db
      .selectFrom('param')
      .select('paramValue')
      .where('paramKey', '=', 'account.failCount')
      .executeTakeFirstOrThrow()
    expect(paramValue).toBe('9')
  })

  test('by two servers at once happens once', async () => {
    const db = await openDb()
    await db.deleteFrom('credential').execute()
    await db.deleteFrom('user').execute()
    await deleteSeedMark(db)
    const results = await Promise.all([seedBase(db, null), seedBase(db, null)])
    expect(results.filter(({ initialPassword }) => initialPassword !== null)).toHaveLength(1)
    expect(await db.selectFrom('user').select('account').execute()).toEqual([{ account: 'admin' }])
  })

  test('creates a valid password for the first administrator, which must be changed', async () => {
    const db = await openDb()
    await db.deleteFrom('credential').execute()
    await db.deleteFrom('user').execute()
    await deleteSeedMark(db)
    const { initialPassword } = await seedBase(db, null)
    expect(rules.password(initialPassword as string)).toBeNull()
    const { hash, isInitial } = await db
      .selectFrom('credential')
      .select(['hash', 'isInitial'])
      .executeTakeFirstOrThrow()
    expect([await isPassword(hash, initialPassword as string), isInitial]).toEqual([true, true])
  })

  test('grants a menu with all its buttons to the roles that are seeded with it', async () => {
    const db = await openDb()
    const { rows } = await sql<{ code: string }>`
      select m.code from role_menu g join menu m on m.id = g.menu_id join role r on r.id = g.role_id
      where r.role_alias = 'platform' and m.code like 'library%' order by 1`.execute(db)
    const all = await db.selectFrom('menu').select('code').where('code', 'like', 'library%').orderBy('code').execute()
    expect(rows.map(({ code }) => code)).toEqual(all.map(({ code }) => code))
  })

  test('deploys a process of a newer version, and leaves the others as they are', async () => {
    const db = await openDb()
    const definitions = async () =>
      (await sql<{ key: string; version: number }>`select key, version from flow_definition order by key`.execute(db))
        .rows
    const all = await definitions()
    await sql`delete from flow_definition where key = 'xmsb_unlist'`.execute(db)
    await deleteSeedMark(db)
    await seedBase(db, null)
    expect(await definitions()).toEqual(all)
  })
})
