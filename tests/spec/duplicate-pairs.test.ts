import { beforeAll, describe, expect, test } from 'vitest'
import { languageHeader } from '#contract/language-header.ts'
import { declaration } from '#contract/project/declaration.ts'
import { duplicates } from '#contract/project/duplicates.ts'
import { library } from '#contract/project/library.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { findDuplicates } from '#server/project/duplicates/find-duplicates.ts'
import { sentences } from '../support/planted-texts.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { addLibraryRow } from '../support/scenario.ts'
import { type SimilarDeclarations, similarDeclarations } from '../support/similar-declarations.ts'

/** Which pairs of declarations and projects are found and stored, and what their comparison says (docs/decisions/0161). */

const { read, compare, record } = duplicates

let platform: Platform
let review: Review
let admin: Caller
let { random, submitted, compareAll } = {} as SimilarDeclarations

const city = () => review.person('city')
const idsFor = async (person: Caller, id: string) => (await person.get(read, { id })).matches.map((one) => one.id)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  review = await openReview(platform)
  ;({ random, submitted, compareAll } = similarDeclarations(platform, review))
})

describe('a pair', () => {
  test('is found and stored once, also when several processes compare at the same time', async () => {
    const text = sentences(random, 15)
    const ids = [await submitted(text), await submitted(text), await submitted(text)]
    const counts = await Promise.all(ids.map(() => findDuplicates(platform.app)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    const stored = await run<{ pair: string }>(
      platform.db,
      sql`select least(declaration_id, other_id)::text || '-' || greatest(declaration_id, other_id) as pair from duplicate_match
        where declaration_id = any(${ids}::bigint[]) and other_id = any(${ids}::bigint[])`,
    )
    expect(stored).toHaveLength(3)
    expect(new Set(stored.map(({ pair }) => pair)).size).toBe(3)
    for (const id of ids) expect((await idsFor(city(), id)).sort()).toEqual(ids.filter((one) => one !== id).sort())
  })

  test('is never of two tenants', async () => {
    const text = sentences(random, 15)
    const other = await submitted(text)
    await compareAll()
    await sql`update declaration set tenant_id = '000001' where id = ${other}`.execute(platform.db)
    const id = await submitted(text)
    await compareAll()
    expect(await city().get(read, { id })).toMatchObject({ matches: [], hidden: { count: 0, degree: null } })
  })

  test('has the most similar first', async () => {
    const text = sentences(random, 20)
    const less = await submitted([...text.slice(0, 15), ...sentences(random, 5)])
    const same = await submitted(text)
    const id = await submitted(text)
    await compareAll()
    const { matches } = await city().get(read, { id })
    expect(matches.map((one) => one.id)).toEqual([same, less])
    expect(matches[0]?.degree).toBe(100)
    expect(matches[1]?.degree).toBeLessThan(90)
  })
})

describe('a listed project without a declaration', () => {
  const name = '沿江重工曲轴柔性加工示范'

  test('counts as unseen for who may not read the library, and not at all once it is removed', async () => {
    const project = await addLibraryRow(admin, { projectName: name })
    const id = await submitted(sentences(random, 15), { projectName: name })
    await compareAll()
    expect(await idsFor(city(), id)).toEqual([project])
    const scope = await createScope(admin, { resourceCode: 'declaration', scopeType: 1 })
    const clerk = await createClerk(platform, 'duplicates.noLibrary', {
      codes: ['declaration', 'declaration_city'],
      scopes: [scope],
    })
    expect(await clerk.get(read, { id })).toMatchObject({ matches: [], hidden: { count: 1, degree: 100 } })
    await admin.get(library.calls.remove, { ids: project })
    expect(await city().get(read, { id })).toMatchObject({ matches: [], hidden: { count: 0 } })
    expect((await city().get(declaration.calls.getStatus, { id })).duplicates).toMatchObject({ count: 0 })
  })
})

describe('equipment', () => {
  const terminals = (qty: number) =>
    Array.from({ length: 5 }, (_, i) => ({
      id: `t${i}`,
      terminalType: i + 1,
      model: `SN-${i}`,
      vendor: '同一厂商',
      qty,
    }))
  const edge = (investment: number) => [
    { id: 'e0', mecMode: 1, nodeName: '一号机房', location: '东区', servers: 4, investment },
  ]
  const partsWith = (qty: number, investment: number) => ({
    facilities: { terminals: terminals(qty), edge: edge(investment), industrialNet: [] },
  })
  let [id, other] = ['', '']

  beforeAll(async () => {
    other = await submitted(sentences(random, 15), {}, partsWith(11, 7_654_321))
    id = await submitted(sentences(random, 15), {}, partsWith(23, 1_234_567))
    await compareAll()
  })

  test('makes two declarations similar whose texts have nothing in common', async () => {
    const { matches } = await city().get(read, { id })
    expect(matches).toMatchObject([{ id: other, degree: 100 }])
    expect(matches[0]?.parts).toEqual(expect.arrayContaining([{ part: 'equipment', degree: 100 }]))
    expect(matches[0]?.parts.map(({ part }) => part)).not.toContain('overview')
  })

  test('is compared row by row with the numbers of both, but no amounts that are trade secrets', async () => {
    const places = await city().get(compare, { id, otherId: other })
    const found = places.find(({ label }) => label === '5G终端')
    expect(found?.own).toHaveLength(5)
    const [own = '', others = ''] = [found?.own, found?.other].map((rows) => rows?.map(({ text }) => text).join(''))
    expect(own).toContain('SN-3')
    expect([own.includes('数量 23'), own.includes('数量 11')]).toEqual([true, false])
    expect([others.includes('数量 23'), others.includes('数量 11')]).toEqual([false, true])
    expect(places.find(({ label }) => label === '边缘计算')?.own).toHaveLength(1)
    expect(JSON.stringify(places)).not.toMatch(/7654321|1234567/)
  })

  test('and the places have their names in the language of the reader', async () => {
    const places = await city().get(compare, { id, otherId: other }, { [languageHeader]: 'en' })
    expect(places.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Project name', 'Site', 'Project overview', 'Terminals']),
    )
    const site = places.find(({ part }) => part === 'site')
    expect(site?.own.map(({ text }) => text).join('')).toContain('Jiangsu Suzhou ')
    expect(site?.own.slice(0, 2).map(({ isSame }) => isSame)).toEqual([true, true])
  })
})

describe('a conclusion', () => {
  test('changes nothing of the declaration that its declarant could notice, and is not in the log of calls', async () => {
    const id = await submitted(sentences(random, 15))
    await compareAll()
    const look = () =>
      run(
        platform.db,
        sql`select version, update_time, update_user, row_to_json(d)::text as row from declaration d where id = ${id}`,
      )
    const before = await look()
    await city().get(record, { id, loop: 0, result: 1, reason: '理由不得出现在调用日志里' })
    expect(await look()).toEqual(before)
    await expect
      .poll(async () => {
        const calls = await platform.db.selectFrom('logApi').selectAll().execute()
        const own = calls.filter(({ requestUri }) => requestUri?.includes('duplicates/record'))
        return [own.length > 0, JSON.stringify(own).includes('理由不得')]
      })
      .toEqual([true, false])
  })

  test('is never changed or removed', async () => {
    for (const statement of ["update duplicate_result set reason = 'x'", 'delete from duplicate_result'])
      await expect(sql.raw(statement).execute(platform.db)).rejects.toThrow('never changed or removed')
  })
})
