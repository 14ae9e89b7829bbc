import { beforeAll, describe, expect, test } from 'vitest'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { matters } from '#contract/project/matter.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { momentOf, wireTime } from '#server/base/process/clock.ts'
import { handleCorrections } from '#server/project/deadlines/correction-deadline.ts'
import { remindOperators } from '#server/project/deadlines/operator-reminder.ts'
import { checkCalendar } from '#server/system/reference/calendar-check.ts'
import { calendar, workdaysUntil } from '#server/system/reference/working-days.ts'
import { contextFor } from '../support/context.ts'
import { declarationAfter, step } from '../support/declaration-steps.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { submitAction, userIdOf } from '../support/scenario.ts'

/** Time limits of declarations: the calendar counts, the daily jobs act, and nothing is sent twice. */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  await recordStays()
  review = await openReview(platform)
})

/** Five reviews of the last weeks with two days in each stage, twice in the city review; before the first reading, as medians are measured every ten minutes. */
const recordStays = async () => {
  const path = [0, 10, 20, 70, 20, 30, 40, 50, 60]
  const timeOf = (i: number) => wireTime(new Date(Date.now() - (30 - 2 * i) * 86_400_000))
  const moves = path.slice(1).map((to, i) => step('placed', path[i] as number, to, { createTime: timeOf(i) }))
  for (let n = 0; n < 5; n++) await declarationAfter(platform.db, moves)
}

const remindersOf = (userId: string) =>
  platform.db
    .selectFrom('message')
    .select(['title', 'text', 'isRequired', 'link'])
    .where('toUser', '=', userId)
    .where('businessId', '=', review.id())
    .where('kind', '=', 'reminder')
    .orderBy('id')
    .execute()
const at = (moment: string) => momentOf(`${moment}:00`)
const setRow = (values: object) =>
  platform.db.updateTable('declaration').set(values).where('id', '=', review.id()).execute()
/** Runs a job at a moment; earlier messages are older than a minute, so that none is continued. */
const runAt = async <T>(job: (app: Platform['app'], options: { now: Date }) => Promise<T>, moment: string) => {
  await platform.db.updateTable('message').set({ createTime: '2026-01-01 00:00:00' }).execute()
  return job(platform.app, { now: at(moment) })
}

/** A declaration that the city has returned. */
const returned = async () => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  await review.performAction('city', 'claim')
  await review.performAction('city', 'cityReturn', remarks('information.city'))
  return id
}

describe('a declaration', () => {
  const limits = { cityDeadline: '2027-03-12 18:00:00', provinceDeadline: '2027-05-14 18:00:00' }
  const setLimits = (values: object) =>
    platform.db.updateTable('template').set(values).where('id', '=', review.windowId).execute()
  const toStages: readonly (readonly [stage: number, officer: string, action: readonly [string, string, object?][]])[] =
    [
      [10, 'city', [['company', 'submit']]],
      [20, 'city', [['city', 'claim']]],
      [70, 'city', [['city', 'cityReturn', remarks('information.city')]]],
      [20, 'city', [['company', 'submit']]],
      [30, 'miit', [['city', 'cityApprove']]],
      [
        40,
        'office',
        [
          ['miit', 'provinceApprove'],
          ['ca', 'provinceApprove'],
        ],
      ],
      [50, 'office', [['office', 'decideApprove']]],
    ]

  test('has in each stage the same dates and the same median for declarant, officer and visitor', async () => {
    await setLimits(limits)
    const id = await review.beginDeclaration()
    const deadlineOf = async () =>
      (await review.company.get(myMatters.read, {})).declarations.find((one) => one.id === id)
    const draft = await review.status()
    expect([draft.expectedAt, draft.scoreUntil, draft.typical]).toEqual([(await deadlineOf())?.deadline, null, null])
    const ends: (string | null)[] = []
    for (const [stage, officer, actions] of toStages) {
      if (stage === 50) await review.assignAndScore()
      for (const [who, action, more] of actions) await review.performAction(who, action, more)
      // what is edited later counts for what comes later
      await setLimits({ cityDeadline: '2028-01-01 00:00:00', expertDays: 100, noticeDays: 50 })
      const own = await review.status()
      const person = review.person(officer)
      const dates = {
        noticeUntil: own.noticeUntil,
        expectedAt: own.expectedAt,
        scoreUntil: own.scoreUntil,
        typical: { status: stage, days: 2, basis: stage === 20 ? 10 : 5 },
      }
      expect(own).toMatchObject({ status: stage, ...dates })
      expect(await person.get(declaration.calls.getStatus, { id })).toMatchObject(dates)
      const declareNo = String(own.declareNo)
      expect(await platform.visitor.get(publicProjects.lookUp, { declareNo })).toMatchObject(dates)
      expect((await deadlineOf())?.deadline).toBe(own.expectedAt)
      const [waiting] = (await person.get(matters.list)).records.filter((one) => one.id === id)
      if (stage < 50) expect(waiting?.deadline).toBe(own.expectedAt)
      ends.push(own.expectedAt)
      // whoever accepts a declaration has no more time for it, whatever the template says by then
      if (stage !== 10) await setLimits({ ...limits, expertDays: 15, noticeDays: 5 })
    }
    const notice = String((await review.status()).noticeUntil)
    expect(Math.round((momentOf(notice).getTime() - Date.now()) / 86_400_000)).toBe(5)
    await setLimits({ noticeDays: 0 })
    const days = await calendar(await contextFor(platform.app))
    expect(ends.map((end) => end && (end > '2027-02' ? end : workdaysUntil(wireTime(), end, days)))).toEqual([
      ...[limits.cityDeadline, limits.cityDeadline, 20, limits.cityDeadline, limits.provinceDeadline, 20, null],
    ])
  })

  test('waits for an expert until the score is due, for the office until the decision is', async () => {
    const id = await review.beginDeclaration()
    for (const [stage, , actions] of toStages)
      if ([10, 30, 40].includes(stage) || actions[0]?.[1] === 'claim')
        for (const [who, action, more] of actions) await review.performAction(who, action, more)
    const experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(',')
    await review.performAction('office', 'assign', { experts })
    const { expectedAt, scoreUntil } = await review.status()
    const [waiting] = (await review.person('expert1').get(matters.list)).records.filter((one) => one.id === id)
    expect([waiting?.deadline, String(scoreUntil) < String(expectedAt)]).toEqual([scoreUntil, true])
    const tasks = await run<{ due: string; isScore: boolean }>(
      platform.db,
      sql`select distinct t.due_time as due, 'score' = any(t.moves) as "isScore" from flow_task t
        join flow_instance i on i.id = t.instance_id where i.business_id = ${id} and t.end_time is null order by 2`,
    )
    expect(tasks).toEqual([
      { due: expectedAt, isScore: false },
      { due: scoreUntil, isScore: true },
    ])
  })
})

describe('a correction', () => {
  test('has the working days of its template from the day after its return, and all pages say so', async () => {
    const id = await returned()
    const { expectedAt } = await review.status()
    const days = await calendar(await contextFor(platform.app))
    expect(workdaysUntil(wireTime(), String(expectedAt), days)).toBe(20)
    expect(expectedAt).toMatch(/ 23:59:59$/)
    const { declarations } = await review.company.get(myMatters.read, {})
    expect(declarations.find((one) => one.id === id)?.deadline).toBe(expectedAt)
    await review.performAction('company', 'submit')
    expect((await review.status()).expectedAt).not.toBe(expectedAt)
  })

  test('is warned of 7, 3 and 1 working days before its end, each once, and a missed day is made up for', async () => {
    const id = await returned()
    // 25 December 2026 is a Friday
    await setRow({ correctionUntil: '2026-12-25 23:59:59', stageSince: '2026-11-27 10:00:00' })
    const moments = ['12-15', '12-16', '12-16', '12-17', '12-23', '12-23', '12-24', '12-24', '12-25']
    for (const day of moments) await runAt(handleCorrections, `2026-${day} 08:00`)
    const owner = await userIdOf(await platform.admin(), review.company.account)
    expect(await remindersOf(owner)).toMatchObject(
      [7, 2, 1].map((left) => ({
        title: `“${review.projectName()}”的修改时限还剩 ${left} 个工作日`,
        text: '请在 2026-12-25（含当日）前修改并重新提交，逾期将归档',
        isRequired: true,
        link: `/addDeclare/project?id=${id}`,
      })),
    )
  })

  test('ends after the last day: it is archived with the reason, and what comes later is refused and kept', async () => {
    await returned()
    await setRow({ correctionUntil: '2026-12-25 23:59:59' })
    await handleCorrections(platform.app, { now: new Date('2026-12-25T23:59:59.500+08:00') })
    expect((await review.status()).status).toBe(70)
    await handleCorrections(platform.app, { now: at('2026-12-26 00:00') })
    const { status, timeline, parts } = await review.status()
    expect(status).toBe(99)
    expect(timeline.at(-1)).toMatchObject({ move: 'expire', comment: expect.stringContaining('修改期限至 2026-12-25') })
    const english = { 'blade-language': 'en' }
    const reason = expect.stringMatching(/^It could be corrected until 2026-12-25.*lift the expiry\.$/)
    const inEnglish = await review.company.get(declaration.calls.getStatus, { id: review.id() }, english)
    expect(inEnglish.timeline.at(-1)?.comment).toEqual(reason)
    const { messages } = await review.company.get(myMatters.read, {}, english)
    expect(messages.find(({ move }) => move === 'expire')?.comment).toEqual(reason)
    const late = await submitAction(review.company, review.id(), 'submit', {})
    expect([late.code, late.msg]).toEqual([409, expect.stringContaining('修改期限已于 2026-12-25 24:00 届满')])
    expect(late.msg).toContain('地市工信部门')
    expect((await review.status()).parts).toEqual(parts)
    expect(await handleCorrections(platform.app, { now: at('2026-12-27 08:00') })).not.toHaveProperty('expired')
  })

  test('that comes after the last day, before the job has run, is refused with the same sentence', async () => {
    await returned()
    await setRow({ correctionUntil: '2026-01-09 23:59:59' })
    const late = await submitAction(review.company, review.id(), 'submit', {})
    expect([late.code, late.msg]).toEqual([409, expect.stringContaining('修改期限已于 2026-01-09 24:00 届满')])
    expect((await review.status()).status).toBe(70)
  })

  test('is opened once more by the office that returned it, with a reason, and its review goes on', async () => {
    const id = await returned()
    const expire = async () => {
      await setRow({ correctionUntil: '2026-01-09 23:59:59' })
      await handleCorrections(platform.app, { now: at('2026-01-10 08:00') })
    }
    await expire()
    const lift = (who: string, more: DraftPart) => submitAction(review.person(who), id, `${who}Lift`, more)
    expect((await submitAction(review.person('miit'), id, 'provinceLift', { comment: '材料已备' })).code).toBe(409)
    expect((await lift('city', {})).success).toBe(false)
    expect((await lift('city', { comment: '因停电未能提交' })).data.status).toBe(70)
    const { editable, expectedAt, remarks: open, timeline } = await review.status()
    expect(timeline.at(-1)).toMatchObject({ move: 'cityLift', comment: '因停电未能提交' })
    expect(open.map((remark) => remark.at)).toEqual(['information.city'])
    expect(editable).toContain('information.city')
    expect(String(expectedAt) > wireTime()).toBe(true)
    const owner = await userIdOf(await platform.admin(), review.company.account)
    const [message] = await platform.db
      .selectFrom('message')
      .select(['title', 'text', 'kind'])
      .where('toUser', '=', owner)
      .where('businessId', '=', id)
      .orderBy('id', 'desc')
      .execute()
    expect([message?.kind, message?.title]).toEqual([
      'todo',
      `“${review.projectName()}”的逾期归档已撤销，请在新的期限内修改后提交`,
    ])
    const audited = platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', id)
      .where('verb', '=', 'cityLift')
    expect(await audited.execute()).toHaveLength(1)

    await expire()
    expect((await review.status()).timeline.at(-1)?.comment).toContain('不能再次撤销')
    const again = await lift('city', { comment: '再次申请' })
    expect([again.code, again.msg]).toEqual([409, expect.stringContaining('只能撤销一次')])
    expect((await submitAction(review.company, id, 'submit', {})).msg).toContain('不能再次撤销')
  })

  test('whose expiry was lifted continues in a process at the stage and with the officer that returned it', async () => {
    const id = await returned()
    await setRow({ correctionUntil: '2026-01-09 23:59:59' })
    await handleCorrections(platform.app, { now: at('2026-01-10 08:00') })
    await review.performAction('city', 'cityLift', { comment: '同意延期' })
    const openTasks = () =>
      run<{ key: string; due: string | null }>(
        platform.db,
        sql`select t.task_key as key, t.due_time as due from flow_task t join flow_instance i on i.id = t.instance_id
          where i.business_table = 'declaration' and i.business_id = ${id} and t.end_time is null`,
      )
    expect(await openTasks()).toEqual([{ key: 'cityCorrection', due: (await review.status()).expectedAt }])
    expect(await review.performAction('company', 'submit')).toBe(20)
    expect((await openTasks()).map(({ key }) => key)).toEqual(['cityReview'])
    expect(await review.performAction('city', 'cityApprove')).toBe(30)
  })
})

describe('a company that declares anew after an expiry', () => {
  /** An expired declaration in a round with one for each company, and a new draft. */
  const expiredAndNew = async () => {
    await platform.db.updateTable('declaration').set({ declareStatus: 80 }).where('declareStatus', '<>', 99).execute()
    const expired = await returned()
    await setRow({ correctionUntil: '2026-01-09 23:59:59' })
    await handleCorrections(platform.app, { now: at('2026-01-10 08:00') })
    const { declarations } = await review.company.get(myMatters.read, {})
    expect(declarations.find(({ id }) => id === expired)?.expired).toEqual({
      templateId: review.windowId,
      office: '地市工信部门',
    })
    return [expired, await review.beginDeclaration()] as const
  }
  const lift = (id: string) => submitAction(review.person('city'), id, 'cityLift', { comment: '同意延期' })
  const setLimit = (maxPerCompany: number) =>
    platform.db.updateTable('template').set({ maxPerCompany }).where('id', '=', review.windowId).execute()

  test('keeps its draft when the expiry is lifted, and can submit it once the other has ended', async () => {
    const [expired, draft] = await expiredAndNew()
    const { parts } = await review.status()
    await setLimit(1)
    expect((await lift(expired)).success).toBe(true)
    const refused = await submitAction(review.company, draft, 'submit', {})
    expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('本草稿暂不能提交；已填写的内容已保存')])
    expect(await review.status()).toMatchObject({ status: 0, parts })
    expect((await submitAction(review.company, expired, 'submit', {})).success).toBe(true)
    await submitAction(review.person('city'), expired, 'cityReject', { comment: '不符合条件' })
    expect((await submitAction(review.company, draft, 'submit', {})).success).toBe(true)
    await setLimit(100)
  })

  test('and submits it makes the expiry final, unless the round allows both', async () => {
    const [expired] = await expiredAndNew()
    await setLimit(1)
    expect(await review.performAction('company', 'submit')).toBe(10)
    const { declareNo } = await review.status()
    const { msg, code } = await lift(expired)
    const reason = `该单位已另行提交“${review.projectName()}”（${declareNo}），不能撤销逾期归档`
    expect([code, msg]).toEqual([409, expect.stringContaining(reason)])
    const { obstacles } = await review.person('city').get(declaration.calls.getStatus, { id: expired })
    expect(obstacles).toEqual([{ action: 'cityLift', reason: expect.stringContaining(reason) }])
    await setLimit(2)
    expect((await lift(expired)).success).toBe(true)
    await setLimit(100)
  })
})

describe('an invitation', () => {
  test('that waits for five working days is told to the operator and the enterprise, once', async () => {
    await review.beginDeclaration()
    await review.performAction('company', 'invite')
    // a Wednesday: the fifth working day after it is the next Wednesday
    await setRow({ stageSince: '2026-11-04 10:00:00' })
    for (const day of ['09', '10', '11', '12']) await runAt(remindOperators, `2026-11-${day} 08:10`)
    const [owner, operator] = await Promise.all(
      [review.company, review.operator].map(async ({ account }) => userIdOf(await platform.admin(), account)),
    )
    const name = review.projectName()
    expect(await remindersOf(operator as string)).toMatchObject([{ title: `“${name}”的填写邀请已等待 5 个工作日` }])
    expect(await remindersOf(owner as string)).toMatchObject([{ title: `运营商 5 个工作日内未填写“${name}”，已提醒` }])
  })
})

test('who keeps the dictionaries is told which year has no calendar, from November on also of the next one', async () => {
  const told = async (moment: string) => {
    await platform.db.deleteFrom('message').where('link', '=', '/system/dict?code=holiday').execute()
    const text = await checkCalendar(platform.app, at(moment))
    const rows = await platform.db
      .selectFrom('message')
      .select('title')
      .where('link', '=', '/system/dict?code=holiday')
      .execute()
    return { text: text?.[0] ?? null, titles: rows.map(({ title }) => title) }
  }
  const { years } = await calendar(await contextFor(platform.app))
  const recorded = Math.max(...years)
  expect(await told(`${recorded}-10-01 09:00`)).toEqual({ text: null, titles: [] })
  const missing = `${recorded + 1}年尚未录入法定节假日，工作日暂按周一至周五计算`
  expect(await told(`${recorded}-11-01 09:00`)).toEqual({ text: missing, titles: [missing] })
})
