import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { duplicates } from '#contract/project/duplicates.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { copyOf, informationWith, sentences } from '../support/planted-texts.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { addLibraryRow, createStaff, submitAction } from '../support/scenario.ts'
import { type SimilarDeclarations, secret, similarDeclarations } from '../support/similar-declarations.ts'

/** Near duplicates of submitted declarations, and who reads what of them (docs/decisions/0161). */

const { read, compare, record } = duplicates
const { getStatus } = declaration.calls

let platform: Platform
let review: Review
let admin: Caller
let { random, draft, submit, submitted, compareAll } = {} as SimilarDeclarations
let original: readonly string[]

const city = () => review.person('city')
const matchesOf = async (person: Caller, id: string) => (await person.get(read, { id })).matches.map((one) => one.id)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  review = await openReview(platform)
  ;({ random, draft, submit, submitted, compareAll } = similarDeclarations(platform, review))
  original = sentences(random, 20)
})

describe('the check of a submission', () => {
  test('finds the listed project of the same name among many of the city that end like it', async () => {
    const names = Array.from({ length: 250 }, (_, n) => `${n}号厂区智能化升级改造项目`)
    const projectName = '云锦纺织印染车间智能化升级改造项目'
    await platform.db
      .insertInto('library')
      .values(
        [...names, projectName].map((name) => ({
          ...{ projectName: name, province: '320000', city: '320500', operator: 1, categorize: 'C' },
          ...{ commpanyName: '苏州澄川测试有限公司', organizationCode: '91320500TTT9' },
        })),
      )
      .execute()
    const id = await submitted(sentences(random, 20), { projectName })
    await compareAll()
    const matches = (await city().get(read, { id })).matches
    expect(matches.map((one) => one.projectName)).toEqual([projectName])
  })

  test('of an older submission, tried again late, leaves that of the newer one', async () => {
    const id = await submitted(sentences(random, 20))
    await compareAll()
    await sql`insert into declaration_version (pid, loop, snapshot, hash) select pid, 1, snapshot, hash from declaration_version where pid = ${id}`.execute(
      platform.db,
    )
    await sql`insert into duplicate_check (declaration_id, loop) values (${id}, 1)`.execute(platform.db)
    await compareAll()
    await sql`update duplicate_check set checked_at = null, due_at = now() where declaration_id = ${id} and loop = 0`.execute(
      platform.db,
    )
    await compareAll()
    const [signature] = await run<{ loop: number }>(
      platform.db,
      sql`select loop from duplicate_signature where declaration_id = ${id}`,
    )
    expect(signature?.loop).toBe(1)
  })

  test('waits until the job has made it, finds a copy from both sides, and leaves other texts alone', async () => {
    const first = await submitted(original)
    const copy = await submitted(copyOf(random, original, 0.2))
    const other = await submitted(sentences(random, 20))
    const waiting = await city().get(getStatus, { id: copy })
    expect(waiting.duplicates).toEqual({ loop: 0, checkedAt: null, count: 0, degree: null, result: null })
    expect(await city().get(read, { id: copy })).toMatchObject({ checkedAt: null, matches: [], canRecord: false })
    await compareAll()
    expect(await matchesOf(city(), copy)).toEqual([first])
    expect(await matchesOf(city(), first)).toEqual([copy])
    expect(await matchesOf(city(), other)).toEqual([])
    const { duplicates: found } = await city().get(getStatus, { id: copy })
    expect(found).toMatchObject({ loop: 0, checkedAt: expect.any(String), count: 1 })
    expect(found?.degree).toBeGreaterThan(60)
    const [match] = (await city().get(read, { id: copy })).matches
    expect(match).toMatchObject({
      isDeclaration: true,
      commpanyName: review.company.unitName,
      cityName: '苏州市',
      stageName: '已提交',
      parts: expect.arrayContaining([{ part: 'overview', degree: match?.degree }]),
    })
  })

  test('is made of what was submitted, never of drafts, and anew for each submission', async () => {
    const text = sentences(random, 20)
    const id = await submitted(text)
    const unsent = await draft(text)
    await compareAll()
    expect(await matchesOf(city(), id)).toEqual([])
    await submitAction(city(), id, 'claim')
    await submitAction(
      city(),
      id,
      'return',
      remarks('information.projectOverview', 'information.painPoints', 'information.innovation'),
    )
    const { projectName: _, city: __, ...texts } = informationWith(original)
    const detail = await review.company.get(declaration.calls.detail, { id })
    await review.company.get(declaration.calls.update, { ...detail, ...texts } as never)
    await compareAll()
    expect(await matchesOf(city(), id)).toEqual([])
    await submit(id)
    expect((await city().get(getStatus, { id })).duplicates).toMatchObject({ loop: 1, checkedAt: null })
    await compareAll()
    expect((await matchesOf(city(), id)).length).toBe(2)
    await submit(unsent)
    await compareAll()
    // the earlier text of the other one counts no more
    expect(await matchesOf(city(), unsent)).toEqual([])
  })

  test('leaves out what was withdrawn or removed since', async () => {
    const text = sentences(random, 20)
    const [one, other] = [await submitted(text), await submitted(text)]
    await compareAll()
    expect(await matchesOf(city(), other)).toEqual([one])
    await submitAction(review.company, one, 'withdraw')
    expect(await matchesOf(city(), other)).toEqual([])
    expect((await city().get(getStatus, { id: other })).duplicates).toMatchObject({ count: 0, degree: null })
    await submit(one)
    await compareAll()
    expect(await matchesOf(city(), other)).toEqual([one])
  })

  test('finds projects that were listed without a declaration, by name and city', async () => {
    const name = '𠮷野精工齿轮数字化车间改造'
    const [same = '', elsewhere = ''] = [
      await addLibraryRow(admin, { projectName: `${name}项目` }),
      await addLibraryRow(admin, { projectName: name, city: '320100' }),
    ]
    const id = await submitted(sentences(random, 20), { projectName: name })
    await compareAll()
    const { matches } = await review.person('office').get(read, { id })
    expect(matches).toMatchObject([{ id: same, isDeclaration: false, stageName: '已入库', cityName: '苏州市' }])
    expect(matches.map((one) => one.id)).not.toContain(elsewhere)
    expect((await review.person('office').ask(compare, { id, otherId: same })).status).toBe(404)
  })

  test('goes on after one that fails, which is tried again later', async () => {
    const broken = await submitted(sentences(random, 20))
    const fine = await submitted(sentences(random, 20))
    await sql`create function fail_check() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
      platform.db,
    )
    await sql`create trigger fail_check before insert on duplicate_signature for each row
      when (new.declaration_id = ${sql.lit(broken)}::bigint) execute function fail_check()`.execute(platform.db)
    await compareAll()
    await sql`drop trigger fail_check on duplicate_signature`.execute(platform.db)
    const checkedAt = async (id: string) => (await city().get(getStatus, { id })).duplicates?.checkedAt
    expect([await checkedAt(broken), await checkedAt(fine)]).toEqual([null, expect.any(String)])
    await sql`update duplicate_check set due_at = now() where checked_at is null`.execute(platform.db)
    await compareAll()
    expect(await checkedAt(broken)).toEqual(expect.any(String))
  })
})

describe('who reads it', () => {
  let [id, other] = ['', '']

  beforeAll(async () => {
    const text = sentences(random, 20)
    other = await submitted(text, { projectName: '外市申报的名称乙' })
    id = await submitted(copyOf(random, text, 0.1), { projectName: '本市申报的名称甲' })
    await compareAll()
    await platform.db.updateTable('declaration').set({ city: '320100' }).where('id', '=', other).execute()
  })

  test('officers of the declaration; of what lies elsewhere they learn the number and the degree only', async () => {
    const { matches, hidden } = await city().get(read, { id })
    expect(matches).toEqual([])
    expect(hidden).toEqual({ count: 1, degree: expect.any(Number) })
    expect(JSON.stringify(await city().get(read, { id }))).not.toContain('名称乙')
    expect((await city().ask(compare, { id, otherId: other })).status).toBe(404)
    expect((await city().get(getStatus, { id })).duplicates).toMatchObject({ count: 1 })
    for (const name of ['miit', 'office']) {
      const found = await review.person(name).get(read, { id })
      expect(found.matches.map((one) => one.id)).toEqual([other])
      expect(found.hidden).toEqual({ count: 0, degree: null })
    }
    const otherCity = await createStaff(platform, 'city', '320100')
    expect((await otherCity.ask(read, { id })).status).toBe(404)
    expect((await otherCity.get(read, { id: other })).hidden.count).toBe(1)
  })

  test('no declarant, operator or expert, and nothing of it in what they read', async () => {
    for (const person of [review.company, review.operator, review.person('expert1')]) {
      expect((await person.ask(read, { id })).status).toBe(403)
      expect((await person.ask(compare, { id, otherId: other })).status).toBe(403)
      expect((await person.ask(record, { id, loop: 0, result: 1, reason: '无' })).status).toBe(403)
    }
    expect((await review.company.get(getStatus, { id })).duplicates).toBeNull()
    expect((await review.operator.ask(getStatus, { id })).data?.duplicates ?? null).toBeNull()
  })

  test('the passages of both texts, never a trade secret, and of hidden columns nothing', async () => {
    const places = await review.person('miit').get(compare, { id, otherId: other })
    const same = places.flatMap(({ own }) => own.filter(({ isSame }) => isSame).map(({ text }) => text))
    expect(same.join('').length).toBeGreaterThan(200)
    expect(places.map(({ part }) => part)).toEqual(expect.arrayContaining(['name', 'site', 'overview']))
    expect(JSON.stringify(places)).not.toContain(secret.slice(0, 6))
    const scope = await createScope(admin, {
      resourceCode: 'declaration',
      scopeType: 1,
      scopeField: 'projectName,painPoints',
    })
    const clerk = await createClerk(platform, 'duplicates.some', {
      codes: ['declaration', 'declaration_city'],
      scopes: [scope],
    })
    const seen = await clerk.get(compare, { id, otherId: other })
    expect(seen.map(({ label }) => label)).toEqual(['项目名称', '需求与痛点'])
    expect((await clerk.get(read, { id })).matches).toMatchObject([
      { projectName: '外市申报的名称乙', commpanyName: null },
    ])
  })

  test('is compared as it was submitted, not as it is corrected', async () => {
    await submitAction(city(), id, 'claim')
    await submitAction(city(), id, 'return', remarks('information.projectOverview'))
    const detail = await review.company.get(declaration.calls.detail, { id })
    await review.company.get(declaration.calls.update, { ...detail, projectOverview: '尚未提交的草稿内容' } as never)
    const places = await review.person('miit').get(compare, { id: other, otherId: id })
    expect(JSON.stringify(places)).not.toContain('尚未提交')
    await submit(id)
    await compareAll()
  })
})

describe('the conclusion of an officer', () => {
  test('is kept with its reason, the submission and what was found, for the other officers only', async () => {
    const text = sentences(random, 20)
    const first = await submitted(text)
    const id = await submitted(text)
    const input = { id, loop: 0, result: 2, reason: '同一集团的两个厂区' } as const
    expect((await city().ask(record, input)).status).toBe(409)
    await compareAll()
    expect((await city().ask(record, { ...input, reason: ' ' })).faults).toMatchObject([{ at: 'reason' }])
    expect((await city().ask(record, { ...input, result: 4 as never })).faults).toMatchObject([{ at: 'result' }])
    await city().get(record, input)
    const { results } = await review.person('miit').get(read, { id })
    expect(results).toMatchObject([
      { loop: 0, result: 2, reason: '同一集团的两个厂区', matches: 1, degree: 100, realName: 'city' },
    ])
    expect((await city().get(getStatus, { id })).duplicates).toMatchObject({ count: 1, result: 2 })
    expect((await city().get(read, { id: first })).results).toEqual([])
    const audited = await run<{ after: object }>(
      platform.db,
      sql`select after from audit where entity = 'declaration' and row_id = ${id} and verb = 'recordDuplicates'`,
    )
    expect(audited).toEqual([{ after: { loop: 0, result: 2 } }])
    const read1 = JSON.stringify(await review.company.get(getStatus, { id }))
    expect(read1).not.toContain('同一集团')
  })

  test('is about the submission that was read, and stays when there is another one', async () => {
    const id = await submitted(sentences(random, 20))
    await compareAll()
    await city().get(record, { id, loop: 0, result: 1, reason: '未见重复' })
    await submitAction(city(), id, 'claim')
    await submitAction(city(), id, 'return', remarks('contact.tel'))
    expect((await city().ask(record, { id, loop: 0, result: 3, reason: '再议' })).status).toBe(409)
    await submit(id)
    await compareAll()
    expect((await city().ask(record, { id, loop: 0, result: 3, reason: '再议' })).status).toBe(409)
    expect((await city().get(getStatus, { id })).duplicates).toMatchObject({ loop: 1, result: null })
    const { results } = await city().get(record, { id, loop: 1, result: 3, reason: '与上年相同' })
    expect(results.map(({ loop, result }) => [loop, result])).toEqual([
      [1, 3],
      [0, 1],
    ])
  })
})
