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

test('a contact is saved by any of its three names', async () => {
  for (const [call, leaderName] of [
    [contact.calls.save, '甲'],
    [contactAliases.update, '乙'],
    [contactAliases.submit, '丙'],
  ] as const) {
    await company.get(call, { pid, leaderName })
    expect((await company.get(contact.calls.detail, { pid })).leaderName).toBe(leaderName)
  }
})

describe('a declaration is started once', () => {
  test('two clicks at once with one Idempotency-Key make one, and both are told the same', async () => {
    const before = await count()
    const headers = { 'idempotency-key': 'form-opening-1' }
    const clicks = [1, 2, 3, 4].map(() => company.ask(declaration.calls.save, { projectName: '双击' }, headers))
    const answers = await Promise.all(clicks)
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(answers.every(({ success }) => success)).toBe(true)
    expect(await count()).toBe(before + 1)
    const later = await company.ask(declaration.calls.save, { projectName: '双击' }, headers)
    expect(later.body).toEqual(answers[0]?.body)
    expect(await count()).toBe(before + 1)
  })

  test('the key with another body is refused, and it is the key of this person and this call only', async () => {
    const headers = { 'idempotency-key': 'form-opening-2' }
    const { data } = await company.ask(declaration.calls.save, { projectName: '甲' }, headers)
    const other = await company.ask(declaration.calls.save, { projectName: '乙' }, headers)
    expect(other).toMatchObject({ status: 409, msg: '该请求标识已用于其他内容' })
    expect((await company.ask(contact.calls.save, { pid: data.id, leaderName: '李静' }, headers)).success).toBe(true)
    const somebody = await createEnterprise(platform)
    expect((await somebody.ask(declaration.calls.save, { projectName: '乙' }, headers)).success).toBe(true)
  })

  test('a refusal does not use the key up', async () => {
    const headers = { 'idempotency-key': 'form-opening-3' }
    expect((await submitAction(company, pid, 'submit')).success).toBe(false)
    expect((await company.ask(declaration.calls.submitStatus, { id: pid, action: 'submit' }, headers)).success).toBe(
      false,
    )
    const again = await company.ask(declaration.calls.submitStatus, { id: pid, action: 'submit' }, headers)
    expect(again).toMatchObject({ status: 400 })
  })

  test('without a key two clicks at once do not pass the limit of the window', async () => {
    const small = await openPlatform()
    await openWindow(await small.admin(), { maxPerCompany: 1 })
    const person = await createEnterprise(small)
    const clicks = await Promise.all([1, 2, 3].map(() => person.ask(declaration.calls.save, { projectName: '并发' })))
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [made, refused] = [clicks.find(({ success }) => success), clicks.find(({ success }) => !success)]
    expect(refused).toMatchObject({
      msg: '每个单位最多申报 1 个项目，贵单位已达到上限',
      data: { reasonCode: 'LIMIT', existingId: made?.data.id },
    })
  })

  test('its company and code are those of the register, whatever is sent on whatever call', async () => {
    const other = await createEnterprise(platform)
    const foreign = { commpanyName: other.unitName, organizationCode: other.organizationCode }
    const own = { commpanyName: company.unitName, organizationCode: company.organizationCode }
    const post = (call: { path: string }, body: object) => company.raw('POST', call.path, { body })
    const { data } = (await (await post(declaration.calls.save, { projectName: '改投', ...foreign })).json()) as {
      data: { id: string }
    }
    const id = data.id
    const seen = async (): Promise<object[]> => {
      const { records } = await company.get(declaration.calls.page, { projectName_equal: '改投' })
      return [await company.get(declaration.calls.detail, { id }), ...records]
    }
    expect(await seen()).toMatchObject([own, own])
    for (const call of [declaration.calls.save, declaration.calls.update])
      for (const sent of [foreign, { organizationCode: '91320500ABC' }, { organizationCode: '', commpanyName: null }]) {
        expect((await post(call, { id, ...sent })).status).toBe(200)
        expect(await seen()).toMatchObject([own, own])
      }
    expect((await other.ask(declaration.calls.detail, { id })).status).toBe(404)
    expect((await other.get(declaration.calls.page, {})).total).toBe(0)
  })

  test('a name that the register corrects is the name of what is still written', async () => {
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

  test('and of what is handed in, though nobody saved it since', async () => {
    const admin = await platform.admin()
    const renamed = await createEnterprise(platform)
    const { id: companyId } = await renamed.get(currentCompany.detail, {})
    const id = await saveDeclaration(renamed)
    const commpanyName = '苏州送审前更名有限公司'
    await admin.get(companies.calls.update, { id: companyId, commpanyName })
    expect((await submitAction(renamed, id, 'submit')).status).toBe(200)
    const frozen = await platform.db
      .selectFrom('declarationVersion')
      .select('snapshot')
      .where('pid', '=', id)
      .executeTakeFirstOrThrow()
    const { records } = await renamed.get(declaration.calls.page, {})
    const seen = [await renamed.get(declaration.calls.detail, { id }), ...records, frozen.snapshot as object]
    expect(seen).toMatchObject([{ commpanyName }, { commpanyName }, { information: { commpanyName } }])
  })
})

describe('a part is kept as it was typed', () => {
  test('right or wrong, and what is wrong does not reach the columns that lists read', async () => {
    const typed = {
      totalInvestment: 'eleven',
      startDate: 'tomorrow',
      province: '江苏',
      projectOverview: '长'.repeat(3000),
      projectName: ' 带空格 ',
      fiveGInvestment: -5,
      operators: '1,99',
    }
    await company.get(declaration.calls.update, { id: pid, ...typed } as never)
    expect(await company.get(declaration.calls.detail, { id: pid })).toMatchObject(typed)
    const { records } = await company.get(declaration.calls.page, { projectName_like: '带空格' })
    expect(records[0]).toMatchObject({
      id: pid,
      projectName: '带空格',
      totalInvestment: null,
      startDate: null,
      province: null,
    })
  })

  test('a code that stands in no dictionary is kept, shown nowhere, and bars the submission', async () => {
    const filled = documents(company, 23)
    filled.information = { ...filled.information, province: '990000', city: '990100', district: null }
    filled.facilities = { ...filled.facilities, network: { ...(filled.facilities?.network as object), operator: 9e9 } }
    pid = await saveDeclaration(company, filled)
    const told = (await statusOf()).missing.map(({ at, text }) => `${at} ${text[0]}`)
    expect(told).toEqual(
      expect.arrayContaining(['information.province 省份不在可选范围内', 'information.city 城市不在可选范围内']),
    )
    expect((await submitAction(company, pid, 'submit')).faults.map(({ at }) => at)).toEqual(
      expect.arrayContaining(['information.province', 'information.city', 'facilities.network.operator']),
    )
    const { records } = await company.get(declaration.calls.page, { id_equal: pid })
    expect(records[0]).toMatchObject({ province: null, city: null, operator: Number(filled.information?.operators) })
  })

  test('groups that are not sent stay, an empty list empties, unknown keys go', async () => {
    await company.get(factory.calls.save, {
      pid,
      factory: { factoryName: '一厂', evil: 1 },
      lines: [{ lineName: '甲线' }, { lineName: '乙线' }],
      evil: { a: 1 },
    } as never)
    await company.get(factory.calls.save, { pid, systems: [{ systemType: 1 }] } as never)
    const kept = await company.get(factory.calls.detail, { pid })
    expect(kept).toMatchObject({ factory: { factoryName: '一厂' }, systems: [{ systemType: 1 }] })
    expect(JSON.stringify(kept)).not.toContain('evil')
    expect(kept.lines).toHaveLength(2)
    await company.get(factory.calls.save, { pid, lines: [] })
    expect(await company.get(factory.calls.detail, { pid })).toMatchObject({
      lines: [],
      factory: { factoryName: '一厂' },
    })
  })

  test('rows get an id of their own and keep it; two rows never share one', async () => {
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

  test('what no database can hold is refused at its place', async () => {
    const answer = await company.ask(contact.calls.save, { pid, leaderName: 'a\u0000b' })
    expect(answer).toMatchObject({ status: 400, msg: '项目负责人含有无法保存的字符', faults: [{ at: 'leaderName' }] })
  })

  test('the change of a result in percent is computed by the server', async () => {
    const results = [
      { id: 'r1', indicator: 1, before: 100, after: 125, changePct: 999 },
      { id: 'r2', indicator: 2, before: 0, after: 5 },
      { id: 'r3', indicator: 3, before: 'x', after: 5 },
      { id: 'r4', indicator: 4, before: 3, after: 2 },
    ]
    await company.get(innovation.calls.save, { pid, results } as never)
    const kept = (await company.get(innovation.calls.detail, { pid })).results as { changePct: number | null }[]
    expect(kept.map(({ changePct }) => changePct)).toEqual([25, null, null, -33.3])
  })

  test('nothing was saved yet: the part is empty, its version 0', async () => {
    expect(await company.get(facilities.calls.detail, { pid })).toEqual({ pid, version: 0 })
  })

  test('each save is written down with the places it changed, without the values', async () => {
    await company.get(contact.calls.save, { pid, leaderName: '王明', leaderPhone: '19900001234' })
    await company.get(contact.calls.save, { pid, leaderPhone: '19900005678' })
    const lines = await platform.db
      .selectFrom('audit')
      .select(['verb', 'after'])
      .where('rowId', '=', pid)
      .where('entity', '=', 'declarationPart')
      .orderBy('id')
      .execute()
    expect(lines.slice(-2)).toEqual([
      { verb: 'save:contact', after: { version: 1, changed: ['leaderName', 'leaderPhone'] } },
      { verb: 'save:contact', after: { version: 2, changed: ['leaderPhone'] } },
    ])
  })

  test('the line names the declaration, and the places in words', async () => {
    await company.get(contact.calls.save, { pid, leaderName: '李明' })
    await company.get(factory.calls.save, {
      pid,
      factory: { factoryName: '一号工厂' },
      lines: [{ lineName: '一号线' }],
    } as never)
    const admin = await platform.admin()
    const told = async (verb: string) => {
      const [line] = (await admin.get(audit.calls.list, { rowId: pid, verb })).records
      const { changes } = await admin.get(audit.calls.detail, { id: line?.id ?? '' })
      return [line?.rowTitle, changes.find(({ name }) => name === 'changed')?.after]
    }
    expect(await told('save:contact')).toEqual([expect.stringContaining('项目'), '项目负责人'])
    expect(await told('save:factory')).toEqual([
      expect.stringContaining('项目'),
      '工厂概况 › 工厂名称、产线 › 产线名称',
    ])
  })
})

describe('two people write the same part', () => {
  test('the second is told what stands there now, and nothing of either is lost', async () => {
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

  test('at once: one is kept, the others are told', async () => {
    await company.get(contact.calls.save, { pid, leaderName: '甲' })
    const answers = await Promise.all(
      ['乙', '丙', '丁', '戊'].map((leaderName) => company.ask(contact.calls.save, { pid, leaderName, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('different parts do not disturb each other', async () => {
    const answers = await Promise.all([
      company.ask(contact.calls.save, { pid, leaderName: '甲', version: 0 }),
      company.ask(factory.calls.save, { pid, lines: [], version: 0 }),
      company.ask(facilities.calls.save, { pid, terminals: [], version: 0 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('how far it is', () => {
  test('a new one has begun its first part only; a full one has all and may be submitted', async () => {
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

  test('the states of the parts speak English too', async () => {
    const answer = await company.ask(declaration.calls.getStatus, { id: pid }, { 'blade-language': 'en' })
    expect(answer.data).toMatchObject({ name: 'Draft' })
    expect(answer.data.missing.length).toBeGreaterThan(10)
  })
})

describe('where nothing may be written any more', () => {
  test.each([10, 20, 30, 40, 50, 60, 80, 95, 99] as const)(
    'at %i every part is closed to its writer',
    async (stage) => {
      await setStage(platform, pid, stage)
      expect((await company.ask(declaration.calls.update, { id: pid, projectName: '改' })).status).toBe(403)
      expect((await company.ask(contact.calls.save, { pid, leaderName: '改' })).status).toBe(403)
      expect((await company.ask(declaration.calls.remove, { ids: pid })).msg).toBe('只能删除本单位的草稿或已撤回的申报')
      expect(await statusOf()).toMatchObject({ editable: 'none', missing: [] })
    },
  )

  test('a withdrawn one becomes a draft when somebody writes in it', async () => {
    await setStage(platform, pid, 90)
    await company.get(contact.calls.save, { pid, leaderName: '改' })
    expect((await statusOf()).status).toBe(0)
  })

  test('a draft can be removed by its company, and is gone', async () => {
    await company.get(declaration.calls.remove, { ids: pid })
    expect((await company.ask(declaration.calls.getStatus, { id: pid })).status).toBe(404)
    expect((await company.ask(contact.calls.save, { pid, leaderName: '改' })).status).toBe(404)
  })
})
