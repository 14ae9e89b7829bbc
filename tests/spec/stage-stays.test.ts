import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter } from '#contract/kit/days.ts'
import { stageStay, stayGroups } from '#contract/project/stage-stay.ts'
import {
  type CountName,
  filtersOfCount,
  filtersOfGroup,
  type StayFigures,
  type StayGroupFigures,
} from '#contract/project/stay-figures.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { countStayWorkdays } from '#server/project/stays/count-workdays.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'

/** The time of declarations at the stages of their review, and its figures (design: the officer's day, section 6). */

let platform: Platform
let review: Review
let admin: Caller

const setDue = (due: string) =>
  sql`update declaration set stage_until = ${due} where id = ${review.id()}`.execute(platform.db)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  review = await openReview(platform)
  const act = review.performAction
  await review.beginDeclaration()
  await act('company', 'submit')
  await act('city', 'claim')
  await act('city', 'return', remarks('contact.tel'))
  await act('company', 'submit')
  await act('city', 'cityApprove')
  await act('miit', 'provinceApprove')
  await act('ca', 'provinceApprove')
  await review.assignAndScore()
  await act('office', 'decideApprove')
  await review.beginDeclaration()
  await act('company', 'submit')
  await act('company', 'withdraw')
  await act('company', 'submit')
  await act('city', 'claim')
  await setDue('2025-01-01 00:00:00')
  await act('city', 'cityApprove')
  await review.beginDeclaration()
  await act('company', 'submit')
  await setDue('2025-01-01 00:00:00')
  // some of it happened in other months, also in those of the year before
  await sql`update stage_stay set since = since - interval '1 month' where stage = 10`.execute(platform.db)
  await sql`update stage_stay set since = since - interval '1 year', until = until - interval '1 year' where stage = 20 and result = 2`.execute(
    platform.db,
  )
  while (await countStayWorkdays(platform.app));
})

const today = wireTime().slice(0, 10)
const pageOf = (person: Caller, input: object = {}) => person.get(stageStay.calls.page, { size: 200, ...input })
const figuresFor = (person: Caller, input: object): Promise<StayFigures> =>
  person.get(stageStay.calls.figures, {
    unit: 'month',
    by: 'stage',
    from: `${today.slice(0, 8)}01`,
    to: today,
    ...input,
  } as never)

describe('the stays at the stages', () => {
  test('are what the steps say: when they began and ended, how, and who ended them', async () => {
    const inside = await platform.db.startTransaction().execute()
    const read = async () =>
      (
        await sql`select declaration_id, stage, result, handler_id, until is null as open from stage_stay
          order by declaration_id, id`.execute(inside)
      ).rows
    const kept = await read()
    expect(kept.length).toBeGreaterThan(9)
    await sql`select recount_stage_stays(array(select id from declaration))`.execute(inside)
    expect(await read()).toEqual(kept)
    await inside.rollback().execute()
  })

  test('are late if they end after the deadline they had, and none of the office if the declarant withdraws', async () => {
    const { records } = await pageOf(admin)
    const [late] = records.filter(({ overdue }) => overdue === 1)
    expect(late).toMatchObject({ stage: 20, result: 1, due: '2025-01-01 00:00:00' })
    expect(records.filter(({ overdue }) => overdue === 1)).toHaveLength(1)
    expect(records.filter(({ result }) => result === 4)).toMatchObject([{ stage: 10, handlerId: null }])
    for (const { until, workdays } of records) expect(workdays === null).toBe(until === null)
  })

  test('follow their declaration to another place and into the recycle bin', async () => {
    const stays = () => pageOf(admin, { declarationId: review.id() })
    await sql`update declaration set city = '320100' where id = ${review.id()}`.execute(platform.db)
    expect((await stays()).records).toMatchObject([{ city: '320100' }])
    await sql`update declaration set is_deleted = 1 where id = ${review.id()}`.execute(platform.db)
    expect((await stays()).total).toBe(0)
    await sql`update declaration set is_deleted = 0, city = '320500' where id = ${review.id()}`.execute(platform.db)
    expect((await stays()).total).toBe(1)
  })
})

describe('who reads them', () => {
  test('an office those of its place, and nobody of another one', async () => {
    const all = (await pageOf(admin)).total
    expect((await pageOf(review.person('city'))).total).toBe(all)
    expect((await pageOf(await createStaff(platform, 'city', '330100'))).total).toBe(0)
    const scope = await createScope(admin, {
      resourceCode: 'declaration',
      scopeType: 5,
      scopeColumn: 'organizationCode',
    })
    const stranger = await createClerk(platform, 'stays.none', {
      codes: ['declaration', 'stage_stay'],
      scopes: [scope],
    })
    expect((await pageOf(stranger)).total).toBe(0)
  })

  test('no declarant, operator or expert, and nobody who sees only some columns of declarations', async () => {
    for (const person of [review.company, review.operator, review.person('expert1')])
      expect((await person.ask(stageStay.calls.page, {})).status).toBe(403)
    const scope = await createScope(admin, { resourceCode: 'declaration', scopeType: 1, scopeField: 'projectName' })
    const reader = await createClerk(platform, 'stays.some', { codes: ['declaration', 'stage_stay'], scopes: [scope] })
    expect((await reader.ask(stageStay.calls.page, {})).msg).toContain('您只能查看申报的部分内容')
    expect(
      (await reader.ask(stageStay.calls.figures, { unit: 'range', from: today, to: today, by: 'stage' })).status,
    ).toBe(403)
  })

  test('of officers each their own; others need a permission, also to filter by them', async () => {
    const city = review.person('city')
    const { records, total } = await pageOf(city)
    expect(new Set(records.map(({ handlerId }) => handlerId))).toEqual(new Set([null, city.id]))
    expect((await pageOf(city, { handlerId: review.person('miit').id })).total).toBe(total)
    expect((await pageOf(city, { handlerId: city.id })).total).toBe(5)
    const { groups } = await figuresFor(city, { by: 'handlerId' })
    expect(groups.map(({ key }) => key)).toEqual([city.id])
    const all = await figuresFor(admin, { by: 'handlerId' })
    expect(all.groups.length).toBeGreaterThan(2)
    expect(all.groups.find(({ key }) => key === null)?.name).toBe('无经办人')
  })
})

describe('figures', () => {
  const names: readonly CountName[] = ['received', 'finished', 'returned', 'late', 'open', 'overdue']

  /** Each count of a group in its three periods is the number of rows of the list that it opens. */
  const expectRows = async (
    person: Caller,
    { at, days, before, yearBefore }: StayFigures,
    group: StayGroupFigures,
    filters: object,
  ) => {
    const count = async (name: CountName, period: typeof days) =>
      (await pageOf(person, { ...filters, ...filtersOfCount(name, period, at) })).total
    for (const name of names) expect([name, group[name]]).toEqual([name, await count(name, days)])
    for (const name of ['received', 'finished', 'returned', 'late'] as const) {
      expect([name, group.before[name]]).toEqual([name, await count(name, before)])
      expect([name, group.yearBefore[name]]).toEqual([name, await count(name, yearBefore)])
    }
  }

  test('equal the rows that they open, of each group and in total, for each reader', async () => {
    for (const person of [admin, review.person('city'), review.person('office')])
      for (const [by] of stayGroups) {
        const figures = await figuresFor(person, { by })
        const own = by === 'handlerId' && person !== admin && person !== review.person('office')
        await expectRows(person, figures, figures.total, own ? { handlerId: review.person('city').id } : {})
        for (const group of figures.groups) await expectRows(person, figures, group, filtersOfGroup(by, group.key))
      }
  })

  test('obey a data scope of the stays as their list does, and show nothing that it hides', async () => {
    const value = 'stage_equal=20'
    const own = await createScope(admin, {
      resourceCode: 'stage_stay',
      scopeType: 5,
      scopeValue: value,
      scopeField: '*',
    })
    const all = await createScope(admin, { resourceCode: 'declaration', scopeType: 1 })
    const codes = ['declaration', 'stage_stay']
    const reader = await createClerk(platform, 'stays.stage', { codes, scopes: [own, all] })
    const figures = await figuresFor(reader, {})
    expect(figures.groups.map(({ key }) => key)).toEqual(['20'])
    await expectRows(reader, figures, figures.total, {})
    const fields = 'stage,since,until,due,result,overdue,workdays'
    const narrow = await createScope(admin, { resourceCode: 'stage_stay', scopeType: 1, scopeField: fields })
    const other = await createClerk(platform, 'stays.fields', { codes, scopes: [narrow, all] })
    expect((await figuresFor(other, {})).total.received).toBeGreaterThan(0)
    const byCity = { unit: 'range', from: today, to: today, by: 'city' } as const
    expect((await other.ask(stageStay.calls.figures, byCity)).status).toBe(403)
  })

  test('have what was received, finished, returned and late, and the days of what was finished', async () => {
    const { total } = await figuresFor(admin, {})
    expect(total).toMatchObject({ finished: 6, returned: 0, late: 1, open: 3, overdue: 1, median: 0 })
    expect(total.yearBefore).toMatchObject({ returned: 1 })
    expect(total.before.received).toBeGreaterThan(0)
    expect(
      (await figuresFor(admin, { from: daysAfter(today, 1), to: daysAfter(today, 1), unit: 'range' })).total,
    ).toMatchObject({
      ...{ received: 0, finished: 0, mean: null, median: null },
    })
  })

  test('of a period that ends before it begins are refused at the last day', async () => {
    const answer = await admin.ask(stageStay.calls.figures, {
      unit: 'range',
      from: today,
      to: daysAfter(today, -1),
      by: 'stage',
    })
    expect([answer.status, answer.faults?.map(({ at }) => at)]).toEqual([400, ['to']])
  })
})
