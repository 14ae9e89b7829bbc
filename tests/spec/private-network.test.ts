import { beforeAll, describe, expect, test } from 'vitest'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import { user } from '#contract/system/user.ts'
import { rowsOf } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  creditCode,
  documents,
  type Enterprise,
  openWindow,
  saveDeclaration,
  suzhou,
  userIdOf,
} from '../support/scenario.ts'

const { list, detail, submit, remove, removed, restore } = privateNetwork.calls

let platform: Platform
let admin: Caller
let company: Enterprise
let other: Enterprise
/** Branches of 中国移动 (1) in Suzhou and in Zhejiang. */
let branch: Enterprise
let distant: Enterprise
let officer: Caller
let draft = ''

/** A network of the company in Suzhou; the name of the organisation is not that of the register. */
const network = (more: DraftPart = {}): DraftPart => ({
  networkName: '澄川一号专网',
  commpanyName: '任意名称',
  organizationCode: company.organizationCode,
  operator: 1,
  networkMode: 3,
  province: '320000',
  city: suzhou,
  ...more,
})
const save = (person: Caller, more: DraftPart = {}) => person.ask(submit, network(more) as never)
const add = async (person: Caller, more: DraftPart = {}): Promise<string> =>
  (await person.get(submit, network(more) as never)).id
const read = (person: Caller, id: string) => person.get(detail, { id })
const idsFor = async (person: Caller) => (await person.get(list, { size: 200 })).records.map(({ id }) => id)
const atField = (at: string, msg: string) => ({ status: 400, msg, faults: [{ at, msg }] })

const createBranch = async (unitName: string, region: string) => {
  const account = await createEnterprise(platform, { type: 2, unitName })
  await admin.get(user.calls.update, { id: await userIdOf(admin, account.account), operator: 1, region })
  return account
}

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await openWindow(admin)
  company = await createEnterprise(platform)
  other = await createEnterprise(platform)
  branch = await createBranch('中国移动苏州分公司', suzhou)
  distant = await createBranch('中国移动浙江公司', '330000')
  officer = await createStaff(platform, 'city', suzhou)
  draft = await saveDeclaration(company, documents(company, 7))
})

describe('who registers which networks', () => {
  test('an enterprise its own, whatever owner the body names', async () => {
    const id = await add(company, { organizationCode: other.organizationCode, operator: 2 })
    expect(await read(company, id)).toMatchObject({
      organizationCode: company.organizationCode,
      commpanyName: company.unitName,
      operator: 2,
    })
    await company.get(submit, { id, organizationCode: other.organizationCode, networkName: '改名' })
    expect(await read(company, id)).toMatchObject({ organizationCode: company.organizationCode, networkName: '改名' })
    await company.get(remove, { ids: id })
  })

  test('a branch those of its operator and region, of registered organisations', async () => {
    const id = await add(branch)
    expect((await read(branch, id)).commpanyName).toBe(company.unitName)
    expect(await save(branch, { operator: 2 })).toMatchObject(atField('operator', '只能登记本运营商的专网'))
    expect(await save(branch, { city: '320100' })).toMatchObject(atField('city', '只能登记本地区的专网'))
    expect(await save(distant)).toMatchObject(atField('city', '只能登记本地区的专网'))
    const unregistered = { organizationCode: creditCode(900_100) }
    const refusal = atField('organizationCode', '该单位尚未在平台注册，请联系平台管理员登记')
    expect(await save(branch, unregistered)).toMatchObject(refusal)
    expect(await branch.ask(submit, { id, operator: 2 })).toMatchObject(atField('operator', '只能登记本运营商的专网'))
    expect(await branch.ask(submit, { id, city: '330100', province: '330000' })).toMatchObject({ status: 400 })
    await branch.get(submit, { id, slices: 4 })
    expect(await read(company, id)).toMatchObject({ slices: 4, networkName: '澄川一号专网' })
    await branch.get(remove, { ids: id })
  })

  test('the platform all, with the name of the register where there is one', async () => {
    const id = await add(admin, { organizationCode: creditCode(900_101), commpanyName: '未注册企业' })
    expect((await read(admin, id)).commpanyName).toBe('未注册企业')
    await admin.get(submit, { id, organizationCode: company.organizationCode })
    expect((await read(admin, id)).commpanyName).toBe(company.unitName)
    await admin.get(remove, { ids: id })
  })

  test('nobody without the permission, and in no other city than one of the province', async () => {
    expect((await save(officer)).status).toBe(403)
    expect(await save(admin, { province: '330000' })).toMatchObject(atField('city', '城市不在所选省份内'))
  })
})

describe('who sees which networks', () => {
  test('its organisation, its operator in its region, officers of its region, and the platform', async () => {
    const id = await add(admin, { networkName: '范围内外' })
    for (const [person, sees] of [
      [company, true],
      [branch, true],
      [officer, true],
      [admin, true],
      [other, false],
      [distant, false],
    ] as const) {
      expect((await idsFor(person)).includes(id)).toBe(sees)
      expect((await person.ask(detail, { id })).status).toBe(sees ? 200 : 404)
    }
    for (const person of [other, distant]) {
      expect((await person.ask(submit, { id, networkName: '被改' })).status).toBe(404)
      expect((await person.ask(remove, { ids: id })).status).toBe(404)
    }
    await admin.get(submit, { id, operator: 2 })
    expect((await branch.ask(detail, { id })).status).toBe(404)
    await admin.get(remove, { ids: id })
  })
})

describe('a contract number', () => {
  const repeated = atField('contractNo', '合同编号已存在')

  test('is used once for an organisation, however it is written', async () => {
    const id = await add(company, { contractNo: 'HT-2026-01' })
    expect(await save(company, { contractNo: 'ht-2026-01' })).toMatchObject(repeated)
    const answer = await save(branch, { contractNo: 'ＨＴ-2026-01' })
    expect(answer).toMatchObject(repeated)
    expect(JSON.stringify(answer.body)).not.toContain(id)
    const [another, second] = [await add(other, { contractNo: 'HT-2026-01' }), await add(company)]
    expect(await company.ask(submit, { id: second, contractNo: 'HT-2026-01' })).toMatchObject(repeated)
    await add(company)
    await admin.get(remove, { ids: another })
    await company.get(remove, { ids: id })
    await company.get(submit, { id: second, contractNo: 'HT-2026-01' })
    expect((await company.get(removed, {})).records.map((row) => row.id)).toContain(id)
    expect(await company.ask(restore, { ids: id })).toMatchObject({ status: 400, msg: '合同编号已存在' })
    await company.get(submit, { id: second, contractNo: '' })
    await company.get(restore, { ids: id })
    expect(await read(company, id)).toMatchObject({ contractNo: 'HT-2026-01' })
  })
})

describe('the declaration of a network', () => {
  test('is one that the writer sees, of the same organisation', async () => {
    const absent = atField('pid', '所选申报不存在或您无权查看')
    expect(await save(other, { pid: draft })).toMatchObject(absent)
    // a draft is not open to the operator
    expect(await save(branch, { pid: draft })).toMatchObject(absent)
    const foreign = await save(admin, { pid: draft, organizationCode: other.organizationCode })
    expect(foreign).toMatchObject(atField('pid', '所选申报不属于该单位'))
    const id = await add(company, { pid: draft })
    const move = await admin.ask(submit, { id, organizationCode: other.organizationCode })
    expect(move).toMatchObject(atField('pid', '所选申报不属于该单位'))
  })

  test('has its name only where the reader sees it, and stays when somebody else changes the network', async () => {
    const id = await add(company, { pid: draft })
    const { projectName } = await company.get(declaration.calls.detail, { id: draft })
    expect(await read(company, id)).toMatchObject({ pid: draft, pidName: projectName })
    await branch.get(submit, { id, pid: draft, slices: 2 })
    expect(await read(branch, id)).toMatchObject({ pid: draft, pidName: null, slices: 2 })
    const { records } = await branch.get(list, { id_equal: id })
    expect(records).toMatchObject([{ pid: draft, pidName: null }])
  })
})

describe('a declaration', () => {
  const facilities = partsWithCalls.find(({ code }) => code === 'facilities') as (typeof partsWithCalls)[number]

  test('is offered the networks of its company, with the values that they fill in', async () => {
    await add(other, { networkName: '他人专网' })
    const networkName = '可选专网'
    const id = await add(company, { networkName, macroSites: 3, contractNo: 'ZW-9' })
    const { privateNetworks } = await company.get(declaration.calls.getText, {})
    expect(privateNetworks[0]).toMatchObject({ id, networkName, macroSites: 3, contractNo: 'ZW-9', operator: 1 })
    expect(privateNetworks.map((one) => one.networkName)).not.toContain('他人专网')
  })

  test('is submitted only with a network of its company', async () => {
    const at = 'facilities.network.privateNetworkId'
    const faultsWith = async (privateNetworkId: string) => {
      const section = { ...(documents(company, 7).facilities?.network as DraftPart), privateNetworkId }
      await company.get(facilities.calls.save as never, { pid: draft, network: section } as never)
      const { missing } = await company.get(declaration.calls.getStatus, { id: draft })
      return missing.filter((fault) => fault.at === at)
    }
    expect(await faultsWith(await add(company))).toEqual([])
    expect(await faultsWith(await add(other))).toMatchObject([{ at }])
    expect(await faultsWith('x')).toMatchObject([{ at }])
    expect(await faultsWith('')).toEqual([])
  })
})

describe('the export by POST', () => {
  const { posted } = exportCallsOf(privateNetwork)
  const request = (person: Caller, query: string, body?: object) =>
    person.raw('POST', `${posted?.path}?${query}`, body ? { body } : {})
  const rowsIn = async (answer: Response) => rowsOf(Buffer.from(await answer.arrayBuffer()))

  test('has the rows of the reader by filters of the address or of the body, and is recorded', async () => {
    const names = ['导出甲', '导出乙']
    for (const [i, networkName] of names.entries()) await add(admin, { networkName, operator: i + 1 })
    const columns = { columns: 'networkName' }
    const query = `networkName=${encodeURIComponent('导出')}&columns=networkName&ascs=operator`
    expect((await request(company, query)).status).toBe(403)
    const byAddress = await request(admin, query)
    expect(byAddress.headers.get('content-disposition')).toContain(encodeURIComponent('5G专网-'))
    expect(await rowsIn(byAddress)).toEqual(names.map((one) => ({ 专网名称: one })))
    const byBody = await request(branch, '', { ...columns, networkName: '导出', operator_equal: 1 })
    expect(await rowsIn(byBody)).toEqual([{ 专网名称: '导出甲' }])
    expect(await rowsIn(await request(branch, '', { ...columns, networkName: '导出乙' }))).toEqual([])
    const [entry] = await platform.db
      .selectFrom('audit')
      .select(['rowId', 'after', 'createUser'])
      .where('entity', '=', 'privateNetwork')
      .where('verb', '=', 'export')
      .where('after', 'is not', null)
      .orderBy('id')
      .execute()
    expect(entry).toMatchObject({ rowId: '0', after: { rows: 2 } })
  })
})
