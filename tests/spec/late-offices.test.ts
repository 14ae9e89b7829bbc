import { beforeAll, describe, expect, test } from 'vitest'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import { dept } from '#contract/system/dept.ts'
import { sql } from '#server/base/database/sql.ts'
import { momentOf } from '#server/base/process/clock.ts'
import { archiveFinished } from '#server/project/deadlines/archiving.ts'
import { escalateOverdue } from '#server/project/deadlines/office-deadline.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff, userIdOf } from '../support/scenario.ts'

/** Offices that are late are told, then their head, then the provincial desk; what has ended is archived. */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const at = (moment: string) => momentOf(`${moment}:00`)
const setRow = (values: object) =>
  platform.db.updateTable('declaration').set(values).where('id', '=', review.id()).execute()
const titlesOf = async (userId: string) =>
  (
    await platform.db
      .selectFrom('message')
      .select('title')
      .where('toUser', '=', userId)
      .where('kind', '=', 'reminder')
      .where('title', 'like', `%${review.projectName()}%`)
      .orderBy('id')
      .execute()
  ).map(({ title }) => title)
const runOn = async (...days: string[]) => {
  for (const day of days) {
    await platform.db.updateTable('message').set({ createTime: '2026-01-01 00:00:00' }).execute()
    await escalateOverdue(platform.app, { now: at(`2026-${day} 08:20`) })
  }
}

/** A declaration in the city review since 2 November 2026, a Monday, whose deadline is Friday the 27th. */
const late = async () => {
  await review.beginDeclaration()
  await review.performAction('company', 'submit')
  await review.performAction('city', 'claim')
  await setRow({ stageSince: '2026-11-02 10:00:00', stageUntil: '2026-11-27 18:00:00' })
}

describe('an office that is late', () => {
  test('is told, on the next working day its head, and two working days later the provincial desk; each once', async () => {
    const [city, head] = [review.person('city'), review.person('office')]
    const admin = await platform.admin()
    const add = async (deptName: string, more: object) =>
      String(
        (await admin.get(dept.calls.submit, { deptName, fullName: deptName, deptCategory: 2, sort: 1, ...more })).id,
      )
    const above = await add('苏州市工信局', { head: head.id })
    const office = await add('信息化处', { parentId: above, head: city.id })
    await platform.db
      .updateTable('user')
      .set({ deptId: [office] as never })
      .where('id', '=', city.id)
      .execute()
    await late()
    const name = review.projectName()
    const told = async () => [await titlesOf(city.id), await titlesOf(head.id), await titlesOf(review.person('ca').id)]

    await runOn('11-27')
    expect(await told()).toEqual([[], [], []])
    await runOn('11-28', '11-28', '11-29')
    const first = [`“${name}”已超过办理时限（地市初审中），请尽快办理`]
    expect(await told()).toEqual([first, [], []])
    await runOn('11-30', '12-01')
    const second = [`本单位办理的“${name}”已超过办理时限（地市初审中）`]
    expect(await told()).toEqual([first, second, []])
    const shown = await platform.db.selectFrom('message').select(['text', 'link']).where('toUser', '=', head.id)
    // the head may open it; the leader of a unit without the permission would only be refused
    const { text, link } = await shown.orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect([text, link]).toEqual([
      '办理人：city。请督促办理；逾期不会自动作出决定',
      `/project/declaration/${review.id()}`,
    ])
    await runOn('12-02', '12-03', '12-31')
    expect(await told()).toEqual([first, second, [`“${name}”已转督办（地市初审中）`]])
    expect((await review.status()).status).toBe(20)
  })

  test('has a head who may not open it, and is told whom to ask, without a link that would refuse them', async () => {
    const boss = await createStaff(platform, 'boss')
    await platform.db.updateTable('dept').set({ head: boss.id }).where('deptName', '=', '信息化处').execute()
    await late()
    await runOn('11-28', '11-30')
    const sent = platform.db.selectFrom('message').select(['text', 'link']).where('toUser', '=', boss.id)
    expect(await sent.execute()).toEqual([
      { text: '办理人：city。请督促办理；逾期不会自动作出决定', link: '/inbox/messages' },
    ])
  })

  test('without a head is told to the administrators', async () => {
    await platform.db.updateTable('dept').set({ head: null }).execute()
    await late()
    await runOn('11-28', '11-30')
    const admin = await userIdOf(await platform.admin(), 'admin')
    expect(await titlesOf(admin)).toEqual([`本单位办理的“${review.projectName()}”已超过办理时限（地市初审中）`])
  })

  test('is seen and reminded by the provincial desk, which gets no right to decide', async () => {
    await late()
    const [id, city, desk] = [review.id(), review.person('city'), review.person('miit')]
    const remind = (who: typeof city) => who.ask(declaration.calls.remind, { id })
    expect((await remind(desk)).msg).toContain('未列入督办')
    await runOn('11-28', '11-30', '12-02')
    const supervised = await desk.get(declaration.calls.page, { supervisedSince_notnull: 1 } as never)
    expect(supervised.records.map((row) => row.id)).toContain(id)
    expect((await desk.get(matters.list)).supervised).toBe(supervised.total)
    expect((await city.get(matters.list)).supervised).toBeNull()
    const { supervisedSince, actions } = await desk.get(declaration.calls.getStatus, { id })
    expect([supervisedSince, actions]).toEqual(['2026-12-02 08:20:00', []])
    expect((await review.status()).supervisedSince).toBeNull()

    expect((await remind(city)).status).toBe(403)
    expect((await remind(desk)).success).toBe(true)
    expect((await titlesOf(city.id)).at(-1)).toBe(`请尽快办理“${review.projectName()}”（地市初审中），上级已催办`)
    expect([(await remind(desk)).status, (await remind(desk)).msg]).toEqual([409, '今日已催办过，请明日再试'])
    await review.performAction('city', 'cityApprove')
    expect((await desk.get(declaration.calls.getStatus, { id })).supervisedSince).toBeNull()
  })
})

describe('an expert review that is late', () => {
  const toExpert = () => `“${review.projectName()}”的评分已超过期限，请尽快提交`
  const toOffice = () => `“${review.projectName()}”的专家评分已超过期限`
  /** In the expert review, whose scores are due on Friday 27 November 2026 and whose decision a week later. */
  const inReview = async () => {
    await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'cityApprove')
    await review.performAction('miit', 'provinceApprove')
    await review.performAction('ca', 'provinceApprove')
    await setRow({ scoreUntil: '2026-11-27 23:59:59', stageUntil: '2026-12-04 23:59:59' })
  }
  const assign = () =>
    review.performAction('office', 'assign', {
      experts: ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(','),
    })
  const setScoresDue = (due: string) =>
    sql`update flow_task set due_time = ${due} from flow_instance i where i.id = flow_task.instance_id
      and i.business_id = ${review.id()} and flow_task.end_time is null and 'score' = any(flow_task.moves)`.execute(
      platform.db,
    )
  const told = async () => [await titlesOf(review.person('expert2').id), await titlesOf(review.person('office').id)]

  test('is told to the experts without a score and to the office that runs it, then to its head; nothing is decided', async () => {
    await inReview()
    await assign()
    await setScoresDue('2026-11-27 23:59:59')
    await review.performAction('expert1', 'score', { conflict: 0, score: 80 })
    await runOn('11-27')
    expect(await told()).toEqual([[], []])
    await runOn('11-28', '11-30', '12-04')
    expect(await told()).toEqual([[toExpert()], [toOffice()]])
    expect(await titlesOf(review.person('expert1').id)).toEqual([])
    await runOn('12-05', '12-07', '12-31')
    const name = review.projectName()
    expect(await told()).toEqual([[toExpert()], [toOffice(), `“${name}”已超过办理时限（专家评审中），请尽快办理`]])
    expect(await titlesOf(await userIdOf(await platform.admin(), 'admin'))).toEqual([
      `本单位办理的“${name}”已超过办理时限（专家评审中）`,
    ])
    expect((await review.status()).supervisedSince).toBeNull()
    expect((await review.status()).status).toBe(40)
  })

  test('without experts is told to the office; an expert who was assigned late has five working days', async () => {
    await inReview()
    await runOn('11-28')
    expect(await told()).toEqual([[], [toOffice()]])
    await assign()
    const { scoreUntil } = await review.person('expert2').get(declaration.calls.getStatus, { id: review.id() })
    expect(String(scoreUntil) > '2026-11-27 23:59:59').toBe(true)
    expect((await review.status()).scoreUntil).toBe('2026-11-27 23:59:59')
    await setScoresDue('2026-12-03 23:59:59')
    await runOn('12-03')
    expect((await told())[0]).toEqual([])
    await runOn('12-04')
    expect((await told())[0]).toEqual([toExpert()])
  })
})

describe('what has ended', () => {
  test('is archived after three years, unless the library shows it', async () => {
    const states = [
      [80, '2023-01-01 09:00:00', false],
      [95, '2023-01-03 09:00:00', false],
      [60, '2023-01-01 09:00:00', true],
      [60, '2023-01-01 09:00:00', false],
    ] as const
    const reached: unknown[] = []
    for (const [declareStatus, stageSince, isListed] of states) {
      const pid = await review.beginDeclaration()
      await setRow({ declareStatus, stageSince })
      const listed = {
        projectName: '在库',
        commpanyName: '在库',
        organizationCode: '1',
        province: '320000',
        city: '320500',
      }
      if (isListed)
        await platform.db
          .insertInto('library')
          .values({ ...listed, categorize: 'C', operator: 1, pid })
          .execute()
      await archiveFinished(platform.app, { now: at('2026-01-02 03:40') })
      const { status, timeline } = await review.status()
      reached.push([status, timeline.at(-1)?.move ?? null])
    }
    expect(reached).toEqual([
      [99, 'archive'],
      [95, null],
      [60, null],
      [99, 'archive'],
    ])
  })
})

test('visitors read the limits of the present round', async () => {
  const limits = { cityDeadline: '2026-11-27 18:00:00' }
  await platform.db.updateTable('template').set(limits).where('id', '=', review.windowId).execute()
  expect(await platform.visitor.get(publicProjects.stageTimes)).toMatchObject({
    cityDeadline: '2026-11-27 18:00:00',
    correctionDays: 20,
    expertDays: 15,
    decisionDays: 5,
    noticeDays: 0,
    publishesNotice: false,
  })
})
