import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { run } from '#server/base/database/db.ts'
import { momentOf, wireTime } from '#server/base/process/clock.ts'
import { handleCorrections } from '#server/project/deadlines/correction-deadline.ts'
import { remindOperators } from '#server/project/deadlines/operator-reminder.ts'
import { calendar, workdaysUntil } from '#server/system/reference/working-days.ts'
import { contextFor } from '../support/context.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { submitAction, userIdOf } from '../support/scenario.ts'

/** Time limits of declarations: the calendar counts, the daily jobs act, and nothing is sent twice. */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

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
