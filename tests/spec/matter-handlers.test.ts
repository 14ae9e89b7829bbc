import { beforeAll, describe, expect, test, vi } from 'vitest'
import { generalMatter } from '#contract/desk/general-matter.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { fireTimersOf } from '#server/flow/timers.ts'
import { deployDefinition } from '../support/definitions.ts'
import { addForm } from '../support/general-matters.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { expression } from '../support/process-files.ts'
import { createStaff } from '../support/scenario.ts'

/** Who handles a general matter, whatever its process says: never its starter, and always somebody (docs/decisions/0162). */

let platform: Platform
let admin: Caller
let starter: Caller & { id: string }
let approver: Caller & { id: string }
let form: Awaited<ReturnType<typeof addForm>>

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  starter = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  form = await addForm(admin, '用印申请', 'city')
})

const content = { reason: '采购合同', seal: '合同章', copies: 2 }
const show = (by: Caller, businessId: string) => by.get(generalMatter.calls.show, { businessId })
const stateOf = async (id: string) => (await show(starter, id)).matterState
const complete = async (by: Caller, businessId: string, flag: string) => {
  const tasks = (await by.get(workTodo.calls.list, { size: 50 })).records
  const { taskId, processInstanceId } = tasks.find((row) => row.businessId === businessId) ?? {}
  return by.ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment: '已阅' } as never)
}

describe('who handles a matter', () => {
  const drawn = (key: string, elements: string, flows: readonly (readonly [string, string])[]) => `<definitions
    xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://flowable.org/bpmn">
    <process id="${key}" name="${key}"><startEvent id="start" />${elements}<endEvent id="end" />${flows
      .map(([from, to]) => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}" />`)
      .join('')}</process></definitions>`
  const deploy = (key: string, xml: string) =>
    deployDefinition(admin, key, xml, { category: `flow_${form.categoryKey}` })
  const straight = [
    ['start', 'task'],
    ['task', 'end'],
  ] as const
  const ask = (by: Caller, processDefinitionId: string, more: object = {}) =>
    by.ask(generalMatter.calls.startProcess, {
      processDefinitionId,
      title: '办理人',
      content: JSON.stringify({ ...content, ...more }),
    })
  const latestOf = async (by: Caller) => (await by.get(generalMatter.calls.list, { size: 1, descs: 'id' })).records[0]
  const idOf = async (by: Caller) => String((await latestOf(by))?.id)

  test('is never its starter, also as one of a role, and by no text that names them', async () => {
    const byRole = await deploy(
      'by_role',
      drawn('by_role', '<userTask id="task" flowable:candidateGroups="city" />', straight),
    )
    expect((await ask(starter, byRole)).success).toBe(true)
    const id = await idOf(starter)
    const { rows } = await sql<{
      id: string
    }>`select id::text from flow_task order by flow_task.id desc limit 1`.execute(platform.db)
    expect((await starter.ask(workClaim.calls.claimTask, { taskId: String(rows[0]?.id) })).status).toBe(403)
    const claimable = async (by: Caller) =>
      (await by.get(workClaim.calls.list, { size: 50 })).records.some(({ businessId }) => businessId === id)
    expect([await claimable(starter), await claimable(await createStaff(platform, 'city'))]).toEqual([false, true])
    const byText = await deploy(
      'by_text',
      drawn('by_text', `<userTask id="task" flowable:assignee="${expression('reason')}" />`, straight),
    )
    const faultsOf = async (reason: string) => (await ask(starter, byText, { reason })).faults.map(({ at }) => at)
    expect([await faultsOf(starter.id), await faultsOf('采购合同')]).toEqual([['reason'], ['reason']])
  })

  test('is somebody: a person whom a task needs is not left out, unless the process passes it by', async () => {
    const needed = await deploy(
      'needed',
      drawn('needed', `<userTask id="task" flowable:assignee="${expression('clerk')}" />`, straight),
    )
    expect((await ask(starter, needed, { clerk: null })).faults.map(({ at }) => at)).toEqual(['clerk'])
  })

  test('is who the newest version says: an older one starts nothing', async () => {
    const xml = drawn('renewed', '<userTask id="task" flowable:candidateGroups="boss" />', straight)
    const older = await deploy('renewed', xml)
    await deploy('renewed', xml.replace('candidateGroups="boss"', 'candidateGroups="province_miit"'))
    const refused = await ask(starter, older)
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('已有新版本')])
  })

  test('after an approval a task of the starter is no return: nothing is changed any more', async () => {
    const elements = `<userTask id="task" flowable:assignee="${expression('clerk')}" />
      <userTask id="collect" flowable:assignee="${expression('createUser')}" />`
    const flows = [
      ['start', 'task'],
      ['task', 'collect'],
      ['collect', 'end'],
    ] as const
    const definition = await deploy('by_collector', drawn('by_collector', elements, flows))
    await ask(starter, definition, { clerk: approver.id })
    const id = await idOf(starter)
    await complete(approver, id, 'ok')
    expect(await stateOf(id)).toBe('running')
    const changed = { id, title: '办理人', content: JSON.stringify({ ...content, copies: 400 }) }
    expect((await starter.ask(generalMatter.calls.correct, changed)).status).toBe(409)
    await complete(starter, id, 'ok')
    expect(await show(starter, id)).toMatchObject({ matterState: 'approved', content: { copies: 2 } })
  })

  test('nobody agrees by letting the time run out', async () => {
    const elements = `<userTask id="task" flowable:assignee="${expression('clerk')}" />
      <boundaryEvent id="late" attachedToRef="task"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>`
    const definition = await deploy('by_time', drawn('by_time', elements, [...straight, ['late', 'end']]))
    await ask(starter, definition, { clerk: approver.id })
    const { id, processInstanceId } = (await latestOf(starter)) ?? {}
    await sql`update flow_timer set due_time = now() where instance_id = ${processInstanceId}`.execute(platform.db)
    // the engine keeps the time itself, by the clock of the server
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    await fireTimersOf(platform.app, String(processInstanceId)).finally(() => vi.useRealTimers())
    expect(await stateOf(String(id))).toBe('ended')
  })
})
