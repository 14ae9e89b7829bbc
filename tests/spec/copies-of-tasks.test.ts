import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { requestDaysOff } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo, completeTask, reviewTasks } from '../support/review-tasks.ts'
import { createStaff } from '../support/scenario.ts'

/** A colleague who sees a matter anyway is told to look at it (抄送). */

type Person = Caller & { id: string; account: string }

let platform: Platform
let review: Review
let tasks: ReturnType<typeof reviewTasks>
let city: Person
let colleague: Person
let elsewhere: Person

const english = { 'blade-language': 'en' }
const copy = (by: Caller, taskId: string, to: { id: string }, headers: Record<string, string> = {}) =>
  by.ask(workTodo.calls.copyTask, { taskId, userId: to.id, reason: '请关注投资数据' }, headers)
const offered = async (by: Caller, taskId: string) =>
  (await by.get(workTodo.calls.copyPeople, { taskId })).map(({ id }) => id)
/** Whether the review page offers the officer to send one. */
const isOffered = async (by: Caller) => {
  const own = await by.get(flowProcess.ownTasks, { businessTable: 'declaration', businessId: review.id() })
  return own.map(({ canCopy }) => canCopy)
}
const newest = async (by: Caller) => (await by.get(messages.list, { size: 1 })).records[0]

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  city = review.person('city')
  colleague = await createStaff(platform, 'city', '320500')
  elsewhere = await createStaff(platform, 'city', '320100')
})

beforeEach(async () => {
  await review.beginDeclaration()
})

describe('a copy of a declaration', () => {
  test('goes to who sees it anyway, with a message that leads there, and lets them do nothing', async () => {
    await bringTo(review, 20)
    const { taskId } = await tasks.taskOf('city', 'cityReview')
    expect(await isOffered(city)).toEqual([true])
    const people = await offered(city, taskId)
    for (const one of [colleague, review.person('miit'), review.person('office')]) expect(people).toContain(one.id)
    for (const one of [city, elsewhere, review.person('expert1')]) expect(people).not.toContain(one.id)
    expect((await copy(city, taskId, review.person('miit'))).msg).toBe('已抄送')
    expect(await newest(review.person('miit'))).toMatchObject({
      kind: 'system',
      title: `“${review.projectName()}”抄送您阅知：地市初审`,
      text: '由city抄送：请关注投资数据',
      link: `/project/declaration/${review.id()}`,
    })
    expect((await completeTask(review.person('miit'), { taskId, variables: { action: 'cityApprove' } })).status).toBe(
      403,
    )
    expect((await review.status()).status).toBe(20)
  })

  test('is in the history of officers and in the audit, and nothing of it with the declarant', async () => {
    await bringTo(review, 20)
    const { taskId } = await tasks.taskOf('city', 'cityReview')
    expect((await copy(city, taskId, colleague)).success).toBe(true)
    const seen = async (by: Caller) => (await by.get(declaration.calls.getStatus, { id: review.id() })).entries
    expect((await seen(colleague)).at(-1)).toMatchObject({
      action: 'copy',
      targetName: 'city',
      reason: '请关注投资数据',
    })
    expect(await seen(review.company)).toEqual([])
    const audit = await platform.db.selectFrom('audit').select(['verb', 'after']).where('rowId', '=', taskId).execute()
    expect(audit).toContainEqual({
      verb: 'copyTask',
      after: { task: '地市初审', to: 'city', note: '请关注投资数据' },
    })
  })

  test('is refused for others, by others, and to oneself', async () => {
    await bringTo(review, 20)
    const { taskId } = await tasks.taskOf('city', 'cityReview')
    const faultOf = async (to: { id: string }, headers = {}) =>
      (await copy(city, taskId, to, headers)).faults.map(({ at, msg }) => [at, msg])
    expect(await faultOf(elsewhere)).toEqual([['userId', expect.stringContaining('数据范围')]])
    expect(await faultOf(review.person('expert1'))).toEqual([['userId', expect.stringContaining('不能查看此事项')]])
    expect(await faultOf(review.person('expert1'), english)).toEqual([
      ['userId', expect.stringContaining('cannot open')],
    ])
    expect(await faultOf(city)).toEqual([['userId', '不能抄送给本人']])
    expect((await copy(colleague, taskId, review.person('miit'))).status).toBe(409)
    expect((await copy(review.company, taskId, colleague)).status).toBe(403)
  })

  test('is not sent of a leave, which only those see who take part in it', async () => {
    await requestDaysOff(colleague, review.person('miit'), '看病')
    const [task] = (await review.person('miit').get(workTodo.calls.list, {})).records
    const refused = await copy(review.person('miit'), task?.taskId ?? '', city)
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('不能抄送')])
    expect((await copy(review.person('miit'), task?.taskId ?? '', city, english)).msg).toContain('no copy')
  })

  test('is not sent while experts review', async () => {
    await bringTo(review, 40)
    await tasks.claim('office', 'decide')
    const { taskId } = await tasks.taskOf('office', 'decide')
    const office = review.person('office')
    expect(await isOffered(office)).toEqual([false])
    const refused = await copy(office, taskId, review.person('office2'))
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('专家评审期间不能抄送')])
    expect((await copy(office, taskId, review.person('office2'), english)).msg).toContain('while experts review')
    await expect(offered(office, taskId)).rejects.toThrow('专家评审期间不能抄送')
  })
})
