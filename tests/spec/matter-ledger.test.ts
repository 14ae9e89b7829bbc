import { beforeAll, describe, expect, test } from 'vitest'
import { generalMatter } from '#contract/desk/general-matter.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { matterForm } from '#contract/flow/matter-form.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { languageHeader } from '#contract/language-header.ts'
import { audit } from '#contract/log/audit.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { matterLedger } from '#contract/work/matter-ledger.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { deployDefinition } from '../support/definitions.ts'
import { fewestQueries } from '../support/fewest-queries.ts'
import { addForm, sealFields, sealProcess, startMatter } from '../support/general-matters.ts'
import { exportRows, rowsOf, startExport, waitForJob } from '../support/jobs.ts'
import type { Caller, Platform } from '../support/platform.ts'
import { createRole } from '../support/roles.ts'
import { createEnterprise, createStaff } from '../support/scenario.ts'
import { completeFirstLogin, createTenant, openTenantPlatform } from '../support/tenants.ts'
import { download, uploaderFor } from '../support/uploads.ts'

/** The list of all matters that a person reads, and who that is (docs/decisions/0162). */

type Person = Caller & { id: string; account: string }

let platform: Platform
let admin: Caller
let [starter, approver, stranger, reader] = [] as unknown as [Person, Person, Person, Person]
let readerRole: string
let form: Awaited<ReturnType<typeof addForm>>
let otherForm: typeof form
let definitionId: string
let paper: string
let id: string

const codes = ['work', 'matter_ledger', 'matter_ledger_export']
const content = { reason: '采购合同', seal: '合同章', copies: 2 }
const start = (title: string, more: object = {}, definition = definitionId) =>
  startMatter(starter, definition, { title, taskUser: approver.id, ...content, ...more })
const change = (more: object) => admin.ask(matterForm.calls.submit, { id: form.id, ...more } as never)
const complete = async (by: Caller, businessId: string, flag = 'ok') => {
  const tasks = (await by.get(workTodo.calls.list, { size: 50 })).records
  const { taskId, processInstanceId } = tasks.find((row) => row.businessId === businessId) ?? {}
  return by.ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment: '已阅' } as never)
}

beforeAll(async () => {
  ;({ platform, admin } = await openTenantPlatform())
  starter = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  stranger = await createStaff(platform, 'province_ca')
  readerRole = await createRole(platform, admin, 'seal.reader', { codes })
  reader = await createStaff(platform, 'seal.reader')
  form = await addForm(admin, '用印申请', 'city')
  otherForm = await addForm(admin, '外出报备', 'city')
  definitionId = await deployDefinition(admin, 'seal', sealProcess('seal'), { category: `flow_${form.categoryKey}` })
  const category = { category: `flow_${otherForm.categoryKey}` }
  const otherDefinition = await deployDefinition(admin, 'trip', sealProcess('trip'), category)
  paper = (await uploaderFor(starter)('合同.pdf', pdfOf('合同'))).data.attachId
  id = await start('采购合同用印', { clerk: approver.id, papers: paper, copies: 1234567.25 })
  await start('外出三天', {}, otherDefinition)
})

const titles = async (by: Caller, input: object = {}) =>
  (await by.get(matterLedger.calls.list, { size: 50, ascs: 'id', ...input })).records.map(({ title }) => title)

/** What somebody reads of the first matter, place by place: how often it is there, or the status of the answer. */
const readsOf = async (by: Caller) => {
  const count = async (input: object) => (await titles(by, input)).filter((title) => title === '采购合同用印').length
  const { processInstanceId } = await platform.db
    .selectFrom('generalMatter')
    .select('processInstanceId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sheet = await by.raw('GET', `${exportCallsOf(matterLedger).direct.path}?keyword=${encodeURIComponent('合同')}`)
  const exported = await rowsOf(Buffer.from(await sheet.arrayBuffer()))
  return {
    list: await count({}),
    search: await count({ keyword: '采购' }),
    export: exported.filter((row) => row.标题 === '采购合同用印').length,
    page: (await by.ask(generalMatter.calls.show, { businessId: id })).status,
    history: (await by.ask(flowProcess.modelView, { processInstanceId: String(processInstanceId) })).status,
    file: (await download(by, paper)).status,
    print: (await by.raw('GET', `${generalMatter.calls.paper.path}?businessId=${id}`)).status,
  }
}
const all = { list: 1, search: 1, export: 1, page: 200, history: 200, file: 200, print: 200 }
const nothing = { list: 0, search: 0, export: 0, page: 403, history: 403, file: 404, print: 403 }

describe('who reads a matter', () => {
  test('whoever started it and whoever handles it; a stranger nothing, and nobody by a field that names them', async () => {
    expect([await readsOf(starter), await readsOf(approver)]).toEqual([all, all])
    expect([await readsOf(stranger), await readsOf(reader)]).toEqual([nothing, nothing])
  })

  test('whoever has handled it', async () => {
    const once = await start('已办结的用印')
    await complete(approver, once)
    expect(await titles(approver)).toContain('已办结的用印')
    const [row] = (await approver.get(matterLedger.calls.list, { title_equal: '已办结的用印' })).records
    expect(row).toMatchObject({ matterState: 'approved', taskName: null, endTime: expect.any(String) })
  })

  test('a role that the form names, all of its matters and no others, until it is taken away', async () => {
    expect((await change({ readRoles: readerRole })).success).toBe(true)
    expect(await readsOf(reader)).toEqual(all)
    expect(await titles(reader)).toEqual(['采购合同用印', '已办结的用印'])
    expect(await titles(reader, { categoryKey: otherForm.categoryKey })).toEqual([])
    expect(await readsOf(stranger)).toEqual(nothing)
    await change({ readRoles: '' })
    expect(await readsOf(reader)).toEqual(nothing)
    await change({ readRoles: readerRole })
    await admin.get(user.calls.update, {
      id: reader.id,
      roleId: await createRole(platform, admin, 'no.reader', { codes }),
    })
    expect(await readsOf(reader)).toEqual(nothing)
    await admin.get(user.calls.update, { id: reader.id, roleId: readerRole })
    expect(await readsOf(reader)).toEqual(all)
  })

  test('such a role acts on nothing', async () => {
    const { flow } = await reader.get(generalMatter.calls.show, { businessId: id })
    const { overview } = await reader.get(flowProcess.modelView, { processInstanceId: String(flow.processInstanceId) })
    expect(overview).toMatchObject({ canWithdraw: false, canRemind: false })
    const can = overview?.tasks.flatMap((task) => Object.entries(task)).filter(([name]) => /^(can|isMine)/.test(name))
    expect(can?.filter(([, value]) => value)).toEqual([])
    const decision = { taskId: flow.taskId, processInstanceId: flow.processInstanceId, flag: 'ok', comment: '好' }
    const correction = { id, title: '改', content: JSON.stringify(content) }
    expect((await reader.ask(workTodo.calls.completeTask, decision as never)).success).toBe(false)
    expect((await reader.ask(generalMatter.calls.correct, correction)).success).toBe(false)
    expect((await reader.get(generalMatter.calls.show, { businessId: id })).matterState).toBe('running')
  })

  test('no enterprise, also with a role that the form names', async () => {
    const enterprise = await createEnterprise(platform)
    const { id: enterpriseId } = await platform.db
      .selectFrom('user')
      .select('id')
      .where('account', '=', enterprise.account)
      .executeTakeFirstOrThrow()
    await sql`update "user" set role_id = role_id || ${readerRole}::bigint, update_time = now()
      where id = ${enterpriseId}`.execute(platform.db)
    expect(await titles(enterprise)).toEqual([])
    expect((await enterprise.ask(generalMatter.calls.show, { businessId: id })).status).toBe(403)
  })

  test('no role of another tenant: it cannot be named, and reads nothing if it were', async () => {
    const tenant = await createTenant(platform)
    const { id: foreign } = await tenant.admin.get(role.calls.submit, { roleName: '外单位', roleAlias: 'out', sort: 9 })
    const account = { account: 'outside', name: '外单位', realName: '外单位', roleId: foreign }
    const { initialPassword } = await tenant.admin.get(user.calls.submit, account)
    const outsider = await completeFirstLogin(platform, tenant.tenantId, 'outside', String(initialPassword))
    expect((await change({ readRoles: foreign })).faults).toMatchObject([{ at: 'readRoles' }])
    await sql`update matter_form set read_roles = read_roles || ${foreign}::bigint, update_time = now()
      where id = ${form.id}`.execute(platform.db)
    expect((await outsider.ask(generalMatter.calls.show, { businessId: id })).status).toBe(404)
    expect((await outsider.ask(matterLedger.calls.list, {})).status).toBe(403)
    expect((await tenant.admin.ask(matterLedger.calls.list, {})).data?.records ?? []).toEqual([])
    expect((await download(outsider, paper)).status).toBe(404)
    await change({ readRoles: readerRole })
  })

  test('a role is not removed while a form names it, as one that may start', async () => {
    const unused = await createRole(platform, admin, 'named.reader')
    await change({ readRoles: unused })
    expect((await admin.ask(role.calls.remove, { ids: unused })).msg).toContain('仍在使用：事项表单 1 条')
    await change({ readRoles: readerRole })
    expect((await admin.ask(role.calls.remove, { ids: unused })).success).toBe(true)
  })
})

describe('the list', () => {
  const find = async (input: object) => titles(starter, input)

  test('says where each matter is, and in the language of its reader', async () => {
    const [row] = (await reader.get(matterLedger.calls.list, { keyword: '采购合同' })).records
    expect(row).toMatchObject({
      categoryKeyName: '用印申请',
      starterName: 'city',
      matterState: 'running',
      taskName: expect.stringContaining('审'),
      applyTime: expect.any(String),
      endTime: null,
    })
  })

  test('is searched by title, and restricted by form, state and time', async () => {
    expect(await find({ keyword: '外出' })).toEqual(['外出三天'])
    expect(await find({ categoryKey: otherForm.categoryKey })).toEqual(['外出三天'])
    expect(await find({ matterState: 'approved' })).toEqual(['已办结的用印'])
    expect(await find({ applyTime_ge: '2099-01-01 00:00:00' })).toEqual([])
    expect(await find({ endTime_notnull: 1 })).toEqual(['已办结的用印'])
  })

  test('asks for as much, however many matters it has', async () => {
    const about = /general_matter|matter_|flow_|"user"|dept/
    const queries = (size: number) => fewestQueries(() => titles(starter, { size }), about)
    const one = await queries(1)
    expect([await queries(50), one <= 3]).toEqual([one, true])
  })
})

describe('an export of one form', () => {
  const ofForm = () => ({ categoryKey: String(form.categoryKey) })

  test('has a column for each field of all versions, with texts, exact amounts, and names of people and files', async () => {
    const fields = [
      { fieldName: '用印说明', kind: 'text', isRequired: 1, code: 'reason' },
      ...sealFields.slice(1, 3),
      { fieldName: '地点', kind: 'text', isRequired: 0, code: 'place' },
      { fieldName: '合同金额', kind: 'money', isRequired: 0, code: 'amount' },
    ]
    expect((await change({ fields })).success).toBe(true)
    await start('新表单的用印', { amount: 9007199254.1, place: '苏州' })
    const [first, , newest] = await exportRows(reader, matterLedger, { ...ofForm(), ascs: 'id' })
    expect(first).toMatchObject({
      ...{ 标题: '采购合同用印', 发起人: 'city', 用印说明: '采购合同', 印章: '合同章', 份数: '1234567.25' },
      ...{ 经手人: 'province_miit', 用印文件: '合同.pdf', 地点: '', '合同金额（元）': '' },
    })
    expect(newest).toMatchObject({ 标题: '新表单的用印', 地点: '苏州', '合同金额（元）': '9007199254.10', 经手人: '' })
    expect(Object.keys(first ?? {}).slice(-7)).toEqual([
      '用印说明',
      '印章',
      '份数',
      '地点',
      '合同金额（元）',
      '经手人',
      '用印文件',
    ])
  })

  test('tells fields of one name apart, and has none for several forms or for who reads no matter of it', async () => {
    const again = [...sealFields.slice(0, 3), { fieldName: '经手人', kind: 'person', isRequired: 0, code: 'agent' }]
    await change({ fields: again })
    const heads = async (by: Caller, list: object) => {
      const { path } = exportCallsOf(matterLedger).direct
      const query = new URLSearchParams({ format: 'csv', ...list } as Record<string, string>)
      return (await (await by.raw('GET', `${path}?${query}`)).text()).split('\n')[0]
    }
    expect(await heads(reader, ofForm())).toMatch(/经手人（agent）.*经手人（clerk）/)
    expect(await heads(reader, {})).not.toContain('份数')
    expect(await heads(stranger, ofForm())).not.toContain('份数')
    expect(await heads(reader, { categoryKey: String(otherForm.categoryKey) })).not.toContain('份数')
  })

  test('is in the audit, and its file is closed once its owner reads less', async () => {
    const job = await startExport(reader, matterLedger, ofForm())
    await waitForJob(reader, job)
    const file = () => reader.raw('GET', `${backgroundJob.calls.download.path}?id=${job}`)
    expect((await file()).status).toBe(200)
    const { records } = await admin.get(audit.calls.list, { entity: 'matterLedger', size: 1, descs: 'id' })
    expect(records[0]).toMatchObject({ verb: 'export', createUser: reader.id })
    await change({ readRoles: '' })
    expect((await file()).status).toBe(403)
    await change({ readRoles: readerRole })
    expect((await file()).status).toBe(200)
  })

  test('asks for as much, however many rows a chunk has', async () => {
    const { path } = exportCallsOf(matterLedger).direct
    const about = /general_matter|matter_|attach|"user"/
    const queries = (more: string) =>
      fewestQueries(() => starter.raw('GET', `${path}?categoryKey=${form.categoryKey}${more}`), about)
    const few = await queries('&title_equal=采购合同用印')
    expect([await queries(''), few <= 9]).toEqual([few, true])
  })

  test('is in English for an English reader', async () => {
    const { path } = exportCallsOf(matterLedger).direct
    const headers = { [languageHeader]: 'en' }
    const answer = await reader.raw('GET', `${path}?format=csv&categoryKey=${form.categoryKey}`, { headers })
    expect(await answer.text()).toMatch(/Ledger|Started by.*用印事由/s)
  })
})
