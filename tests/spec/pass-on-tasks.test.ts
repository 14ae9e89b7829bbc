import { beforeAll, describe, expect, test } from 'vitest'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { requestDaysOff } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo, completeTask, reviewTasks } from '../support/review-tasks.ts'
import { createEnterprise, createStaff, submitAction } from '../support/scenario.ts'

/** Tasks that are passed on to a colleague (转办). */

type Person = Caller & { id: string; account: string }

let platform: Platform
let review: Review
let tasks: ReturnType<typeof reviewTasks>
let city: Person
let colleague: Person
let elsewhere: Person

const todo = async (by: Caller) => (await by.get(workTodo.calls.list, { size: 100 })).records
const todoOf = async (by: Caller, businessId: string) =>
  (await todo(by)).find((row) => row.businessId === businessId)?.taskId ?? ''
const people = async (by: Caller, taskId: string, realName?: string) =>
  (await by.get(workTodo.calls.transferPeople, { taskId, ...(realName ? { realName } : {}) })).map(({ id }) => id)
const passOn = (by: Caller, taskId: string, to: Person, more: object = {}, headers: Record<string, string> = {}) =>
  by.ask(workTodo.calls.transferTask, { taskId, userId: to.id, ...more }, headers)
const english = { 'blade-language': 'en' }

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  city = review.person('city')
  colleague = await createStaff(platform, 'city', '320500')
  elsewhere = await createStaff(platform, 'city', '320100')
})

describe('a review that is passed on', () => {
  test('goes to somebody who could have claimed it, and to nobody else', async () => {
    await review.beginDeclaration()
    await bringTo(review, 20)
    const { taskId } = await tasks.taskOf('city', 'cityReview')
    expect(await people(city, taskId)).toEqual([colleague.id])
    expect(await people(city, taskId, colleague.account)).toEqual([colleague.id])
    const admin = await platform.admin()
    const [{ id: adminId } = { id: '' }] = (
      await sql<{ id: string }>`select id::text from "user" where account = 'admin'`.execute(platform.db)
    ).rows
    for (const other of [
      { ...admin, id: adminId, account: 'admin' },
      elsewhere,
      review.person('miit'),
      review.person('expert1'),
      city,
    ]) {
      const refused = await passOn(city, taskId, other)
      expect([refused.status, refused.faults.map(({ at }) => at)]).toEqual([400, ['userId']])
    }
    expect((await passOn(city, taskId, elsewhere, {}, english)).faults[0]?.msg).toContain('outside the data')
    expect((await passOn(review.person('miit'), taskId, colleague)).status).toBe(403)
    expect((await passOn(colleague, taskId, colleague)).msg).toContain('没有签收')
    expect(await todoOf(city, review.id())).toBe(taskId)
  })

  test('is with the colleague, who is told, and the history and the audit say it', async () => {
    const taskId = await todoOf(city, review.id())
    expect((await passOn(city, taskId, colleague, { reason: '本周出差' })).msg).toBe('已转办')
    expect([await todoOf(city, review.id()), await todoOf(colleague, review.id())]).toEqual(['', taskId])
    const [message] = (await colleague.get(messages.list, { size: 1 })).records
    expect(message).toMatchObject({
      title: `“${review.projectName()}”转您办理：地市初审`,
      text: '由city转办：本周出差',
      link: `/project/declaration/${review.id()}?taskId=${taskId}`,
    })
    const entries = (
      await review.person('office').get(flowProcess.modelView, { processInstanceId: await tasks.instanceId() })
    ).entries
    expect(entries?.at(-1)).toMatchObject({
      action: 'transfer',
      userName: 'city',
      targetName: 'city',
      reason: '本周出差',
    })
    const audit = await platform.db.selectFrom('audit').select('verb').where('rowId', '=', taskId).execute()
    expect(audit.map(({ verb }) => verb)).toContain('transferTask')
    expect((await completeTask(colleague, { taskId, variables: { action: 'cityApprove' } })).success).toBe(true)
    expect((await review.status()).status).toBe(30)
  })

  test('does not let one person approve for both offices', async () => {
    const both = await createStaff(platform, 'province_miit', '320000')
    const free = await createStaff(platform, 'province_ca', '320000')
    await sql`update "user" set role_id = role_id || array(select id from role where role_alias = 'province_ca')
      where id = ${both.id}`.execute(platform.db)
    expect((await submitAction(both, review.id(), 'provinceApprove')).success).toBe(true)
    await tasks.claim('ca', 'provinceReview')
    const { taskId } = await tasks.taskOf('ca', 'provinceReview')
    const ca = review.person('ca')
    expect(await people(ca, taskId)).toEqual([free.id])
    expect((await passOn(ca, taskId, both)).faults).toEqual([
      expect.objectContaining({ at: 'userId', msg: expect.stringContaining('回避') }),
    ])
    expect((await passOn(ca, taskId, free)).success).toBe(true)
  })

  test('stays with an expert, who was chosen in person', async () => {
    await review.beginDeclaration()
    await bringTo(review, 40)
    const experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(',')
    await review.performAction('office', 'assign', { experts })
    const { taskId } = await tasks.taskOf('expert1', 'score')
    const expert = review.person('expert1')
    const refused = await passOn(expert, taskId, review.person('expert2'))
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('不能转办')])
    expect((await passOn(expert, taskId, review.person('expert2'), {}, english)).msg).toContain('cannot be passed on')
    await expect(people(expert, taskId)).rejects.toThrow('不能转办')
    const own = await expert.get(flowProcess.ownTasks, { businessTable: 'declaration', businessId: review.id() })
    expect(own.map(({ canTransfer }) => canTransfer)).toEqual([false])
  })
})

describe('a leave that is passed on', () => {
  let applicant: Person
  let approver: Person
  let other: Person
  const request = (reason: string) => requestDaysOff(applicant, approver, reason)

  beforeAll(async () => {
    applicant = await createStaff(platform, 'city')
    approver = await createStaff(platform, 'province_miit')
    other = await createStaff(platform, 'boss')
  })

  test('never goes to its applicant nor to a company', async () => {
    const id = await request('看病')
    const taskId = await todoOf(approver, id)
    const company = await createEnterprise(platform)
    // whatever the drawing says of its starter
    await sql`update flow_task set excluded_users = '{}' where id = ${taskId}`.execute(platform.db)
    expect(await people(approver, taskId)).not.toContain(applicant.id)
    expect(await people(approver, taskId)).toContain(other.id)
    const companyId = (
      await platform.db.selectFrom('user').select('id').where('account', '=', company.account).executeTakeFirstOrThrow()
    ).id
    for (const wrong of [applicant.id, companyId]) {
      const refused = await passOn(approver, taskId, { ...applicant, id: wrong })
      expect(refused.faults.map(({ at, msg }) => [at, msg.includes('不能办理此任务')])).toEqual([['userId', true]])
    }
    expect((await passOn(approver, taskId, other, { reason: '请代为审批' })).success).toBe(true)
    expect((await completeTask(approver, { taskId })).status).toBe(403)
    // returned to the applicant, it is theirs alone
    expect((await completeTask(other, { taskId, flag: 'no', comment: '请改期' })).success).toBe(true)
    const correction = await todoOf(applicant, id)
    expect((await passOn(applicant, correction, other)).msg).toContain('发起人本人修改')
  })

  test('is not decided by a colleague who has lost the right meanwhile', async () => {
    const id = await request('搬家')
    const taskId = await todoOf(approver, id)
    expect((await passOn(approver, taskId, other)).success).toBe(true)
    await sql`update flow_task set excluded_users = array[${other.id}::bigint] where id = ${taskId}`.execute(
      platform.db,
    )
    const refused = await completeTask(other, { taskId })
    expect([refused.status, refused.msg]).toEqual([403, expect.stringContaining('不能办理此任务')])
    expect((await other.ask(workClaim.calls.unclaimTask, { taskId, reason: '无权' })).status).toBe(409)
    expect(await todoOf(other, id)).toBe(taskId)
  })
})
