import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { company as companies, currentCompany } from '#contract/project/company.ts'
import { contact, contactAliases } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { facilities } from '#contract/project/facilities.ts'
import { factory } from '#contract/project/factory.ts'
import { innovation } from '#contract/project/innovation.ts'
import { parts } from '#contract/project/parts.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  documents,
  type Enterprise,
  openWindow,
  saveDeclaration,
  setStage,
  submitAction,
} from '../support/scenario.ts'

let platform: Platform

let company: Enterprise
let pid: string

beforeAll(async () => {
  platform = await openPlatform()
  await openWindow(await platform.admin(), { maxPerCompany: 100, allowRedeclare: 1 })
  company = await createEnterprise(platform)
})
beforeEach(async () => {
  pid = (await company.get(declaration.calls.save, { projectName: '测试项目' })).id
})

const statusOf = () => company.get(declaration.calls.getStatus, { id: pid })
const count = async () => (await company.get(declaration.calls.page, { size: 1 })).total

test('a contact can be saved by any of its three calls', async () => {
  for (const [call, leaderName] of [
    [contact.calls.save, '甲'],
    [contactAliases.update, '乙'],
    [contactAliases.submit, '丙'],
  ] as const) {
    await company.get(call, { pid, leaderName })
    expect((await company.get(contact.calls.detail, { pid })).leaderName).toBe(leaderName)
  }
})

describe('creating a declaration', () => {
  test('several requests at once with one Idempotency-Key create one declaration and get the same answer', async () => {
    const before = await count()
    const headers = { 'idempotency-key': 'form-opening-1' }
    const requests = [1, 2, 3, 4].map(() => company.ask(declaration.calls.save, { projectName: '双击' }, headers))
    const answers = await Promise.all(requests)
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(answers.every(({ success }) => success)).toBe(true)
    expect(await count()).toBe(before + 1)
    const later = await company.ask(declaration.calls.save, { projectName: '双击' }, headers)
    expect(later.body).toEqual(answers[0]?.body)
    expect(await count()).toBe(before + 1)
  })

  test('a key with another body is rejected, and a key is valid for one user and one call only', async () => {
    const headers = { 'idempotency-key': 'form-opening-2' }
    const { data } = await company.ask(declaration.calls.save, { projectName: '甲' }, headers)
    const other = await company.ask(declaration.calls.save, { projectName: '乙' }, headers)
    expect(other).toMatchObject({ status: 409, msg: '该请求标识已用于其他内容' })
    expect((await company.ask(contact.calls.save, { pid: data.id, leaderName: '李静' }, headers)).success).toBe(true)
    const otherCompany = await createEnterprise(platform)
    expect((await otherCompany.ask(declaration.calls.save, { projectName: '乙' }, headers)).success).toBe(true)
  })

  test('a rejected request does not use up the key', async () => {
    const person = await createEnterprise(platform)
    const { id } = await person.get(declaration.calls.save, { projectName: '先缺后全' })
    const headers = { 'idempotency-key': 'form-opening-3' }
    const submit = () => person.ask(declaration.calls.submitStatus, { id, action: 'submit', confirmTruth: 1 }, headers)
    expect((await submit()).status).toBe(400)
    await saveDeclaration(person, documents(person), { id })
    expect((await submit()).status).toBe(200)
    expect((await person.get(declaration.calls.getStatus, { id })).status).toBe(10)
  })

  test('without a key, requests at once cannot exceed the limit of the window', async () => {
    const limitedPlatform = await openPlatform()
    await openWindow(await limitedPlatform.admin(), { maxPerCompany: 1 })
    const person = await createEnterprise(limitedPlatform)
    const responses = await Promise.all(
      [1, 2, 3].map(() => person.ask(declaration.calls.save, { projectName: '并发' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [accepted, rejected] = [responses.find(({ success }) => success), responses.find(({ success }) => !success)]
    expect(rejected).toMatchObject({
      msg: '每个单位最多申报 1 个项目，贵单位已达到上限',
      data: { reasonCode: 'LIMIT', existingId: accepted?.data.id },
    })
  })

  test('company and code come from the register of companies, and values sent in any call are ignored', async () => {
    const other = await createEnterprise(platform)
    const otherCompanyFields = { commpanyName: other.unitName, organizationCode: other.organizationCode }
    const companyFields = { commpanyName: company.unitName, organizationCode: company.organizationCode }
    const post = (call: { path: string }, body: object) => company.raw('POST', call.path, { body })
    const { data } = (await (
      await post(declaration.calls.save, { projectName: '改投', ...otherCompanyFields })
    ).json()) as {
      data: { id: string }
    }
    const id = data.id
    const detailAndRows = async (): Promise<object[]> => {
      const { records } = await company.get(declaration.calls.page, { projectName_equal: '改投' })
      return [await company.get(declaration.calls.detail, { id }), ...records]
    }
    expect(await detailAndRows()).toMatchObject([companyFields, companyFields])
    for (const call of [declaration.calls.save, declaration.calls.update])
      for (const input of [
        otherCompanyFields,
        { organizationCode: '91320500ABC' },
        { organizationCode: '', commpanyName: null },
      ]) {
        expect((await post(call, { id, ...input })).status).toBe(200)
        expect(await detailAndRows()).toMatchObject([companyFields, companyFields])
      }
    expect((await other.ask(declaration.calls.detail, { id })).status).toBe(404)
    expect((await other.get(declaration.calls.page, {})).total).toBe(0)
  })

  test('a name corrected in the register appears in drafts when they are saved', async () => {
    const rename = (commpanyName: string) =>
      platform.db
        .updateTable('company')
        .set({ commpanyName })
        .where('organizationCode', '=', company.organizationCode)
        .execute()
    await rename('苏州更名有限公司')
    await company.get(declaration.calls.update, { id: pid, projectName: '更名后' })
    expect(await company.get(declaration.calls.detail, { id: pid })).toMatchObject({ commpanyName: '苏州更名有限公司' })
    await rename(company.unitName)
  })

  test('a name corrected in the register appears in submitted declarations, also without another save', async () => {
    const admin = await platform.admin()
    const renamedCompany = await createEnterprise(platform)
    const { id: companyId } = await renamedCompany.get(currentCompany.detail, {})
    const id = await saveDeclaration(renamedCompany)
    const commpanyName = '苏州送审前更名有限公司'
    await admin.get(companies.calls.update, { id: companyId, commpanyName })
    expect((await submitAction(renamedCompany, id, 'submit')).status).toBe(200)
    const version = await platform.db
      .selectFrom('declarationVersion')
      .select('snapshot')
      .where('pid', '=', id)
      .executeTakeFirstOrThrow()
    const { records } = await renamedCompany.get(declaration.calls.page, {})
    const detailAndRows = [
      await renamedCompany.get(declaration.calls.detail, { id }),
      ...records,
      version.snapshot as object,
    ]
    expect(detailAndRows).toMatchObject([{ commpanyName }, { commpanyName }, { information: { commpanyName } }])
  })
})

describe('saving a part', () => {
  test('stores input unchanged, and invalid values do not reach the columns of lists', async () => {
    const input = {
      totalInvestment: 'eleven',
      startDate: 'tomorrow',
      province: '江苏',
      projectOverview: '长'.repeat(3000),
      projectName: ' 带空格 ',
      fiveGInvestment: -5,
      operators: '1,99',
    }
    await company.get(declaration.calls.update, { id: pid, ...input } as never)
    expect(await company.get(declaration.calls.detail, { id: pid })).toMatchObject(input)
    const { records } = await company.get(declaration.calls.page, { projectName_like: '带空格' })
    expect(records[0]).toMatchObject({
      id: pid,
      projectName: '带空格',
      totalInvestment: null,
      startDate: null,
      province: null,
    })
  })

  test('stores a code that is in no dictionary, hides it in lists and prevents submission', async () => {
    const values = documents(company, 23)
    values.information = { ...values.information, province: '990000', city: '990100', district: null }
    values.facilities = { ...values.facilities, network: { ...(values.facilities?.network as object), operator: 9e9 } }
    pid = await saveDeclaration(company, values)
    const missingFields = (await statusOf()).missing.map(({ at, text }) => `${at} ${text[0]}`)
    expect(missingFields).toEqual(
      expect.arrayContaining(['information.province 省份不在可选范围内', 'information.city 城市不在可选范围内']),
    )
    expect((await submitAction(company, pid, 'submit')).faults.map(({ at }) => at)).toEqual(
      expect.arrayContaining(['information.province', 'information.city', 'facilities.network.operator']),
    )
    const { records } = await company.get(declaration.calls.page, { id_equal: pid })
    expect(records[0]).toMatchObject({ province: null, city: null, operator: Number(values.information?.operators) })
  })

  test('keeps groups that are not sent, clears a list that is sent empty, and drops unknown keys', async () => {
    await company.get(factory.calls.save, {
      pid,
      factory: { factoryName: '一厂', evil: 1 },
      lines: [{ lineName: '甲线' }, { lineName: '乙线' }],
      evil: { a: 1 },
    } as never)
    await company.get(factory.calls.save, { pid, systems: [{ systemType: 1 }] } as never)
    const stored = await company.get(factory.calls.detail, { pid })
    expect(stored).toMatchObject({ factory: { factoryName: '一厂' }, systems: [{ systemType: 1 }] })
    expect(JSON.stringify(stored)).not.toContain('evil')
    expect(stored.lines).toHaveLength(2)
    await company.get(factory.calls.save, { pid, lines: [] })
    expect(await company.get(factory.calls.detail, { pid })).toMatchObject({
      lines: [],
      factory: { factoryName: '一厂' },
    })
  })

  test('gives each row a unique and permanent id', async () => {
    const lines = [{ id: 'x', lineName: '甲' }, { id: 'x', lineName: '乙' }, { lineName: '丙' }]
    await company.get(factory.calls.save, { pid, lines } as never)
    const first = (await company.get(factory.calls.detail, { pid })).lines as { id: string; lineName: string }[]
    expect(first.map(({ lineName }) => lineName)).toEqual(['甲', '乙', '丙'])
    expect(first[0]?.id).toBe('x')
    expect(new Set(first.map(({ id }) => id)).size).toBe(3)
    await company.get(factory.calls.save, { pid, lines: [...first].reverse() } as never)
    const second = (await company.get(factory.calls.detail, { pid })).lines as { id: string }[]
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id).reverse())
  })

  test('rejects characters that the database cannot store', async () => {
    const answer = await company.ask(contact.calls.save, { pid, leaderName: 'a\u0000b' })
    expect(answer).toMatchObject({ status: 400, msg: '项目负责人含有无法保存的字符', faults: [{ at: 'leaderName' }] })
  })

  test('rejects a part that is too long to be read with each later save, and keeps the stored one', async () => {
    const linesOf = (length: number) =>
      Array.from({ length: 1000 }, () => ({ lineName: '一线', process: '字'.repeat(length) }))
    await company.get(factory.calls.save, { pid, lines: linesOf(100) } as never)
    expect(await company.ask(factory.calls.save, { pid, lines: linesOf(300) } as never)).toMatchObject({
      status: 400,
      msg: '本部分内容过多，无法保存，请精简文字或减少条目',
      faults: [{ at: 'factory' }],
    })
    expect(await company.get(factory.calls.detail, { pid })).toMatchObject({ version: 1 })
  })

  test('records a save with more than a thousand changed values by its columns', async () => {
    const admin = await platform.admin()
    const lines = Array.from({ length: 600 }, () => ({ lineName: '一线', process: '装配' }))
    await company.get(factory.calls.save, { pid, factory: { factoryName: '一厂' }, lines } as never)
    const [entry] = (await admin.get(audit.calls.list, { rowId: pid, verb: 'save:factory' })).records
    const { changes } = await admin.get(audit.calls.detail, { id: entry?.id ?? '' })
    expect(changes.find(({ name }) => name === 'changed')?.after).toBe(
      '工厂概况 › 工厂名称、产线 › 产线名称、产线 › 主要工序',
    )
    const { after } = await platform.db
      .selectFrom('audit')
      .select('after')
      .where('id', '=', entry?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ version: 1, changed: ['factory.factoryName', 'lines.*.lineName', 'lines.*.process'] })
  })

  test('computes the change of a result in percent on the server', async () => {
    const results = [
      { id: 'r1', indicator: 1, before: 100, after: 125, changePct: 999 },
      { id: 'r2', indicator: 2, before: 0, after: 5 },
      { id: 'r3', indicator: 3, before: 'x', after: 5 },
      { id: 'r4', indicator: 4, before: 3, after: 2 },
    ]
    await company.get(innovation.calls.save, { pid, results } as never)
    const stored = (await company.get(innovation.calls.detail, { pid })).results as { changePct: number | null }[]
    expect(stored.map(({ changePct }) => changePct)).toEqual([25, null, null, -33.3])
  })

  test('starts from an empty part with version 0', async () => {
    expect(await company.get(facilities.calls.detail, { pid })).toEqual({ pid, version: 0 })
  })

  test('records the changed fields of each save in the audit, without their values', async () => {
    await company.get(contact.calls.save, { pid, leaderName: '王明', leaderPhone: '19900001234' })
    await company.get(contact.calls.save, { pid, leaderPhone: '19900005678' })
    const entries = await platform.db
      .selectFrom('audit')
      .select(['verb', 'after'])
      .where('rowId', '=', pid)
      .where('entity', '=', 'declarationPart')
      .orderBy('id')
      .execute()
    expect(entries.slice(-2)).toEqual([
      { verb: 'save:contact', after: { version: 1, changed: ['leaderName', 'leaderPhone'] } },
      { verb: 'save:contact', after: { version: 2, changed: ['leaderPhone'] } },
    ])
  })

  test('shows the declaration and the labels of the changed fields in the audit', async () => {
    await company.get(contact.calls.save, { pid, leaderName: '李明' })
    await company.get(factory.calls.save, {
      pid,
      factory: { factoryName: '一号工厂' },
      lines: [{ lineName: '一号线' }],
    } as never)
    const admin = await platform.admin()
    const auditTexts = async (verb: string) => {
      const [entry] = (await admin.get(audit.calls.list, { rowId: pid, verb })).records
      const { changes } = await admin.get(audit.calls.detail, { id: entry?.id ?? '' })
      return [entry?.rowTitle, changes.find(({ name }) => name === 'changed')?.after]
    }
    expect(await auditTexts('save:contact')).toEqual([expect.stringContaining('项目'), '项目负责人'])
    expect(await auditTexts('save:factory')).toEqual([
      expect.stringContaining('项目'),
      '工厂概况 › 工厂名称、产线 › 产线名称',
    ])
  })
})

describe('saving the same part by several users', () => {
  test('rejects an outdated version with the current values, so nothing is lost', async () => {
    await company.get(contact.calls.save, { pid, leaderName: '甲', version: 0 })
    await company.get(contact.calls.save, { pid, leaderName: '乙', version: 1 })
    const late = await company.ask(contact.calls.save, { pid, leaderName: '丙', version: 1 })
    expect(late).toMatchObject({
      status: 409,
      msg: '本部分内容已在其他页面修改，请选择保留哪一份',
      data: {
        version: 2,
        current: { leaderName: '乙' },
        savedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    })
    expect(await company.get(contact.calls.detail, { pid })).toMatchObject({ leaderName: '乙', version: 2 })
    expect(await company.get(contact.calls.save, { pid, leaderName: '丙', version: 2 })).toMatchObject({ version: 3 })
  })

  test('accepts one of several saves at once and rejects the others', async () => {
    await company.get(contact.calls.save, { pid, leaderName: '甲' })
    const answers = await Promise.all(
      ['乙', '丙', '丁', '戊'].map((leaderName) => company.ask(contact.calls.save, { pid, leaderName, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('does not conflict between different parts', async () => {
    const answers = await Promise.all([
      company.ask(contact.calls.save, { pid, leaderName: '甲', version: 0 }),
      company.ask(factory.calls.save, { pid, lines: [], version: 0 }),
      company.ask(facilities.calls.save, { pid, terminals: [], version: 0 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('the progress of a declaration', () => {
  test('a new declaration has only its first part started; a complete one can be submitted', async () => {
    const empty = await statusOf()
    expect(empty).toMatchObject({
      status: 0,
      name: '草稿',
      holder: 'enterprise',
      editable: 'all',
      declareNo: null,
      loop: 0,
    })
    expect(empty.parts.map(({ state }) => state)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    pid = await saveDeclaration(company, documents(company, 21))
    const full = await statusOf()
    expect(full.parts.map(({ code, state }) => [code, state])).toEqual(
      parts.map(({ code }) => [code, code === 'material' ? 0 : 2]),
    )
    expect(full).toMatchObject({ missing: [], completeness: 88 })
    expect(full.actions).toEqual(['invite', 'submit'])
  })

  test('the stage and the missing fields are available in English', async () => {
    const answer = await company.ask(declaration.calls.getStatus, { id: pid }, { 'blade-language': 'en' })
    expect(answer.data).toMatchObject({ name: 'Draft' })
    expect(answer.data.missing.length).toBeGreaterThan(10)
  })
})

describe('editing and removing by stage', () => {
  test.each([10, 20, 30, 40, 50, 60, 80, 95, 99] as const)(
    'at stage %i the declarant cannot change or remove anything',
    async (stage) => {
      await setStage(platform, pid, stage)
      expect((await company.ask(declaration.calls.update, { id: pid, projectName: '改' })).status).toBe(403)
      expect((await company.ask(contact.calls.save, { pid, leaderName: '改' })).status).toBe(403)
      expect((await company.ask(declaration.calls.remove, { ids: pid })).msg).toBe('只能删除本单位的草稿或已撤回的申报')
      expect(await statusOf()).toMatchObject({ editable: 'none', missing: [] })
    },
  )

  test('a withdrawn declaration becomes a draft when it is edited', async () => {
    await setStage(platform, pid, 90)
    await company.get(contact.calls.save, { pid, leaderName: '改' })
    expect((await statusOf()).status).toBe(0)
  })

  test('a company can remove its draft, which is then no longer available', async () => {
    await company.get(declaration.calls.remove, { ids: pid })
    expect((await company.ask(declaration.calls.getStatus, { id: pid })).status).toBe(404)
    expect((await company.ask(contact.calls.save, { pid, leaderName: '改' })).status).toBe(404)
  })
})
