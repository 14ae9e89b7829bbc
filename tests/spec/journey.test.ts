import { beforeAll, describe, expect, test } from 'vitest'
import { portal } from '#contract/portal/portal.ts'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { template } from '#contract/project/template.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  documents,
  type Enterprise,
  openWindow,
  saveDeclaration,
  submitAction,
  suzhou,
} from '../support/scenario.ts'

let platform: Platform

beforeAll(async () => {
  platform = await openPlatform()
})

describe('a declaration from the open window to the project library', () => {
  let company: Enterprise
  let id: string
  const reviewers: Record<string, Awaited<ReturnType<typeof createStaff>>> = {}
  const stage = async () => (await company.get(declaration.calls.getStatus, { id })).status

  beforeAll(async () => {
    await openWindow(await platform.admin())
    company = await createEnterprise(platform)
    for (const [alias, region] of [
      ['city', suzhou],
      ['province_miit', '320000'],
      ['province_ca', '320000'],
      ['platform', null],
    ] as const)
      reviewers[alias] = await createStaff(platform, alias, region)
    for (const n of [1, 2, 3]) reviewers[`expert${n}`] = await createStaff(platform, 'expert')
  })

  test('an approved enterprise sees the open declaration window', async () => {
    const window = await company.get(template.calls.IsEnabledTemplate, {})
    expect(window).toMatchObject({ enabled: true, reasonCode: 'OK', templateName: '测试批次' })
  })

  test('the enterprise fills all parts and submits; the declaration gets a number and a frozen version', async () => {
    id = await saveDeclaration(company)
    const response = await submitAction(company, id, 'submit')
    expect(response.msg).toBe('操作成功')
    expect(response.data).toMatchObject({ status: 10, declareNo: `5G-2026-${suzhou}-00001` })
    const versions = await platform.db.selectFrom('declarationVersion').selectAll().where('pid', '=', id).execute()
    expect(versions).toHaveLength(1)
    expect(versions[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('the city office returns the declaration with a remark on one field, and only that field becomes editable', async () => {
    const { city } = reviewers
    if (!city) throw new Error('no reviewer')
    expect((await submitAction(city, id, 'claim')).data.status).toBe(20)
    const returned = await submitAction(city, id, 'return', {
      remarks: [{ at: 'contact.leaderPhone', text: '负责人手机打不通' }],
      comment: '请更正',
    })
    expect(returned.data.status).toBe(70)
    const status = await company.get(declaration.calls.getStatus, { id })
    expect(status.editable).toEqual(['contact.leaderPhone'])
    const response = await company.ask(contact.calls.save, { pid: id, leaderName: '李静' })
    expect(response).toMatchObject({ status: 403, msg: '退回修改时只能更改被指出的内容' })
    await company.get(contact.calls.save, { pid: id, leaderPhone: '19900009999' })
    expect((await submitAction(company, id, 'submit')).data.status).toBe(20)
    const differences = await city.get(declaration.calls.compare, { id })
    expect(differences).toEqual([
      {
        at: 'contact.leaderPhone',
        before: documents(company).contact?.leaderPhone,
        after: '19900009999',
        flagged: true,
      },
    ])
  })

  test('both province offices have to approve the declaration', async () => {
    const { city, province_miit: miit, province_ca: ca } = reviewers
    if (!city || !miit || !ca) throw new Error('no reviewer')
    expect((await submitAction(city, id, 'approve')).data.status).toBe(30)
    expect((await submitAction(miit, id, 'approve')).data.status).toBe(30)
    expect(await submitAction(miit, id, 'approve')).toMatchObject({ status: 409 })
    expect((await submitAction(ca, id, 'approve')).data.status).toBe(40)
  })

  test('the declaration passes the expert review with three scores without conflict of interest', async () => {
    const { platform: office } = reviewers
    const experts = [1, 2, 3].map((n) => reviewers[`expert${n}`])
    if (!office) throw new Error('no reviewer')
    expect(await submitAction(office, id, 'decideApprove')).toMatchObject({ status: 400 })
    await submitAction(office, id, 'assign', { experts: experts.map((one) => one?.id).join(',') })
    for (const expert of experts)
      if (expert) expect((await submitAction(expert, id, 'score', { conflict: 0, score: 90 })).success).toBe(true)
    expect((await submitAction(office, id, 'decideApprove')).data.status).toBe(50)
  })

  test('publishing adds a row to the project library and raises the home page figures by exactly one', async () => {
    const { platform: office } = reviewers
    if (!office) throw new Error('no reviewer')
    const count = async () => (await platform.visitor.get(portal.statistics)).Item[0]?.value ?? 0
    const jiangsu = async () =>
      (await platform.visitor.get(portal.nationalMap)).find(({ code }) => code === '320000')?.value
    const before = [await count(), await jiangsu()]
    expect((await submitAction(office, id, 'publish')).data.status).toBe(60)
    expect(await stage()).toBe(60)
    expect([await count(), await jiangsu()]).toEqual(before.map((n) => Number(n) + 1))
    const page = await company.get(library.calls.page, {})
    expect(page.total).toBe(1)
    expect(page.records[0]).toMatchObject({ pid: id, commpanyName: company.unitName })
    const timeline = (await company.get(declaration.calls.getStatus, { id })).timeline.map((step) => step.move)
    expect(timeline).toEqual([
      'submit',
      'claim',
      'cityReturn',
      'submit',
      'cityApprove',
      'provinceApprove',
      'provinceApprove',
      'assign',
      'score',
      'score',
      'score',
      'decideApprove',
      'publish',
    ])
  })
})
