import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { facilities } from '#contract/project/facilities.ts'
import { protection } from '#contract/project/protection.ts'
import { sql } from '#server/base/database/sql.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { submitAction, suzhou } from '../support/scenario.ts'

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

let id = ''
beforeEach(async () => {
  id = await review.beginDeclaration()
})

describe('submitting a declaration', () => {
  test('reports all faults at once', async () => {
    await review.company.get(contact.calls.save, { pid: id, leaderName: '', leaderPhone: '123' })
    await review.company.get(protection.calls.save, { pid: id, dishonest: 1 })
    const answer = await submitAction(review.company, id, 'submit', { confirmTruth: 0 })
    expect(answer).toMatchObject({ status: 400, msg: '请输入项目负责人' })
    expect(answer.faults).toEqual([
      { at: 'contact.leaderName', msg: '请输入项目负责人' },
      { at: 'contact.leaderPhone', msg: '手机号码长度不是11位' },
      { at: 'protection.dishonest', msg: '被列入失信名单的单位不得申报' },
      { at: 'confirmTruth', msg: '请勾选真实性承诺' },
    ])
    expect(await review.status()).toMatchObject({ status: 0, declareNo: null })
  })

  /** Submits with the commitment, or as a client that does not send it. */
  const submit = async (more: object = {}) => {
    const { status, faults } = await review.company.ask(declaration.calls.submitStatus, {
      id,
      action: 'submit',
      ...more,
    })
    return faults?.length ? faults.map(({ at, msg }) => `${at} ${msg}`) : status
  }
  const returned = async () => {
    await review.performAction('city', 'claim')
    await review.performAction('city', 'return', remarks('contact.leaderPhone', 'contact.email'))
    await review.company.get(contact.calls.save, { pid: id, leaderPhone: '19900009999' })
  }

  test('requires the commitment each time, and freezes it', async () => {
    expect(await submit()).toEqual(['contact.confirmTruth 请勾选真实性承诺'])
    expect(await submit({ confirmTruth: 0 })).toEqual(['confirmTruth 请勾选真实性承诺'])
    expect(await submit({ confirmTruth: 1 })).toBe(200)
    const version = platform.db.selectFrom('declarationVersion').selectAll().where('pid', '=', id)
    expect((await version.executeTakeFirst())?.snapshot).toMatchObject({ contact: { confirmTruth: 1 } })
    await returned()
    expect(await submit()).toEqual(['contact.confirmTruth 请勾选真实性承诺'])
    const { editable, unchanged, missing } = await review.status()
    expect({ editable, unchanged, missing }).toEqual({
      editable: ['contact.leaderPhone', 'contact.email'],
      unchanged: ['contact.email'],
      missing: [],
    })
    const unsent = async () => (await review.status()).unsent
    expect(await unsent()).toEqual(['contact.leaderPhone'])
    await platform.db.updateTable('declaration').set({ declareStatus: 99 }).where('id', '=', id).execute()
    // archived as it was not sent in time: the officers read the new value, which was not submitted
    expect([await unsent(), (await review.status()).unchanged]).toEqual([['contact.leaderPhone'], []])
    await platform.db.updateTable('declaration').set({ declareStatus: 70 }).where('id', '=', id).execute()
    expect(await submit({ confirmTruth: 1 })).toBe(200)
    expect(await unsent()).toEqual([])
    const changes = await review.person('city').get(declaration.calls.compare, { id })
    expect(changes.map(({ at }) => at)).toEqual(['contact.leaderPhone'])
  })

  test('takes the commitment from the contact, where clients of the specification save it', async () => {
    await review.company.get(contact.calls.save, { pid: id, confirmTruth: 0 })
    expect(await submit()).toEqual(['contact.confirmTruth 请勾选真实性承诺'])
    await review.company.get(contact.calls.save, { pid: id, confirmTruth: 1 })
    expect(await review.company.get(contact.calls.detail, { pid: id })).toMatchObject({ confirmTruth: 1 })
    expect(await submit()).toBe(200)
    await returned()
    expect(await submit()).toBe(200)
  })

  test('accepts the commitment with the contact also while only other fields are open', async () => {
    await review.performAction('company', 'submit')
    await returned()
    await review.company.get(contact.calls.save, { pid: id, confirmTruth: 1 })
    expect(await submit()).toBe(200)
  })

  test('assigns consecutive numbers and stores a snapshot with its SHA-256', async () => {
    await review.performAction('company', 'submit')
    const first = (await review.status()).declareNo as string
    id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    const second = (await review.status()).declareNo as string
    expect(first).toMatch(new RegExp(`^5G-2026-${suzhou}-\\d{5}$`))
    expect(Number(second.slice(-5))).toBe(Number(first.slice(-5)) + 1)
    const versions = await platform.db.selectFrom('declarationVersion').selectAll().where('pid', '=', id).execute()
    expect(versions.map(({ loop }) => loop)).toEqual([0])
    const { rows } = await sql<{
      text: string
    }>`select snapshot::text as text from declaration_version where pid = ${id}`.execute(platform.db)
    const snapshot = rows[0]?.text ?? '{}'
    expect(versions[0]?.hash).toBe(createHash('sha256').update(snapshot).digest('hex'))
    expect(JSON.parse(snapshot).information.projectName).toBe(review.projectName())
  })

  test('submits once for several requests at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => submitAction(review.company, id, 'submit')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { timeline } = await review.status()
    expect(timeline.map((step) => step.move)).toEqual(['submit'])
  })

  test('rejects a second project with the same name', async () => {
    await review.performAction('company', 'submit')
    const { declareNo } = await review.status()
    const projectName = review.projectName()
    const duplicateId = await review.beginDeclaration()
    await review.company.get(declaration.calls.update, { id: duplicateId, projectName: `${projectName}\u2060` })
    expect(await submitAction(review.company, duplicateId, 'submit')).toMatchObject({
      status: 400,
      msg: `同名项目已申报（${declareNo}），请勿重复提交`,
    })
  })

  test('keeps the number after withdrawal and resubmission', async () => {
    await review.performAction('company', 'submit')
    const { declareNo } = await review.status()
    expect(await review.performAction('company', 'withdraw')).toBe(90)
    await review.company.get(contact.calls.save, { pid: id, leaderTitle: '厂长' })
    expect(await review.performAction('company', 'submit')).toBe(10)
    expect((await review.status()).declareNo).toBe(declareNo)
  })
})

describe('a return for correction', () => {
  beforeEach(async () => {
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
  })

  test.each([
    [{}, 'remarks', '请至少指出一处需要修改的内容'],
    [{ remarks: [] }, 'remarks', '请至少指出一处需要修改的内容'],
    [{ remarks: [{ at: 'nowhere.field', text: '改' }] }, 'remarks.0.at', '所指内容不存在'],
    [{ remarks: [{ at: 'contact', text: '' }] }, 'remarks.0.text', '请输入修改要求'],
    [{ remarks: [{ text: '改' }] }, 'remarks.0.at', '请输入字段'],
  ])('with %j is rejected at %s: %s', async (overrides, at, msg) => {
    expect(await submitAction(review.person('city'), id, 'return', overrides as never)).toMatchObject({
      status: 400,
      faults: [{ at, msg }],
    })
    expect((await review.status()).status).toBe(20)
  })

  test('makes only the fields and parts with remarks editable', async () => {
    await review.performAction('city', 'return', remarks('contact.leaderPhone', 'protection'))
    const status = await review.status()
    expect(status).toMatchObject({
      status: 70,
      name: '退回修改',
      loop: 1,
      editable: ['contact.leaderPhone', 'protection'],
    })
    expect(status.remarks.map(({ text }) => text)).toEqual(['请更正 contact.leaderPhone', '请更正 protection'])
    expect(status.parts.filter(({ state }) => state === 3).map(({ code }) => code)).toEqual(['contact', 'protection'])
    await review.company.get(contact.calls.save, { pid: id, leaderPhone: '19900009999' })
    await review.company.get(protection.calls.save, { pid: id, recordNo: '备1', overview: '新' })
    const message = '退回修改时只能更改被指出的内容'
    const outside = await review.company.ask(contact.calls.save, {
      pid: id,
      leaderPhone: '19900008888',
      leaderName: '甲',
      tel: '1',
    })
    expect(outside).toMatchObject({ status: 403, msg: message })
    expect(outside.faults.map(({ at }) => at).sort()).toEqual(['contact.leaderName', 'contact.tel'])
    expect(await review.company.ask(declaration.calls.update, { id, projectName: '改' })).toMatchObject({
      status: 403,
      msg: message,
    })
    expect(await review.company.get(contact.calls.detail, { pid: id })).toMatchObject({ leaderPhone: '19900009999' })
  })

  test('with a remark on a row makes only that row editable, at any position', async () => {
    const { terminals } = await review.company.get(facilities.calls.detail, { pid: id })
    const [first, second, ...remaining] = terminals as { id: string; qty: number }[]
    await review.performAction('city', 'return', remarks(`facilities.terminals.${first?.id}`))
    const save = (rows: unknown[]) => review.company.ask(facilities.calls.save, { pid: id, terminals: rows } as never)
    expect((await save([...remaining, second, { ...first, qty: 7 }])).success).toBe(true)
    expect((await save([{ ...first, qty: 7 }, { ...second, qty: 7 }, ...remaining])).status).toBe(403)
    expect((await save([{ ...first, qty: 7 }, second, ...remaining, { terminalType: 1, qty: 1 }])).status).toBe(403)
  })

  test('goes back to the office that returned it, with old and new values side by side', async () => {
    await review.performAction('city', 'approve')
    await review.performAction('miit', 'return', remarks('contact.leaderPhone'))
    const before = (await review.company.get(contact.calls.detail, { pid: id })).leaderPhone
    await review.company.get(contact.calls.save, { pid: id, leaderPhone: '19900007777' })
    expect(await review.performAction('company', 'submit')).toBe(30)
    const changes = await review.person('ca').get(declaration.calls.compare, { id })
    expect(changes).toEqual([{ at: 'contact.leaderPhone', before, after: '19900007777', flagged: true }])
    expect((await review.status()).loop).toBe(1)
  })

  test('for the second time makes only the fields of the second remarks editable', async () => {
    await review.performAction('city', 'return', remarks('contact.leaderPhone'))
    await review.performAction('company', 'submit')
    await review.performAction('city', 'return', remarks('contact.tel'))
    expect(await review.status()).toMatchObject({ loop: 2, editable: ['contact.tel'] })
    expect((await review.company.ask(contact.calls.save, { pid: id, leaderPhone: '19900006666' })).status).toBe(403)
    await review.company.get(contact.calls.save, { pid: id, tel: '0512-1' })
    await review.performAction('company', 'submit')
    const changes = await review.person('city').get(declaration.calls.compare, { id })
    expect(changes.map(({ at, flagged }) => [at, flagged])).toEqual([['contact.tel', true]])
  })

  test('can be resubmitted after the window has closed', async () => {
    await review.performAction('city', 'return', remarks('contact.tel'))
    await platform.db.updateTable('template').set({ enabled: 0 }).where('id', '=', review.windowId).execute()
    expect(await review.performAction('company', 'submit')).toBe(20)
    await platform.db.updateTable('template').set({ enabled: 1 }).where('id', '=', review.windowId).execute()
  })
})
