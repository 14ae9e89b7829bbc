import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'

/** Filters, pages and order of the lists of 我的事务. */

let platform: Platform
let applicant: Caller
let approver: Caller
let definitionId = ''
const ids: string[] = []

const todo = async (filters: object = {}) =>
  (await approver.get(workTodo.calls.list, { size: 50, ...filters })).records.map(({ subject }) => subject)

beforeAll(async () => {
  platform = await openPlatform()
  applicant = await createStaff(platform, 'city')
  const handler = await createStaff(platform, 'province_miit')
  approver = handler
  const { records } = await applicant.get(workStart.calls.list, {})
  definitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
  for (const reason of ['第一件', '第二件', '第三件']) {
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
    const input = { processDefinitionId: definitionId, taskUser: handler.id, reason, ...period }
    ids.push((await applicant.get(leave.calls.startProcess, input)).id)
  }
  const [first] = ids
  await sql`update flow_task t set create_time = '2026-10-01 08:00+08' from flow_instance i
    where i.id = t.instance_id and i.business_table = 'leave' and i.business_id = ${first}`.execute(platform.db)
})

describe('the tasks of a person', () => {
  test('come newest first, and overdue ones before all others', async () => {
    expect(await todo()).toEqual(['第三件', '第二件', '第一件'])
    await sql`update flow_task t set due_time = now() - interval '1 day' from flow_instance i
      where i.id = t.instance_id and i.business_table = 'leave' and i.business_id = ${ids[0]}`.execute(platform.db)
    expect(await todo()).toEqual(['第一件', '第三件', '第二件'])
  })

  test.each([
    [{ category: 'flow_1' }, 3],
    [{ category: 'flow_3' }, 0],
    [{ processDefinitionName: '请假' }, 3],
    [{ processDefinitionName: '申报' }, 0],
    [{ keyword: '第二' }, 1],
    [{ beginDate: '2026-10-01', endDate: '2026-10-01' }, 1],
    [{ beginDate: '2026-10-02' }, 2],
    [{ status: 'finish' }, 3],
  ])('filtered by %j are %i', async (filters, count) => {
    expect(await todo(filters)).toHaveLength(count)
  })

  test('have pages, and a wrong date is refused at its field', async () => {
    const page = await approver.get(workTodo.calls.list, { size: 2, current: 2 })
    expect([page.records.length, page.total, page.pages]).toEqual([1, 3, 2])
    expect((await approver.ask(workTodo.calls.list, { beginDate: 'gestern' })).faults[0]?.at).toBe('beginDate')
  })

  test('disappear while their process is suspended', async () => {
    const admin = await platform.admin()
    const change = (state: 'active' | 'suspend') =>
      admin.get(flowManager.calls.changeState, { processId: definitionId, state })
    await change('suspend')
    expect(await todo()).toEqual([])
    expect((await applicant.get(workSend.calls.list, {})).total).toBe(3)
    await change('active')
    expect(await todo()).toHaveLength(3)
  })
})
