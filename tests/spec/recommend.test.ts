import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { messages } from '#contract/inbox/message.ts'
import { publicRecommend } from '#contract/portal/public-recommend.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { recommend } from '#contract/project/recommend.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, callerFor, openPlatform, type Platform, serve } from '../support/platform.ts'
import { createEnterprise, createStaff } from '../support/scenario.ts'

/** A recommendation through its process, as its recommender, the city and the platform see it. */

type Staff = Caller & { readonly id: string }
const { save, start, removeDraft, detail, page } = recommend.calls

let platform: Platform
let recommender: Staff
let city: Staff
let confirmer: Staff
let other: Staff
let definitionId: string

const project = {
  projectName: '数控机床5G全连接车间',
  projectAddress: '江苏省苏州市工业园区星湖街1号',
  projectCurator: '陈建国',
  positionTitle: '总工程师',
  phone: '13912345678',
  mailbox: 'chen@example.com',
  investmentAmount: 1280.5,
  projectOverview: '建设5G专网，改造三条数控加工产线。',
  demandOverview: '需要边缘计算设备和网络切片。',
}

const recommendProject = async (more: object = {}) =>
  (await recommender.get(save, { ...project, processDefinitionId: definitionId, ...more })).id

const show = (by: Caller, id: string) => by.get(detail, { id })

const taskOf = async (by: Caller, id: string) =>
  (await by.get(workTodo.calls.list, { size: 50 })).records.find(({ businessId }) => businessId === id)

const claim = async (by: Caller, id: string) => {
  const { records } = await by.get(workClaim.calls.list, { size: 50 })
  const taskId = records.find(({ businessId }) => businessId === id)?.taskId ?? ''
  return by.ask(workClaim.calls.claimTask, { taskId })
}

const complete = async (by: Caller, id: string, flag: 'ok' | 'no', comment = '已阅') => {
  const task = await taskOf(by, id)
  const { taskId, processInstanceId } = task ?? {}
  return by.ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment })
}

/** Claims the task of a group and completes it. */
const decide = async (by: Caller, id: string, flag: 'ok' | 'no', comment?: string) => {
  expect((await claim(by, id)).code).toBe(200)
  expect((await complete(by, id, flag, comment)).code).toBe(200)
}

const rowsOf = async (by: Caller) => (await by.get(page, { size: 200 })).records.map(({ id }) => id)

const countAll = async () => {
  const [row] = await run<{ rows: number; instances: number; tasks: number }>(
    platform.db,
    sql`select (select count(*)::int from recommend) as rows, (select count(*)::int from flow_instance) as instances,
      (select count(*)::int from flow_task) as tasks`,
  )
  return row
}

beforeAll(async () => {
  platform = await openPlatform()
  recommender = await createStaff(platform, 'province_miit', '320000')
  other = await createStaff(platform, 'province_ca')
  city = await createStaff(platform, 'city', '320500')
  confirmer = await createStaff(platform, 'platform', '00')
  const { records } = await recommender.get(workStart.calls.list, { mode: 1 })
  definitionId = records.find(({ key }) => key === 'recommend')?.id ?? ''
})

describe('a recommendation', () => {
  test('is reviewed by the city, confirmed by the platform, and then public', async () => {
    const id = await recommendProject()
    const sent = await show(recommender, id)
    expect(sent).toMatchObject({
      ...project,
      recommendState: 'running',
      recommendUser: recommender.id,
      recommendUserName: 'province_miit',
      version: 1,
      year: expect.stringMatching(/^20\d\d$/),
      projectUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      applyTime: expect.any(String),
      qrCode: null,
      recommendTime: null,
      processDefinitionId: definitionId,
      flow: { taskName: '推荐审核', assigneeName: null, processIsFinished: 'unfinished' },
    })
    expect((await platform.visitor.ask(publicRecommend.detail, { id })).code).toBe(404)
    await decide(city, id, 'ok')
    expect((await show(recommender, id)).flow.taskName).toBe('平台确认')
    await decide(confirmer, id, 'ok')
    expect(await show(recommender, id)).toMatchObject({
      recommendState: 'recommended',
      recommendTime: expect.any(String),
      // no PUBLIC_URL: a code on paper would have no host
      qrCode: `/recommend/${id}`,
      flow: { taskName: null, processIsFinished: 'finished' },
    })
    const { platform: named, close } = await serve(platform.databaseUrl, {
      PORT: '0',
      PUBLIC_URL: 'https://5g.example.cn',
    })
    cleanUp(close)
    const { qrCode } = await callerFor(named.url, recommender.token).get(detail, { id })
    expect(qrCode).toBe(`https://5g.example.cn/recommend/${id}`)
    const { projectName, projectAddress, projectOverview, demandOverview } = project
    const open = await platform.visitor.get(publicRecommend.detail, { id })
    expect(open).toMatchObject({ id, projectName, projectAddress, projectOverview, demandOverview })
    const text = JSON.stringify(open)
    for (const personal of [project.phone, project.mailbox, project.projectCurator, recommender.id])
      expect(text).not.toContain(personal)
  })

  test('that is refused goes back to its recommender, who corrects it and sends it again', async () => {
    const id = await recommendProject()
    expect((await recommender.ask(save, { id, ...project })).code).toBe(409)
    await decide(city, id, 'no', '请补充投资金额依据')
    expect((await taskOf(recommender, id))?.taskName).toBe('推荐人修改')
    const stateOf = async () => (await show(recommender, id)).recommendState
    expect(await stateOf()).toBe('returned')
    const waiting = (await recommender.get(myMatters.read)).tasks.records.filter(({ businessId }) => businessId === id)
    expect(waiting).toMatchObject([{ taskName: '推荐人修改', processKey: 'recommend', isOpen: false }])
    expect((await other.ask(save, { id, ...project })).code).toBe(404)
    expect((await confirmer.ask(save, { id, ...project })).code).toBe(403)
    const corrected = { ...project, id, projectOverview: '改造三条产线，投资依据见可研报告。' }
    expect((await recommender.ask(save, corrected)).code).toBe(200)
    expect(await show(recommender, id)).toMatchObject({ projectOverview: corrected.projectOverview, version: 2 })
    await complete(recommender, id, 'ok', '已补充')
    expect(await show(recommender, id)).toMatchObject({
      recommendState: 'running',
      flow: { processIsFinished: 'unfinished' },
    })
    await decide(city, id, 'ok')
    await decide(confirmer, id, 'no', '请核对项目地址')
    expect((await taskOf(recommender, id))?.taskName).toBe('推荐人修改')
    await complete(recommender, id, 'no', '不再推荐')
    expect(await show(recommender, id)).toMatchObject({
      recommendState: 'cancelled',
      qrCode: null,
      flow: { processIsFinished: 'finished' },
    })
    expect((await platform.visitor.ask(publicRecommend.detail, { id })).code).toBe(404)
  })

  test('is announced to those who review it', async () => {
    const id = await recommendProject({ projectName: '港口5G无人集卡' })
    const [message] = (await city.get(messages.list, { size: 1 })).records
    expect(message?.title).toBe('项目推荐“港口5G无人集卡”待您办理：推荐审核')
    expect(message?.link).toContain(id)
  })

  test('cannot be reviewed by the person who made it', async () => {
    const { id } = await confirmer.get(save, { ...project, processDefinitionId: definitionId })
    await decide(city, id, 'ok')
    const { taskId } = (await show(confirmer, id)).flow
    expect((await confirmer.ask(workClaim.calls.claimTask, { taskId })).code).toBe(403)
    expect(
      (await confirmer.get(workClaim.calls.list, { size: 50 })).records.map((row) => row.businessId),
    ).not.toContain(id)
    await decide(await createStaff(platform, 'platform'), id, 'ok')
    expect((await show(confirmer, id)).recommendState).toBe('recommended')
  })

  test('without a process is a draft, which its recommender sends later', async () => {
    const { id } = await recommender.get(save, project)
    expect(await show(recommender, id)).toMatchObject({
      recommendState: 'draft',
      applyTime: null,
      processInstanceId: null,
      flow: { taskId: null, processIsFinished: 'finished' },
    })
    expect((await other.ask(start, { id })).code).toBe(404)
    expect((await confirmer.ask(start, { id })).code).toBe(403)
    await recommender.get(save, { ...project, id, projectName: '改过的名称' })
    await recommender.get(start, { id })
    expect(await show(recommender, id)).toMatchObject({ projectName: '改过的名称', recommendState: 'running' })
    expect((await recommender.ask(start, { id })).code).toBe(409)
    await decide(city, id, 'ok')
  })

  test('may be an incomplete draft until it is sent, and its owner can remove it', async () => {
    const { id } = await recommender.get(save, { projectName: '先记一笔', phone: '（010）1234 5678 转 801' })
    expect(await show(recommender, id)).toMatchObject({ projectAddress: null, phone: '010-12345678-801' })
    const early = await recommender.ask(start, { id })
    expect(early.code).toBe(400)
    expect(early.msg).toMatch(/^草稿尚未填写完整或填写有误：请输入项目地址；请输入项目负责人/)
    expect(early.faults.map(({ at }) => at)).toEqual(['projectAddress', 'projectCurator', 'projectOverview'])
    expect((await other.ask(removeDraft, { id })).code).toBe(404)
    expect((await confirmer.ask(removeDraft, { id })).code).toBe(403)
    expect((await recommender.ask(removeDraft, { id })).code).toBe(200)
    expect((await recommender.ask(detail, { id })).code).toBe(404)
    const sent = await recommendProject()
    expect((await recommender.ask(removeDraft, { id: sent })).code).toBe(409)
    await decide(city, sent, 'no')
    // what was returned stays complete
    expect((await recommender.ask(save, { ...project, id: sent, projectAddress: '' })).faults[0]?.at).toBe(
      'projectAddress',
    )
    await complete(recommender, sent, 'no', '')
  })

  test('may be a draft with anything in its texts, which is right when it is sent', async () => {
    const typed = { phone: '１３９ 待确认', mailbox: 'chen@', year: '今年', projectCurator: '陈'.repeat(40) }
    const { id } = await recommender.get(save, { ...project, ...typed })
    expect(await show(recommender, id)).toMatchObject(typed)
    const at = ['projectCurator', 'phone', 'mailbox', 'year']
    const faultsOf = ({ faults }: { faults: readonly { at: string }[] }) => faults.map((fault) => fault.at)
    expect(faultsOf(await recommender.ask(start, { id }))).toEqual(at)
    const direct = await recommender.ask(save, { ...project, ...typed, id, processDefinitionId: definitionId })
    expect([direct.code, faultsOf(direct)]).toEqual([400, at])
    expect((await show(recommender, id)).recommendState).toBe('draft')
    expect(faultsOf(await recommender.ask(save, { id, investmentAmount: '约一千万' as never }))).toEqual([
      'investmentAmount',
    ])
    await recommender.get(save, { ...project, id, phone: '１３９-１２３４-５６７８', year: '2026' })
    expect((await show(recommender, id)).phone).toBe('13912345678')
    await recommender.get(start, { id })
    await decide(city, id, 'no')
    // what was returned obeys the rules
    expect(faultsOf(await recommender.ask(save, { ...project, id, phone: '123' }))).toEqual(['phone'])
    await complete(recommender, id, 'no', '')
  })

  test('is visible to its recommender, the platform and those who handle a task of it', async () => {
    const id = await recommendProject()
    expect(await rowsOf(recommender)).toContain(id)
    expect(await rowsOf(confirmer)).toContain(id)
    expect(await rowsOf(other)).toEqual([])
    expect((await other.ask(detail, { id })).code).toBe(404)
    expect((await city.ask(detail, { id })).code).toBe(200)
    expect((await city.ask(page, {})).code).toBe(403)
    const enterprise = await createEnterprise(platform)
    expect((await enterprise.ask(detail, { id })).code).toBe(404)
    expect((await enterprise.ask(save, project)).code).toBe(403)
    expect((await platform.visitor.ask(detail, { id })).code).toBe(401)
    await decide(city, id, 'no')
    expect((await city.ask(detail, { id })).code).toBe(200)
    expect((await recommender.ask(detail, { id: '1' })).code).toBe(404)
  })

  test('of an operator is reviewed like the others', async () => {
    const operator = await createEnterprise(platform, { type: 2 })
    const { id } = await operator.get(save, { ...project, processDefinitionId: definitionId })
    await decide(city, id, 'no')
    expect((await complete(operator, id, 'no', '取消')).code).toBe(200)
    expect((await show(operator, id)).recommendState).toBe('cancelled')
  })
})

describe('bad input', () => {
  test('names the field and stores nothing', async () => {
    const before = await countAll()
    const faultsOf = async (more: object) =>
      (await recommender.ask(save, { ...project, processDefinitionId: definitionId, ...more })).faults
    expect(await faultsOf({ projectName: '' })).toEqual([{ at: 'projectName', msg: '请输入项目名称' }])
    expect((await faultsOf({ phone: '123' }))[0]).toMatchObject({
      at: 'phone',
      msg: expect.stringContaining('带区号的固定电话'),
    })
    expect(await faultsOf({ mailbox: 'chen@' })).toEqual([{ at: 'mailbox', msg: '邮箱格式不正确' }])
    expect((await faultsOf({ demandOverview: '需'.repeat(1001) }))[0]?.at).toBe('demandOverview')
    expect((await faultsOf({ projectOverview: '概'.repeat(1501) }))[0]?.at).toBe('projectOverview')
    expect((await faultsOf({ investmentAmount: -1 }))[0]?.at).toBe('investmentAmount')
    expect((await recommender.ask(save, {})).faults).toEqual([
      { at: 'projectName', msg: '请至少填写一项内容再保存草稿' },
    ])
    const empty = { processDefinitionId: definitionId, year: '2026', positionTitle: '主任' }
    expect((await recommender.ask(save, empty)).faults.map(({ at }) => at)).toEqual([
      'projectName',
      'projectAddress',
      'projectCurator',
      'phone',
      'projectOverview',
    ])
    expect(await countAll()).toEqual(before)
  })

  test('a bad process definition leaves no row, no instance and no task', async () => {
    const before = await countAll()
    const { records } = await recommender.get(workStart.calls.list, { mode: 1 })
    const leaveDefinition = records.find(({ key }) => key === leave.name)?.id
    for (const [processDefinitionId, code] of [
      ['1', 404],
      ['不存在', 400],
      [leaveDefinition, 400],
    ] as const)
      expect([processDefinitionId, (await recommender.ask(save, { ...project, processDefinitionId })).code]).toEqual([
        processDefinitionId,
        code,
      ])
    expect(await countAll()).toEqual(before)
  })

  test('values that the server sets are ignored', async () => {
    const forged = { recommendState: 'recommended', qrCode: 'https://example.com', version: 9, createUser: '1' }
    const { id } = await recommender.get(save, { ...project, ...forged })
    expect(await show(recommender, id)).toMatchObject({ recommendState: 'draft', qrCode: null, version: 1 })
  })
})

describe('the reviewer whom a recommendation names', () => {
  test('is somebody who may handle it and sees it, or nothing is sent', async () => {
    const elsewhere = await createStaff(platform, 'city', '110100')
    const { account } = await createEnterprise(platform)
    const [enterprise] = await run<{ id: string }>(
      platform.db,
      sql`select id::text from "user" where account = ${account}`,
    )
    for (const [taskUser, words] of [
      ['999999999999999999', '请选择可以登录的办理人'],
      [recommender.id, '该人员不得办理此任务'],
      [elsewhere.id, '该事项不在该人员的数据范围内'],
      [enterprise?.id ?? '', '没有办理此任务的权限'],
    ] as const) {
      const before = await countAll()
      const answer = await recommender.ask(save, { ...project, processDefinitionId: definitionId, taskUser })
      expect([answer.code, answer.faults]).toEqual([400, [{ at: 'taskUser', msg: expect.stringContaining(words) }]])
      expect(await countAll()).toEqual(before)
    }
    expect((await show(recommender, await recommendProject({ taskUser: city.id }))).taskUser).toBe(city.id)
  })
})

describe('the number of a project', () => {
  test('sent twice is one recommendation: the same content gets the first again, other content is refused', async () => {
    const projectUuid = 'f3b0c5a2-6f0e-4c1b-9d3a-1f2e3d4c5b6a'
    const input = { ...project, projectUuid }
    const before = await countAll()
    const draft = await recommender.get(save, input)
    expect(await recommender.get(save, { ...input, investmentAmount: '1280.50' as never })).toEqual(draft)
    const start = { ...input, processDefinitionId: definitionId }
    const answers = await Promise.all([1, 2, 3].map(() => recommender.ask(save, start)))
    expect(answers.map(({ code, data }) => [code, data])).toEqual([1, 2, 3].map(() => [200, draft]))
    const after = await countAll()
    expect([Number(after?.rows) - Number(before?.rows), Number(after?.instances) - Number(before?.instances)]).toEqual([
      1, 1,
    ])
    const changed = await recommender.ask(save, { ...start, projectName: '另一个项目' })
    expect([changed.code, changed.data]).toEqual([409, null])
    // whoever it belongs to, and whether the content is the same, is not said
    for (const content of [start, { ...start, projectName: '另一个项目' }]) {
      const foreign = await other.ask(save, content)
      expect([foreign.code, foreign.msg, foreign.data]).toEqual([409, changed.msg, null])
    }
    const own = await other.get(save, { projectName: '自己的项目' })
    expect((await other.ask(save, { id: own.id, projectUuid })).code).toBe(409)
    expect((await show(other, own.id)).projectUuid).not.toBe(projectUuid)
    expect(await countAll()).toEqual({ ...after, rows: Number(after?.rows) + 1 })
  })
})
