import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { momentOf } from '#server/base/process/clock.ts'
import { sendDigestOnce } from '#server/project/matters/digest.ts'
import { cleanUp } from '../support/cleanup.ts'
import { openPlatform, type Platform, serve } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff, register, userIdOf } from '../support/scenario.ts'

/** The digest of the officers at 8:30. */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const remindersOf = async (userId: string) =>
  platform.db
    .selectFrom('message')
    .select(['title', 'text', 'isRequired', 'link'])
    .where('toUser', '=', userId)
    .where('kind', '=', 'reminder')
    .orderBy('id')
    .execute()
/** Sends the digest of a day; earlier messages are older than a minute, so that none is continued. */
const sendAt = async (moment: string) => {
  await platform.db.updateTable('message').set({ createTime: '2026-01-01 00:00:00' }).execute()
  return sendDigestOnce(platform.app, at(moment))
}
const at = (moment: string) => momentOf(`${moment}:00`)

describe('the digest', () => {
  test('is sent from 8:30 to 18:00, once a day, also by two servers at the same time', async () => {
    await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await register(platform)
    expect(await sendDigestOnce(platform.app, at('2026-03-02 08:29'))).toBe(false)
    expect(await sendDigestOnce(platform.app, at('2026-03-02 18:00'))).toBe(false)
    const { platform: second, close } = await serve(platform.databaseUrl, { PORT: '0' })
    cleanUp(close)
    const now = at('2026-03-02 08:30')
    const results = await Promise.all([sendDigestOnce(platform.app, now), sendDigestOnce(second.app, now)])
    expect(results.sort()).toEqual([false, true])
    expect(await sendDigestOnce(platform.app, at('2026-03-02 12:00'))).toBe(false)
    expect(await remindersOf(review.person('city').id)).toMatchObject([
      { title: '今日待办 1 件，其中逾期 0 件', text: expect.stringContaining('待办理的申报 1 件'), link: '/wel/index' },
    ])
  })

  test('goes to nobody for whom nothing waits, and not to declarants', async () => {
    expect(await remindersOf(review.person('ca').id)).toEqual([])
    expect(await remindersOf(await userIdOf(await platform.admin(), review.company.account))).toEqual([])
  })

  test('counts tasks of processes beside declarations, and their deadlines', async () => {
    const [approver, head] = [await createStaff(platform, 'province_ca'), await createStaff(platform, 'boss')]
    const applicant = review.person('city')
    const { records } = await applicant.get(workStart.calls.list, {})
    const request = (reason: string, endTime: string) =>
      applicant.get(leave.calls.startProcess, {
        ...{ processDefinitionId: records.find(({ key }) => key === 'leave')?.id, taskUser: approver.id, reason },
        ...{ startTime: '2026-11-02 09:00:00', endTime },
      })
    await request('探亲', '2026-11-06 18:00:00')
    const [task] = (await approver.get(workTodo.calls.list, {})).records
    await approver.get(workTodo.calls.completeTask, { taskId: task?.taskId ?? '', flag: 'ok', comment: '已阅' })
    await request('看病', '2026-11-03 18:00:00')
    await sql`update flow_task set due_time = '2026-01-05 12:00' where assignee = ${approver.id} and end_time is null`.execute(
      platform.db,
    )
    expect(await sendAt('2026-03-04 09:00')).toBe(true)
    expect((await remindersOf(approver.id)).at(-1)).toMatchObject({
      ...{ title: '今日待办 1 件，其中逾期 1 件', text: '待办理的流程任务 1 件', link: '/wel/index' },
    })
    expect((await remindersOf(head.id)).at(-1)).toMatchObject({
      ...{ title: '今日待办 1 件，其中逾期 0 件', text: '待办理的流程任务 1 件，其中待签收 1 件' },
    })
    expect((await remindersOf(applicant.id)).at(-1)?.text).toMatch(/^待办理的申报 1 件/)
  })

  test('names what is overdue', async () => {
    await platform.db.updateTable('declaration').set({ stageUntil: '2026-01-01 00:00:00' }).execute()
    expect(await sendDigestOnce(platform.app, at('2026-03-03 09:00'))).toBe(true)
    expect((await remindersOf(review.person('city').id)).at(-1)).toMatchObject({
      title: '今日待办 1 件，其中逾期 1 件',
    })
  })
})
