import { beforeAll, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { matters } from '#contract/project/matter.ts'
import { recommend } from '#contract/project/recommend.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workDone } from '#contract/work/work-done.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'

/** Which officers of the group `city` review a recommendation: those of its recommender's place (docs/decisions/0078). */

type Staff = Caller & { readonly id: string }

let platform: Platform
let [suzhou, nanjing, jiangsu, nowhere, platformOfficer] = [] as unknown as [Staff, Staff, Staff, Staff, Staff]
let definitionId = ''

/** A recommendation that somebody of this region has sent. */
const recommendFrom = async (region: string | null) => {
  const by = await createStaff(platform, 'province_miit', region)
  const { id } = await by.get(recommend.calls.save, {
    projectName: `推荐自${region}`,
    projectAddress: '江苏省南京市江宁区',
    projectCurator: '陈建国',
    phone: '13912345678',
    projectOverview: '改造三条数控加工产线。',
    processDefinitionId: definitionId,
  })
  const { flow } = await by.get(recommend.calls.detail, { id })
  return { by, id, taskId: String(flow.taskId), processInstanceId: String(flow.processInstanceId) }
}
type Sent = Awaited<ReturnType<typeof recommendFrom>>

const claimable = async (by: Caller) => {
  const { records, total } = await by.get(workClaim.calls.list, { size: 50 })
  return { ids: records.map(({ businessId }) => businessId), total }
}
const messagesAbout = async (by: Caller, { id }: Sent) =>
  (await by.get(messages.list, { size: 50 })).records.filter(({ link }) => link?.includes(id))

const codesOf = async (by: Caller, { id, processInstanceId, taskId }: Sent) => [
  (await by.ask(recommend.calls.detail, { id })).code,
  (await by.ask(flowProcess.modelView, { processInstanceId })).code,
  (await by.ask(flowProcess.historyFlowList, { processInstanceId })).code,
  (await by.ask(workClaim.calls.claimTask, { taskId })).code,
]

beforeAll(async () => {
  platform = await openPlatform()
  suzhou = await createStaff(platform, 'city', '320500')
  nanjing = await createStaff(platform, 'city', '320100')
  jiangsu = await createStaff(platform, 'city', '320000')
  nowhere = await createStaff(platform, 'city')
  platformOfficer = await createStaff(platform, 'platform')
  const { records } = await (await createStaff(platform, 'province_miit')).get(workStart.calls.list, {})
  definitionId = records.find(({ key }) => key === 'recommend')?.id ?? ''
})

describe('an officer of another city', () => {
  test('sees nothing of a recommendation, is not told of it and can do nothing with it', async () => {
    const sent = await recommendFrom('320100')
    for (const stranger of [suzhou, nowhere]) {
      expect(await claimable(stranger)).toEqual({ ids: [], total: 0 })
      expect((await stranger.get(matters.list)).tasks).toMatchObject({
        records: [],
        total: 0,
        claimable: 0,
        consulted: 0,
      })
      expect(await codesOf(stranger, sent)).toEqual([404, 403, 403, 403])
      const own = { businessTable: 'recommend', businessId: sent.id }
      expect(await stranger.get(flowProcess.ownTasks, own)).toEqual([])
      expect((await stranger.get(messages.list, {})).total).toBe(0)
      const { taskId, processInstanceId } = sent
      const decision = { taskId, processInstanceId, flag: 'ok', comment: '同意' }
      expect((await stranger.ask(workTodo.calls.completeTask, decision)).code).toBe(403)
    }
    const admin = await platform.admin()
    const given = { taskId: sent.taskId, userId: suzhou.id, reason: '代为审核' }
    expect((await admin.ask(flowFollow.calls.reassignTask, given)).faults[0]?.at).toBe('userId')
    for (const officer of [nanjing, jiangsu]) {
      expect((await claimable(officer)).ids).toEqual([sent.id])
      expect(await messagesAbout(officer, sent)).toHaveLength(1)
    }
    expect(await codesOf(nanjing, sent)).toEqual([200, 200, 200, 200])
  })

  test('is not told when it is given back, nor does a message from before show what it is about', async () => {
    const sent = await recommendFrom('320100')
    await nanjing.get(workClaim.calls.claimTask, { taskId: sent.taskId })
    await nanjing.get(workClaim.calls.unclaimTask, { taskId: sent.taskId, reason: '出差' })
    expect((await suzhou.get(messages.list, {})).total).toBe(0)
    await sql`insert into message (tenant_id, to_user, kind, is_required, title, title_en, text, text_en, link, business_table, business_id)
      values ('000000', ${suzhou.id}, 'todo', false, '推荐自320100', 'x', '', '', ${`/x/${sent.id}`}, 'recommend', ${sent.id})`.execute(
      platform.db,
    )
    const [old] = (await suzhou.get(messages.list, {})).records
    expect(old).toMatchObject({ title: '该事项已不在您的办理范围内', link: null })
  })

  test('keeps neither the task nor what they have done, after their region has changed', async () => {
    const sent = await recommendFrom('320100')
    const moved = await createStaff(platform, 'city', '320100')
    await moved.get(workClaim.calls.claimTask, { taskId: sent.taskId })
    const setRegion = (region: string) =>
      platform.db.updateTable('user').set({ region }).where('id', '=', moved.id).execute()
    await setRegion('320500')
    const { taskId, processInstanceId } = sent
    const decision = { taskId, processInstanceId, flag: 'ok', comment: '同意' }
    expect((await moved.get(workTodo.calls.list, {})).total).toBe(0)
    expect((await moved.ask(workTodo.calls.completeTask, decision)).code).toBe(403)
    await setRegion('320100')
    await moved.get(workTodo.calls.completeTask, decision)
    expect((await moved.get(workDone.calls.list, {})).total).toBe(1)
    await setRegion('320500')
    expect((await moved.get(workDone.calls.list, {})).total).toBe(0)
    expect((await codesOf(moved, sent)).slice(0, 3)).toEqual([404, 403, 403])
  })
})

describe('a recommendation', () => {
  const seenBy = async ({ id }: Sent) => {
    const officers = { suzhou, nanjing, jiangsu, nowhere }
    const visible = await Promise.all(
      Object.entries(officers).map(async ([name, by]) => ((await claimable(by)).ids.includes(id) ? [name] : [])),
    )
    return visible.flat()
  }

  test.each([
    ['320505', ['suzhou', 'jiangsu']],
    ['320500', ['suzhou', 'jiangsu']],
    // of no city of the province, so any of them takes it
    ['320000', ['suzhou', 'nanjing', 'jiangsu']],
    ['330100', []],
    ['330000', []],
    ['00', ['suzhou', 'nanjing', 'jiangsu']],
    // of no place, so only the platform sees it
    [null, []],
  ] as const)('from %s is reviewed by %j', async (region, officers) => {
    const sent = await recommendFrom(region)
    expect(await seenBy(sent)).toEqual(officers)
    for (const [name, by] of Object.entries({ suzhou, nanjing, jiangsu, nowhere }))
      expect([name, (await messagesAbout(by, sent)).length]).toEqual([
        name,
        officers.some((one) => one === name) ? 1 : 0,
      ])
  })

  test('is confirmed by the platform, whatever its region is', async () => {
    const sent = await recommendFrom('320500')
    await suzhou.get(workClaim.calls.claimTask, { taskId: sent.taskId })
    const decision = { taskId: sent.taskId, flag: 'ok', comment: '同意' }
    await suzhou.get(workTodo.calls.completeTask, decision)
    expect(await messagesAbout(platformOfficer, sent)).toHaveLength(1)
    expect((await claimable(platformOfficer)).ids).toContain(sent.id)
    const { taskId } = (await sent.by.get(recommend.calls.detail, { id: sent.id })).flow
    await platformOfficer.get(workClaim.calls.claimTask, { taskId: String(taskId) })
    await platformOfficer.get(workTodo.calls.completeTask, { ...decision, taskId: String(taskId) })
    expect((await sent.by.get(recommend.calls.detail, { id: sent.id })).recommendState).toBe('recommended')
  })
})
