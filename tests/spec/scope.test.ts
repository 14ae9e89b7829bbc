import { beforeAll, describe, expect, test } from 'vitest'
import { company } from '#contract/project/company.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import { attach } from '#contract/storage/attach.ts'
import { upload } from '#contract/storage/upload.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  addLibraryRow,
  createEnterprise,
  createStaff,
  documents,
  type Enterprise,
  openWindow,
  saveDeclaration,
  submitAction,
  suzhou,
  uploadPdf,
} from '../support/scenario.ts'

let platform: Platform

/** Three enterprises of Suzhou: A and B with a submitted declaration each, C with a draft; and operators, officers and an expert. */
const people: Record<string, Caller> = {}
const who = (name: string): Caller => {
  const caller = people[name]
  if (!caller) throw new Error(`Nobody is called ${name}.`)
  return caller
}
let companyA: Enterprise
let companyB: Enterprise
let [idA, idB, draftId, fileB, listedId] = ['', '', '', '', '']

beforeAll(async () => {
  platform = await openPlatform()
  const admin = await platform.admin()
  await openWindow(admin)
  ;[companyA, companyB] = [await createEnterprise(platform), await createEnterprise(platform)]
  const [one, other] = [documents(companyA, 7), documents(companyB, 8)]
  for (const all of [one, other]) {
    all.information = { ...all.information, operators: '1' }
    all.facilities = { ...all.facilities, network: { ...(all.facilities?.network as DraftPart), operator: 1 } }
  }
  idA = await saveDeclaration(companyA, one)
  fileB = await uploadPdf(companyB)
  other.material = { files: [{ id: 'f1', type: 1, attachId: fileB }] }
  idB = await saveDeclaration(companyB, other)
  for (const [company, id] of [
    [companyA, idA],
    [companyB, idB],
  ] as const) {
    const response = await submitAction(company, id, 'submit')
    if (!response.success) throw new Error(JSON.stringify(response.faults))
  }
  const companyC = await createEnterprise(platform)
  draftId = await saveDeclaration(companyC, documents(companyC, 9))
  listedId = await addLibraryRow(admin, { operator: 2, organizationCode: companyB.organizationCode })
  const unit = { type: 2, unitName: '中国移动苏州分公司' }
  Object.assign(people, { admin, companyA, companyB, companyC, mobile: await createEnterprise(platform, unit) })
  for (const [name, alias, region] of [
    ['suzhou', 'city', suzhou],
    ['nanjing', 'city', '320100'],
    ['jiangsu', 'province_miit', '320000'],
    ['zhejiang', 'province_ca', '330000'],
    ['platform', 'platform', null],
    ['expert', 'expert', null],
  ] as const)
    people[name] = await createStaff(platform, alias, region)
})

describe('the declarations a user sees (data scope)', () => {
  test.each([
    ['companyA', ['A']],
    ['companyB', ['B']],
    ['companyC', ['draft']],
    ['mobile', ['A', 'B']],
    ['suzhou', ['A', 'B']],
    ['nanjing', []],
    ['jiangsu', ['A', 'B']],
    ['zhejiang', []],
    ['expert', []],
    ['platform', ['A', 'B', 'draft']],
    ['admin', ['A', 'B', 'draft']],
  ])('%s sees %j in the records, the total and the statistics', async (name, expected) => {
    const names = new Map([
      [idA, 'A'],
      [idB, 'B'],
      [draftId, 'draft'],
    ])
    const page = await who(name).get(declaration.calls.page, { size: 200 })
    expect(page.records.map(({ id }) => names.get(id)).sort()).toEqual(expected)
    expect(page.total).toBe(expected.length)
    expect((await who(name).get(declaration.calls.page, { size: 1, current: 2 })).total).toBe(expected.length)
    const { byStage } = await who(name).get(declaration.calls.statistics)
    expect(byStage.reduce((sum, { value }) => sum + value, 0)).toBe(expected.length)
  })

  test('begin with what was submitted, not with drafts of others, unless another order is asked for', async () => {
    const idsFor = async (input: object) =>
      (await who('platform').get(declaration.calls.page, input)).records.map(({ id }) => id)
    expect(await idsFor({})).toEqual([idB, idA, draftId])
    expect((await idsFor({ descs: 'createTime' }))[0]).toBe(draftId)
  })

  test('a list can be limited to several stages; an unknown one is a fault', async () => {
    const totalAt = async (declareStatus: string) =>
      (await who('admin').get(declaration.calls.page, { declareStatus })).total
    expect([await totalAt('0'), await totalAt('10'), await totalAt('0,10'), await totalAt('20,30')]).toEqual([
      1, 2, 3, 0,
    ])
    const fault = { status: 400, faults: [{ at: 'declareStatus' }] }
    expect(await who('admin').ask(declaration.calls.page, { declareStatus: '10,11' })).toMatchObject(fault)
  })

  test('an officer without a region sees nothing', async () => {
    const officer = await createStaff(platform, 'city', null)
    expect(await officer.get(declaration.calls.page, {})).toMatchObject({ total: 0, records: [] })
    expect(await officer.get(library.calls.page, {})).toMatchObject({ total: 0, records: [] })
    expect(await officer.get(company.calls.page, {})).toMatchObject({ total: 0, records: [] })
  })

  test('a filter cannot widen the data scope', async () => {
    const filters: DraftPart[] = [
      { organizationCode: companyB.organizationCode },
      { organizationCode_like: '9' },
      { id_equal: idB },
      { createUser_gt: '0' },
      { declareStatus_ge: 0 },
      { tenantId_equal: '000000' },
      { isDeleted_ge: 0 },
    ]
    for (const filter of filters) {
      const { records } = await companyA.get(declaration.calls.page, filter)
      expect([filter, records.map(({ id }) => id).filter((id) => id !== idA)]).toEqual([filter, []])
    }
  })

  test('the filter isDeleted shows no removed rows', async () => {
    const { records } = await who('admin').get(company.calls.page, { isDeleted: 1 })
    expect(records).toEqual([])
  })
})

describe('the declaration of another company', () => {
  const outsiders = ['companyA', 'companyC', 'nanjing', 'zhejiang', 'expert']
  const storedRow = () =>
    platform.db.selectFrom('declaration').selectAll().where('id', '=', idB).executeTakeFirstOrThrow()

  test.each(outsiders)('answers 403 or 404 to every call of %s and stays unchanged', async (name) => {
    const person = who(name)
    const before = await storedRow()
    const attempts: [string, Promise<{ status: number }>][] = [
      ['detail', person.ask(declaration.calls.detail, { id: idB })],
      ['getStatus', person.ask(declaration.calls.getStatus, { id: idB })],
      ['compare', person.ask(declaration.calls.compare, { id: idB })],
      ['update', person.ask(declaration.calls.update, { id: idB, projectName: '被改' })],
      ['save', person.ask(declaration.calls.save, { id: idB, projectName: '被改' })],
      ['remove', person.ask(declaration.calls.remove, { ids: idB })],
      ...partsWithCalls.flatMap((part): [string, Promise<{ status: number }>][] => [
        [`${part.code} detail`, person.ask(part.calls.detail as never, { pid: idB } as never)],
        [`${part.code} save`, person.ask(part.calls.save as never, { pid: idB } as never)],
      ]),
      ...['submit', 'withdraw', 'claim', 'cityApprove', 'object', 'score', 'publish', 'unlist', 'invite'].map(
        (action): [string, Promise<{ status: number }>] => [
          action,
          submitAction(person, idB, action, { comment: '越权' }),
        ],
      ),
    ]
    for (const [callName, attempt] of attempts) {
      const { status } = await attempt
      expect([callName, [403, 404].includes(status), status]).toEqual([callName, true, status])
    }
    expect(await storedRow()).toEqual(before)
  })

  test('answers like an unknown id', async () => {
    const requestAll = (id: string) =>
      Promise.all([
        companyA.ask(declaration.calls.detail, { id }),
        companyA.ask(declaration.calls.getStatus, { id }),
        companyA.ask(declaration.calls.compare, { id }),
      ])
    const statusesAndBodies = (responses: Awaited<ReturnType<typeof requestAll>>) =>
      responses.map(({ status, body }) => [status, body])
    expect(statusesAndBodies(await requestAll(idB))).toEqual(statusesAndBodies(await requestAll('424242')))
  })

  test('can be read, but not changed, by its operator and its reviewers', async () => {
    for (const name of ['mobile', 'suzhou', 'jiangsu', 'platform', 'admin']) {
      expect(await who(name).get(declaration.calls.detail, { id: idB })).toMatchObject({ id: idB })
      expect((await who(name).ask(declaration.calls.update, { id: idB, projectName: '被改' })).status).toBe(403)
      expect((await who(name).ask(declaration.calls.remove, { ids: idB })).success).toBe(false)
    }
    expect(await companyB.get(declaration.calls.detail, { id: idB })).not.toMatchObject({ projectName: '被改' })
  })

  test('is visible as a draft to its own company and the platform only', async () => {
    for (const name of ['suzhou', 'jiangsu', 'mobile', 'companyA'])
      expect([name, (await who(name).ask(declaration.calls.detail, { id: draftId })).status]).toEqual([name, 404])
    expect((await who('companyC').ask(declaration.calls.detail, { id: draftId })).success).toBe(true)
  })

  test('blocks the whole removal of several rows', async () => {
    const ids = `${draftId},${idB}`
    expect((await who('companyC').ask(declaration.calls.remove, { ids })).success).toBe(false)
    expect((await who('companyC').ask(declaration.calls.detail, { id: draftId })).success).toBe(true)
  })

  test('is visible to an expert only while assigned', async () => {
    const id = await platform.db
      .selectFrom('user')
      .select('id')
      .where('realName', '=', 'expert')
      .executeTakeFirstOrThrow()
    await platform.db
      .updateTable('declaration')
      .set({ experts: [id.id] })
      .where('id', '=', idB)
      .execute()
    expect((await who('expert').ask(declaration.calls.detail, { id: idB })).success).toBe(true)
    await platform.db.updateTable('declaration').set({ experts: null }).where('id', '=', idB).execute()
    expect((await who('expert').ask(declaration.calls.detail, { id: idB })).status).toBe(404)
  })
})

describe('attachments', () => {
  const download = async (name: string) => (await who(name).raw('GET', `${upload.download.path}?id=${fileB}`)).status

  test.each([
    ['companyB', 200],
    ['suzhou', 200],
    ['jiangsu', 200],
    ['platform', 200],
    ['admin', 200],
    // the operator reads no materials (docs/decisions/0128)
    ['mobile', 404],
    ['companyA', 404],
    ['companyC', 404],
    ['nanjing', 404],
    ['expert', 404],
  ])('%s downloads a file of company B: %i', async (name, status) => {
    expect(await download(name)).toBe(status)
  })

  test('a visitor cannot download it', async () => {
    expect((await platform.visitor.raw('GET', `${upload.download.path}?id=${fileB}`)).status).toBe(404)
  })

  test('adding the file of another company to a declaration does not open it', async () => {
    const material = partsWithCalls.find(({ code }) => code === 'material')
    const body = { pid: draftId, files: [{ type: 1, attachId: fileB }] }
    const response = await who('companyC').ask(material?.calls.save as never, body as never)
    expect(response).toMatchObject({ status: 400, msg: '文件不是由您上传的，请重新上传' })
    expect(await download('companyC')).toBe(404)
  })

  test('the list of attachments requires its permission', async () => {
    for (const name of ['companyA', 'suzhou', 'expert'])
      expect((await who(name).ask(attach.calls.list, {})).status).toBe(403)
  })
})

describe('the project library', () => {
  test.each([
    ['companyA', 0],
    ['companyB', 1],
    ['mobile', 0],
    ['suzhou', 1],
    ['nanjing', 0],
    ['jiangsu', 1],
    ['zhejiang', 0],
    ['platform', 1],
    ['admin', 1],
  ])('%s sees %i listed projects, and the detail only of visible ones', async (name, count) => {
    const page = await who(name).get(library.calls.page, { size: 200 })
    expect([page.total, page.records.length]).toEqual([count, count])
    expect((await who(name).ask(library.calls.detail, { id: listedId })).status).toBe(count ? 200 : 404)
    expect((await who(name).get(declaration.calls.statistics)).listed).toBe(count)
  })

  test('an operator can neither change nor add a row of another operator', async () => {
    const mobile = who('mobile')
    expect((await mobile.ask(library.calls.submit, { id: listedId, projectName: '被改' })).status).toBe(404)
    const row = { ...(await who('admin').get(library.calls.detail, { id: listedId })), id: undefined }
    const addResponse = await mobile.ask(library.calls.submit, { ...row, operator: 2 })
    expect(addResponse).toMatchObject({ status: 400, msg: '只能登记本运营商的项目' })
    const { id } = await mobile.get(library.calls.submit, { ...row, projectName: '移动项目', operator: 1 })
    expect((await mobile.get(library.calls.page, {})).records.map((one) => one.id)).toEqual([id])
    const changeResponse = await mobile.ask(library.calls.submit, { id, operator: 2 })
    expect(changeResponse).toMatchObject({ status: 400, msg: '只能登记本运营商的项目' })
    // which projects are benchmarks is published; others decide it
    const benchmark = { status: 400, faults: [{ at: 'isBenchmark' }] }
    expect(await mobile.ask(library.calls.submit, { id, isBenchmark: 1 })).toMatchObject(benchmark)
    expect(await mobile.ask(library.calls.submit, { ...row, operator: 1, isBenchmark: 1 })).toMatchObject(benchmark)
    await who('admin').get(library.calls.submit, { id, isBenchmark: 1 })
    expect((await mobile.ask(library.calls.submit, { id, isBenchmark: 1 })).success).toBe(true)
    await who('admin').get(library.calls.remove, { ids: id })
  })
})

describe('companies', () => {
  test('a city officer sees only companies of the same city', async () => {
    const [inSuzhou, inNanjing] = [
      await who('suzhou').get(company.calls.page, {}),
      await who('nanjing').get(company.calls.page, {}),
    ]
    expect(inSuzhou.total).toBe(4)
    expect(inNanjing).toMatchObject({ total: 0, records: [] })
  })

  test('the register requires its permission', async () => {
    for (const name of ['companyA', 'mobile', 'expert'])
      expect((await who(name).ask(company.calls.page, {})).status).toBe(403)
  })
})
