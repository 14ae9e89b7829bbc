import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { material } from '#contract/project/material.ts'
import { template } from '#contract/project/template.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  creditCode,
  type Enterprise,
  openWindow,
  saveDeclaration,
  setStage,
  submitAction,
  uploadPdf,
} from '../support/scenario.ts'

let platform: Platform
let admin: Caller
let company: Enterprise

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  company = await createEnterprise(platform)
})

const day = 86_400_000
const at = (days: number) => wireTime(new Date(Date.now() + days * day))
const getWindow = () => company.get(template.calls.IsEnabledTemplate, {})
const save = () => company.ask(declaration.calls.save, { projectName: '新项目' })

beforeEach(async () => {
  await platform.db.updateTable('template').set({ isDeleted: 1 }).execute()
  await platform.db.updateTable('declaration').set({ isDeleted: 1 }).execute()
})

describe('whether a declaration window is open to a company (IsEnabledTemplate, specification 001, section 7)', () => {
  test('an open window has its name, its reason and the days left', async () => {
    const id = await openWindow(admin, { closeAt: at(9.5), guide: '请先阅读说明' })
    expect(await getWindow()).toMatchObject({
      enabled: true,
      reasonCode: 'OK',
      reason: '可以申报',
      templateId: id,
      templateName: '测试批次',
      year: '2026',
      daysLeft: 10,
      guide: '请先阅读说明',
      existingId: null,
      existingStatus: null,
      unfinished: 0,
      materials: [],
    })
  })

  test.each<[string, DraftPart, string, string | RegExp]>([
    ['not open yet', { openAt: at(2), closeAt: at(9) }, 'NOT_OPEN', /^申报将于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 开放$/],
    ['closed', { openAt: at(-9), closeAt: at(-1) }, 'CLOSED', /^申报已于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 截止$/],
    ['switched off', { enabled: 0 }, 'NOT_OPEN', '目前没有开放的申报'],
    ['for other provinces', { regions: '330000,440000' }, 'REGION', '本批次未向贵单位所在地区开放'],
    ['for other account types', { accountTypes: '2' }, 'ACCOUNT_TYPE', '本批次未向您的账号类型开放'],
  ])('a window that is %s is not open to the company: %s', async (_what, more, reasonCode, reason) => {
    await openWindow(admin, more)
    expect(await getWindow()).toMatchObject({
      enabled: false,
      reasonCode,
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
    const response = await save()
    expect(response).toMatchObject({ status: 400, data: { reasonCode } })
    expect((await company.get(declaration.calls.page, {})).total).toBe(0)
  })

  test.each<[string, DraftPart]>([
    ['for the province of the company', { regions: '320000' }],
    ['for several provinces', { regions: '330000,320000' }],
    ['for the account type of the company', { accountTypes: '1' }],
    ['for both account types', { accountTypes: '1,2' }],
  ])('a window %s lets the company declare', async (_what, more) => {
    await openWindow(admin, more)
    expect((await getWindow()).reasonCode).toBe('OK')
    expect((await save()).success).toBe(true)
  })

  test('nothing is open without a window', async () => {
    expect(await getWindow()).toMatchObject({
      enabled: false,
      reasonCode: 'NOT_OPEN',
      templateId: null,
      daysLeft: null,
    })
  })

  test('the open window counts, not the one that closes last', async () => {
    const open = await openWindow(admin, { templateName: '开放批次', closeAt: at(5) })
    await openWindow(admin, { templateName: '未来批次', openAt: at(10), closeAt: at(90) })
    expect(await getWindow()).toMatchObject({ reasonCode: 'OK', templateId: open, templateName: '开放批次' })
  })

  test('the limit is reached with one declaration in progress, which is named; a rejected one does not count', async () => {
    await openWindow(admin)
    const { data } = await save()
    expect(await getWindow()).toMatchObject({ reasonCode: 'LIMIT', existingId: data.id, existingStatus: 0 })
    expect(await save()).toMatchObject({ status: 409, data: { reasonCode: 'LIMIT', existingId: data.id } })
    await setStage(platform, data.id, 80)
    expect((await getWindow()).reasonCode).toBe('OK')
  })

  test('a company with a listed project needs a window that allows another declaration', async () => {
    const first = await openWindow(admin)
    const { data } = await save()
    await setStage(platform, data.id, 60)
    await platform.db.updateTable('template').set({ isDeleted: 1 }).where('id', '=', first).execute()
    await openWindow(admin)
    expect(await getWindow()).toMatchObject({
      reasonCode: 'ALREADY_LISTED',
      reason: '贵单位已有项目入库，本批次不再受理',
    })
    await platform.db.updateTable('template').set({ allowRedeclare: 1 }).execute()
    expect((await getWindow()).reasonCode).toBe('OK')
  })

  test('an invalid credit code and an unregistered company have their own reasons', async () => {
    await openWindow(admin)
    const getWindowFor = (organizationCode: string) => admin.get(template.calls.IsEnabledTemplate, { organizationCode })
    expect((await getWindowFor('123')).reasonCode).toBe('CODE_INVALID')
    expect((await getWindowFor(creditCode(654_321))).reasonCode).toBe('COMPANY_NOT_APPROVED')
    expect((await getWindowFor(company.organizationCode)).reasonCode).toBe('OK')
  })

  test('a user can query their own company only', async () => {
    await openWindow(admin, { regions: '320000' })
    const otherCompany = await createEnterprise(platform, { code: creditCode(4711, '330100') })
    const response = await otherCompany.get(template.calls.IsEnabledTemplate, {
      organizationCode: company.organizationCode,
    })
    expect(response.reasonCode).toBe('REGION')
  })

  test('the reasons are available in English', async () => {
    await openWindow(admin, { regions: '330000' })
    const response = await company.ask(template.calls.IsEnabledTemplate, {}, { 'blade-language': 'en' })
    expect(response.data.reason).toBe('This round is not open to your region')
  })
})

describe('a declaration window', () => {
  test('keeps drafts and rejects submissions with a message while closed, and accepts them when open again', async () => {
    const ids = await openWindow(admin)
    const id = await saveDeclaration(company)
    await admin.get(template.calls.close, { ids })
    const response = await submitAction(company, id, 'submit')
    expect(response).toMatchObject({ status: 400, msg: '申报窗口已关闭，暂不能提交；已填内容会保留' })
    expect(await company.get(declaration.calls.getStatus, { id })).toMatchObject({ status: 0, missing: [] })
    await admin.get(template.calls.open, { ids })
    expect((await submitAction(company, id, 'submit')).data.status).toBe(10)
  })

  test('must end after it begins', async () => {
    const id = await openWindow(admin)
    expect(await admin.ask(template.calls.update, { id, openAt: at(5), closeAt: at(5) })).toMatchObject({
      faults: [{ at: 'closeAt', msg: '截止时间应晚于开放时间' }],
    })
    expect((await admin.ask(template.calls.update, { id, closeAt: at(-5) })).msg).toBe('截止时间应晚于开放时间')
    expect((await admin.ask(template.calls.update, { id, openAt: at(99) })).msg).toBe('截止时间应晚于开放时间')
    expect((await admin.ask(template.calls.update, { id, closeAt: at(99) })).success).toBe(true)
    await expect(openWindow(admin, { openAt: at(5), closeAt: at(4) })).rejects.toThrow('截止时间应晚于开放时间')
  })

  test('cannot be removed while declarations use it', async () => {
    const ids = await openWindow(admin)
    await save()
    expect(await admin.ask(template.calls.remove, { ids })).toMatchObject({
      status: 400,
      msg: '模板已被申报使用，不能删除；可以关闭窗口',
    })
    await platform.db.updateTable('declaration').set({ isDeleted: 1 }).execute()
    expect((await admin.ask(template.calls.remove, { ids })).success).toBe(true)
  })
})

describe('the materials a window requires', () => {
  const materials = [
    { type: 1, title: '盖章申报书', required: 1, needSeal: 1 },
    { type: 3, required: 1 },
    { type: 5, title: '现场照片', required: 0 },
  ]

  test('are listed before the declaration starts, and each missing one blocks the submission by its name', async () => {
    await openWindow(admin, { materials })
    expect((await getWindow()).materials).toMatchObject([
      { type: 1, title: '盖章申报书', required: 1, needSeal: 1 },
      { type: 3 },
      { type: 5 },
    ])
    const id = await saveDeclaration(company)
    const messages = (await submitAction(company, id, 'submit')).faults.map(({ msg }) => msg)
    expect(messages[0]).toBe('缺少材料：盖章申报书')
    expect(messages).toHaveLength(2)
    expect(messages[1]).toMatch(/^缺少材料：[^\d]+$/)
    const files = [{ type: 1, attachId: await uploadPdf(company) }]
    await company.get(material.calls.save, { pid: id, files } as never)
    expect((await submitAction(company, id, 'submit')).faults.map(({ msg }) => msg)).toEqual([messages[1]])
    await company.get(material.calls.save, {
      pid: id,
      files: [...files, { type: 3, attachId: await uploadPdf(company) }],
    } as never)
    expect((await submitAction(company, id, 'submit')).data.status).toBe(10)
  })
})
