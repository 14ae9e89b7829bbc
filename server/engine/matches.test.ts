import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform, type Platform } from '../../tests/support/platform.ts'
import { run } from '../base/database/db.ts'
import { compile, sql } from '../base/database/sql.ts'
import { pageOf } from './crud.ts'
import { mayContain } from './pairs.ts'
import { rowFilter } from './scope.ts'

let platform: Platform
beforeAll(async () => {
  platform = await openPlatform()
})
beforeEach(async () => {
  await sql`delete from library`.execute(platform.db)
})

const inRegion = { type: 5, column: 'city' }
const ownCode = '91320500MA1OWN0000'
const officer = (region: string | null, scopes: object[] = [inRegion]) =>
  person({
    region,
    operator: 1,
    organizationCode: ownCode,
    rights: rightsOf({ codes: ['library'], scopes: { library: scopes } }),
  })

const people = {
  'of a city': officer('320500'),
  'of a province': officer('320000'),
  'of a district': officer('320581'),
  'of the country': officer('00'),
  'of no region': officer(null),
  'with its operator, too': officer('320500', [{ type: 5, column: 'operator,city' }]),
  'with its region or its operator': officer('320500', [inRegion, { type: 5, column: 'operator' }]),
  'with its region or its organisation': officer('320500', [inRegion, { type: 5, column: 'organizationCode' }]),
  'with its organisation': officer('320500', [{ type: 5, column: 'organizationCode' }]),
}

const rowOf = (city: string, projectName: string, operator = 1, organizationCode = '91320500MA1XYZ0000') => ({
  projectName,
  commpanyName: '单位',
  organizationCode,
  categorize: 1,
  province: `${city.slice(0, 2)}0000`,
  city,
  operator,
  year: '2025',
})
const insert = async (rows: readonly object[]) => {
  for (let at = 0; at < rows.length; at += 1000)
    await platform.db
      .insertInto('library')
      .values(rows.slice(at, at + 1000) as never)
      .execute()
}

test('an expert, who sees only rows that name it, is not served by the index', () => {
  const expert = person({
    rights: rightsOf({
      codes: ['declaration'],
      scopes: { declaration: [{ type: 5, column: 'experts', value: 'declareStatus_ge=10' }] },
    }),
  })
  expect(mayContain(declaration, ['智能'], { actor: expert })).toEqual([])
})

/** What the plain condition finds, in the order of the list. */
const plain = async (who: keyof typeof people, keyword: string) => {
  const rows = await run<{ id: string }>(
    platform.db,
    sql`select id from library where ${rowFilter({ actor: people[who] }, library)} and fold(project_name) like fold_part(${keyword.trim()})
      order by create_time desc, id desc`,
  )
  return rows.map(({ id }) => id)
}
const found = async (who: keyof typeof people, keyword: string, current = 1, size = 200) =>
  pageOf(await contextFor(platform.app, people[who]), library, { keyword, current, size })

const names = Object.keys(people) as (keyof typeof people)[]
const nameArb = fc.string({ unit: fc.constantFrom('智', '能', '@', '3', '2', ' '), minLength: 1, maxLength: 6 })
const rowArb = fc
  .tuple(
    fc.constantFrom('320500', '320581', '320100', '330100', '110000'),
    nameArb,
    fc.constantFrom(1, 2),
    fc.constantFrom('91320500MA1XYZ0000', ownCode),
  )
  .map((values) => rowOf(...values))

describe('a search finds what the plain condition finds', () => {
  test('for each region and data scope', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowArb, { minLength: 1, maxLength: 30 }), nameArb, async (rows, keyword) => {
        fc.pre(keyword.trim() !== '')
        await sql`delete from library`.execute(platform.db)
        await insert(rows)
        for (const who of names) {
          const { records } = await found(who, keyword)
          expect([who, ...records.map(({ id }) => id)]).toEqual([who, ...(await plain(who, keyword))])
        }
      }),
      { numRuns: 20 },
    )
  })

  test('on each page of a common text, though its first rows are not those of the list', async () => {
    // the newest rows do not have the text: the first rows of the list do not fill a page
    await insert(Array.from({ length: 1500 }, (_, n) => rowOf('320500', `智能${n}`)))
    await insert(Array.from({ length: 300 }, (_, n) => rowOf('320500', `其他${n}`)))
    const expected = await plain('of a city', '智能')
    for (const current of [1, 2, 40]) {
      const { records, total, capped } = await found('of a city', '智能', current, 10)
      expect(records.map(({ id }) => id)).toEqual(expected.slice((current - 1) * 10, current * 10))
      expect([total, capped]).toEqual([1000, true])
    }
  })
})

test.each<[keyof typeof people, string | null]>([
  ['of a city', "'@3205'"],
  ['of a province', "'@32'"],
  // the index has no districts
  ['of a district', "'@3205'"],
  ['with its operator, too', "'@3205'"],
  ['of the country', null],
  ['of no region', null],
  ['with its region or its operator', null],
  ['with its region or its organisation', "'@3205'"],
  ['with its organisation', null],
])('a caller %s looks in the index for the place %j', (who, place) => {
  const [condition] = mayContain(library, ['智能'], { actor: people[who] }).map(compile)
  const own = who === 'with its region or its organisation' ? [ownCode] : []
  expect(condition?.parameters).toEqual(['智能', ...(place ? [place] : []), ...own])
})
