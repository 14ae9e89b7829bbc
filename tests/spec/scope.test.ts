import { beforeAll, describe, expect, test } from 'vitest'
import { company } from '#contract/project/company.ts'
import type { Typed } from '#contract/project/completeness.ts'
import { declaration } from '#contract/project/declaration.ts'
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

/** Who asks, and who must not: two enterprises of Suzhou with one submitted declaration each, and a draft of a third. */
const people: Record<string, Caller> = {}
const who = (name: string): Caller => {
  const found = people[name]
  if (!found) throw new Error(`Nobody is called ${name}.`)
  return found
}
let mine: Enterprise
let theirs: Enterprise
let [myId, theirId, draftId, theirFile, oneListed] = ['', '', '', '', '']

beforeAll(async () => {
  platform = await openPlatform()
  const admin = await platform.admin()
  await openWindow(admin)
  ;[mine, theirs] = [await createEnterprise(platform), await createEnterprise(platform)]
  const [one, other] = [documents(mine, 7), documents(theirs, 8)]
  for (const all of [one, other]) {
    all.information = { ...all.information, operators: '1' }
    all.facilities = { ...all.facilities, network: { ...(all.facilities?.network as Typed), operator: 1 } }
  }
  myId = await saveDeclaration(mine, one)
  theirFile = await uploadPdf(theirs)
  other.material = { files: [{ id: 'f1', type: 1, attachId: theirFile }] }
  theirId = await saveDeclaration(theirs, other)
  for (const [company, id] of [
    [mine, myId],
    [theirs, theirId],
  ] as const) {
    const answer = await submitAction(company, id, 'submit')
    if (!answer.success) throw new Error(JSON.stringify(answer.faults))
  }
  const third = await createEnterprise(platform)
  draftId = await saveDeclaration(third, documents(third, 9))
  oneListed = await addLibraryRow(admin, { operator: 2, organizationCode: theirs.organizationCode })
  const unit = { type: 2, unitName: '中国移动苏州分公司' }
  Object.assign(people, { admin, mine, theirs, third, mobile: await createEnterprise(platform, unit) })
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

describe('whose declarations a person sees (domain.md C.4, data scope)', () => {
  test.each([
    ['mine', ['mine']],
    ['theirs', ['theirs']],
    ['third', ['draft']],
    ['mobile', ['mine', 'theirs']],
    ['suzhou', ['mine', 'theirs']],
    ['nanjing', []],
    ['jiangsu', ['mine', 'theirs']],
    ['zhejiang', []],
    ['expert', []],
    ['platform', ['draft', 'mine', 'theirs']],
    ['admin', ['draft', 'mine', 'theirs']],
  ])('%s: %j, in the records, the total and the figures', async (name, seen) => {
    const names = new Map([
      [myId, 'mine'],
      [theirId, 'theirs'],
      [draftId, 'draft'],
    ])
    const page = await who(name).get(declaration.calls.page, { size: 200 })
    expect(page.records.map(({ id }) => names.get(id)).sort()).toEqual(seen)
    expect(page.total).toBe(seen.length)
    expect((await who(name).get(declaration.calls.page, { size: 1, current: 2 })).total).toBe(seen.length)
    const { byStage } = await who(name).get(declaration.calls.statistics)
    expect(byStage.reduce((sum, { value }) => sum + value, 0)).toBe(seen.length)
  })

  test('an officer whose region was not set yet sees nothing rather than everything', async () => {
    const unplaced = await createStaff(platform, 'city', null)
    expect(await unplaced.get(declaration.calls.page, {})).toMatchObject({ total: 0, records: [] })
    expect(await unplaced.get(library.calls.page, {})).toMatchObject({ total: 0, records: [] })
    expect(await unplaced.get(company.calls.page, {})).toMatchObject({ total: 0, records: [] })
  })

  test('no filter widens it', async () => {
    const filters: Typed[] = [
      { organizationCode: theirs.organizationCode },
      { organizationCode_like: '9' },
      { id_equal: theirId },
      { createUser_gt: '0' },
      { declareStatus_ge: 0 },
      { tenantId_equal: '000000' },
      { isDeleted_ge: 0 },
    ]
    for (const filter of filters) {
      const { records } = await mine.get(declaration.calls.page, filter)
      expect([filter, records.map(({ id }) => id).filter((id) => id !== myId)]).toEqual([filter, []])
    }
  })

  test('a removed row shows to nobody who asks for removed ones', async () => {
    const { records } = await who('admin').get(company.calls.page, { isDeleted: 1 })
    expect(records).toEqual([])
  })
})

describe('the declaration of another company', () => {
  const outsiders = ['mine', 'third', 'nanjing', 'zhejiang', 'expert']
  const frozen = () =>
    platform.db.selectFrom('declaration').selectAll().where('id', '=', theirId).executeTakeFirstOrThrow()

  test.each(outsiders)('does not exist for %s, whatever is asked of it', async (name) => {
    const person = who(name)
    const before = await frozen()
    const tries: [string, Promise<{ status: number }>][] = [
      ['detail', person.ask(declaration.calls.detail, { id: theirId })],
      ['getStatus', person.ask(declaration.calls.getStatus, { id: theirId })],
      ['compare', person.ask(declaration.calls.compare, { id: theirId })],
      ['update', person.ask(declaration.calls.update, { id: theirId, projectName: '被改' })],
      ['save', person.ask(declaration.calls.save, { id: theirId, projectName: '被改' })],
      ['remove', person.ask(declaration.calls.remove, { ids: theirId })],
      ...partsWithCalls.flatMap((part): [string, Promise<{ status: number }>][] => [
        [`${part.code} detail`, person.ask(part.calls.detail as never, { pid: theirId } as never)],
        [`${part.code} save`, person.ask(part.calls.save as never, { pid: theirId } as never)],
      ]),
      ...['submit', 'withdraw', 'claim', 'cityApprove', 'object', 'score', 'publish', 'unlist', 'invite'].map(
        (action): [string, Promise<{ status: number }>] => [
          action,
          submitAction(person, theirId, action, { comment: '越权' }),
        ],
      ),
    ]
    for (const [what, asked] of tries) {
      const { status } = await asked
      expect([what, [403, 404].includes(status), status]).toEqual([what, true, status])
    }
    expect(await frozen()).toEqual(before)
  })

  test('who may not see it cannot tell it from one that never was', async () => {
    const asks = (id: string) =>
      Promise.all([
        mine.ask(declaration.calls.detail, { id }),
        mine.ask(declaration.calls.getStatus, { id }),
        mine.ask(declaration.calls.compare, { id }),
      ])
    const told = (answers: Awaited<ReturnType<typeof asks>>) =>
      answers.map(({ status, body: whole }) => [status, whole])
    expect(told(await asks(theirId))).toEqual(told(await asks('424242')))
  })

  test('its operator and its reviewers read it and write nothing', async () => {
    for (const name of ['mobile', 'suzhou', 'jiangsu', 'platform', 'admin']) {
      expect(await who(name).get(declaration.calls.detail, { id: theirId })).toMatchObject({ id: theirId })
      expect((await who(name).ask(declaration.calls.update, { id: theirId, projectName: '被改' })).status).toBe(403)
      expect((await who(name).ask(declaration.calls.remove, { ids: theirId })).success).toBe(false)
    }
    expect(await theirs.get(declaration.calls.detail, { id: theirId })).not.toMatchObject({ projectName: '被改' })
  })

  test('a draft shows to its own company and the platform only', async () => {
    for (const name of ['suzhou', 'jiangsu', 'mobile', 'mine'])
      expect([name, (await who(name).ask(declaration.calls.detail, { id: draftId })).status]).toEqual([name, 404])
    expect((await who('third').ask(declaration.calls.detail, { id: draftId })).success).toBe(true)
  })

  test('removing own and foreign rows together removes none', async () => {
    const ids = `${draftId},${theirId}`
    expect((await who('third').ask(declaration.calls.remove, { ids })).success).toBe(false)
    expect((await who('third').ask(declaration.calls.detail, { id: draftId })).success).toBe(true)
  })

  test('an expert sees it once he is assigned, and no longer after', async () => {
    const id = await platform.db
      .selectFrom('user')
      .select('id')
      .where('realName', '=', 'expert')
      .executeTakeFirstOrThrow()
    await platform.db
      .updateTable('declaration')
      .set({ experts: [id.id] })
      .where('id', '=', theirId)
      .execute()
    expect((await who('expert').ask(declaration.calls.detail, { id: theirId })).success).toBe(true)
    await platform.db.updateTable('declaration').set({ experts: null }).where('id', '=', theirId).execute()
    expect((await who('expert').ask(declaration.calls.detail, { id: theirId })).status).toBe(404)
  })
})

describe('attachments', () => {
  const download = async (name: string) =>
    (await who(name).raw('GET', `${upload.download.path}?id=${theirFile}`)).status

  test.each([
    ['theirs', 200],
    ['suzhou', 200],
    ['jiangsu', 200],
    ['mobile', 200],
    ['platform', 200],
    ['admin', 200],
    ['mine', 404],
    ['third', 404],
    ['nanjing', 404],
    ['expert', 404],
  ])('%s asks for the file of their declaration: %i', async (name, status) => {
    expect(await download(name)).toBe(status)
  })

  test('a visitor reads none', async () => {
    expect((await platform.visitor.raw('GET', `${upload.download.path}?id=${theirFile}`)).status).toBe(404)
  })

  test("naming another's file in one's own declaration does not open it", async () => {
    const material = partsWithCalls.find(({ code }) => code === 'material')
    const body = { pid: draftId, files: [{ type: 1, attachId: theirFile }] }
    const answer = await who('third').ask(material?.calls.save as never, body as never)
    expect(answer).toMatchObject({ status: 400, msg: '文件不是由您上传的，请重新上传' })
    expect(await download('third')).toBe(404)
  })

  test('the list of attachments is closed to who has no permission for it', async () => {
    for (const name of ['mine', 'suzhou', 'expert'])
      expect((await who(name).ask(attach.calls.list, {})).status).toBe(403)
  })
})

describe('the project library', () => {
  test.each([
    ['mine', 0],
    ['theirs', 1],
    ['mobile', 0],
    ['suzhou', 1],
    ['nanjing', 0],
    ['jiangsu', 1],
    ['zhejiang', 0],
    ['platform', 1],
    ['admin', 1],
  ])('%s sees %i of the listed projects, and its detail only then', async (name, count) => {
    const page = await who(name).get(library.calls.page, { size: 200 })
    expect([page.total, page.records.length]).toEqual([count, count])
    expect((await who(name).ask(library.calls.detail, { id: oneListed })).status).toBe(count ? 200 : 404)
    expect((await who(name).get(declaration.calls.statistics)).listed).toBe(count)
  })

  test('an operator changes no row of another operator and adds none', async () => {
    const mobile = who('mobile')
    expect((await mobile.ask(library.calls.submit, { id: oneListed, projectName: '被改' })).status).toBe(404)
    const row = { ...(await who('admin').get(library.calls.detail, { id: oneListed })), id: undefined }
    const foreign = await mobile.ask(library.calls.submit, { ...row, operator: 2 })
    expect(foreign).toMatchObject({ status: 400, msg: '只能登记本运营商的项目' })
    const { id } = await mobile.get(library.calls.submit, { ...row, projectName: '移动项目', operator: 1 })
    expect((await mobile.get(library.calls.page, {})).records.map((one) => one.id)).toEqual([id])
    const moved = await mobile.ask(library.calls.submit, { id, operator: 2 })
    expect(moved).toMatchObject({ status: 400, msg: '只能登记本运营商的项目' })
    await who('admin').get(library.calls.remove, { ids: id })
  })
})

describe('companies', () => {
  test('an officer of a city sees those of his city, an officer of another none', async () => {
    const [here, there] = [
      await who('suzhou').get(company.calls.page, {}),
      await who('nanjing').get(company.calls.page, {}),
    ]
    expect(here.total).toBe(4)
    expect(there).toMatchObject({ total: 0, records: [] })
  })

  test('who has no permission for the register asks in vain', async () => {
    for (const name of ['mine', 'mobile', 'expert'])
      expect((await who(name).ask(company.calls.page, {})).status).toBe(403)
  })
})
