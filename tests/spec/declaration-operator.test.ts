import { beforeAll, describe, expect, test } from 'vitest'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { template } from '#contract/project/template.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { remarks } from '../support/review.ts'
import {
  createEnterprise,
  createOfficers,
  documents,
  type Enterprise,
  openWindow,
  saveDeclaration,
  submitAction,
} from '../support/scenario.ts'

let platform: Platform
let windowId: string
let operator: Enterprise
let city: Caller

beforeAll(async () => {
  platform = await openPlatform()
  windowId = await openWindow(await platform.admin(), { accountTypes: '2' })
  operator = await createEnterprise(platform, { type: 2, unitName: '中国移动苏州分公司' })
  city = (await createOfficers(platform)).city as Caller
})

describe('declarations of operators (specification 001, section 1)', () => {
  test('a window for operators is closed to enterprises', async () => {
    const company = await createEnterprise(platform)
    const windowFor = (person: Caller) => person.get(template.calls.IsEnabledTemplate, {})
    expect(await windowFor(operator)).toMatchObject({ enabled: true, reasonCode: 'OK', unfinished: 0 })
    expect(await windowFor(company)).toMatchObject({ enabled: false, reasonCode: 'ACCOUNT_TYPE' })
    expect((await company.ask(declaration.calls.save, { projectName: '企业' })).status).toBe(400)
  })

  test('an operator submits, corrects and resubmits a declaration that other operators cannot change', async () => {
    const values = documents(operator)
    values.information = { ...values.information, operators: '1' }
    const id = await saveDeclaration(operator, values)
    const windowStatus = await operator.get(template.calls.IsEnabledTemplate, {})
    expect(windowStatus).toMatchObject({ reasonCode: 'LIMIT', existingId: id, existingStatus: 0, unfinished: 1 })
    const otherOperator = await createEnterprise(platform, { type: 2, unitName: '中国移动无锡分公司' })
    expect((await otherOperator.ask(declaration.calls.getStatus, { id })).status).toBe(404)
    expect((await operator.get(declaration.calls.getStatus, { id })).actions).toEqual(['submit'])
    expect((await submitAction(operator, id, 'submit')).data).toMatchObject({ status: 10 })
    expect((await operator.get(template.calls.IsEnabledTemplate, {})).unfinished).toBe(0)
    expect((await otherOperator.ask(contact.calls.save, { pid: id, tel: '1' })).status).toBe(403)
    expect((await submitAction(otherOperator, id, 'withdraw')).status).toBe(403)
    await submitAction(city, id, 'claim')
    expect((await submitAction(city, id, 'return', remarks('contact.tel'))).data.status).toBe(70)
    expect((await operator.get(template.calls.IsEnabledTemplate, {})).unfinished).toBe(1)
    await operator.get(contact.calls.save, { pid: id, tel: '0512-1' })
    expect((await submitAction(operator, id, 'submit')).data).toMatchObject({ status: 20 })
    const { records } = await operator.get(declaration.calls.page, {})
    expect(records).toMatchObject([{ id, commpanyName: operator.unitName, templateId: windowId }])
  })

  test('only the operator that owns a draft can remove it', async () => {
    const other = await createEnterprise(platform, { type: 2, unitName: '中国移动常州分公司' })
    const { id } = await other.get(declaration.calls.save, { projectName: '草稿' })
    expect((await operator.ask(declaration.calls.remove, { ids: id })).success).toBe(false)
    expect((await other.ask(declaration.calls.remove, { ids: id })).success).toBe(true)
  })
})
