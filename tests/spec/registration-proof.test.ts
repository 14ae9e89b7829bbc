import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { messages } from '#contract/inbox/message.ts'
import { audit } from '#contract/log/audit.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { type RefusedLogin, registration as registrationCalls } from '#contract/registration.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { deleteUnusedFiles } from '#server/storage/delete-unused-files.ts'
import { approve, check } from '../support/approve.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import {
  createEnterprise,
  createStaff,
  creditCode,
  password,
  registration,
  requestToken,
  userIdOf,
} from '../support/scenario.ts'
import {
  adminRoleIdOf,
  assignPackage,
  createTenant,
  loginToTenant,
  openTenantPlatform,
  type Tenant,
} from '../support/tenants.ts'

/** What an approval of a registration rests on (docs/decisions/0098). */

let platform: Platform
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const english = { 'blade-language': 'en-US,en;q=0.9' }
const keyEnded = { code: 400, msg: '验证已过期，请重新登录后再试' }

/** Hands in a file with the key of a registration. */
const handIn = async (key: string, body: Buffer | string, { name = '授权委托书.pdf', kind = 1 } = {}) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(body))]), name)
  const path = `${registrationCalls.proof.path}?kind=${kind}`
  const response = await platform.visitor.raw('POST', path, { body: form, headers: { 'registration-key': key } })
  return (await response.json()) as { code: number; msg: string; data: { key: string } | null }
}

/** Begins an upload whose file goes on arriving until `finish`. */
const beginUpload = (key: string) => {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="late.pdf"\r\n\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'registration-key': key }
  let arrive = (_: string) => {}
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from(head))
      arrive = (rest) => {
        controller.enqueue(Buffer.from(rest))
        controller.close()
      }
    },
  })
  const url = `${platform.url}${registrationCalls.proof.path}?kind=1`
  const response = fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  const finish = async () => {
    arrive(`${pdfOf('late').toString('latin1')}\r\n--x--\r\n`)
    return (await response).json() as Promise<{ code: number }>
  }
  return { finish }
}

/** Corrects a registration after a login. */
const correct = async (account: string, changes: object) => {
  const key = await keyOf(account)
  const { values } = await platform.visitor.get(registrationCalls.read, { key })
  await platform.visitor.get(registrationCalls.resubmit, { ...values, ...changes, key } as never)
}

/** Registers, and keeps the key of the answer. */
const applicant = async (more: DraftPart = {}) => {
  const input = registration(platform, more)
  const { registrationKey: key = '' } = (await platform.visitor.get(auth.token, input)) as { registrationKey?: string }
  const account = String(input.account)
  return { key, code: String(input.code), account, id: await userIdOf(admin, account) }
}
const keyOf = async (account: string) => {
  const { data } = await requestToken(platform, { username: account, password: platform.encrypt(password) })
  return (data as RefusedLogin | null)?.registration?.key ?? ''
}
const pass = (id: string, more: object = {}) => admin.ask(user.calls.auditPass, { userIds: id, ...more })
const checkOf = async (id: string, by = admin) => (await by.get(user.calls.registrations, { userIds: id }))[0]
const answer = (by: Caller, userId: string, agrees: 0 | 1, reason?: string) =>
  by.ask(registrationCalls.answer, { userId, agrees, ...(reason ? { reason } : {}) })
const auditOf = async (id: string, verb: string) =>
  (await admin.get(audit.calls.list, { rowId_equal: id, verb_equal: verb })).records
const openTasksOf = async (person: Caller) =>
  (await person.get(messages.list, { kind: 'todo' })).records.filter(({ isDone }) => isDone === 0)

describe('the approval of a registration', () => {
  test('without one it needs the recorded check of the officer, which is audited, and names what is missing', async () => {
    const { id, account } = await applicant()
    expect(await checkOf(id)).toMatchObject({ isFirst: true, proof: null, answers: [], needsCheck: true })
    const missing = await pass(id)
    expect(missing).toMatchObject({ status: 400, faults: [{ at: 'check' }] })
    expect(missing.msg).toContain(`账号“${account}”缺少授权委托书或营业执照`)
    expect((await pass(id, { check: '  ' })).status).toBe(400)
    expect((await pass(id, { check: '已致电总机核实' })).success).toBe(true)
    const [entry] = (await admin.get(audit.calls.list, { rowId_equal: id, verb_equal: 'checkRegistration' })).records
    expect(entry).toMatchObject({ verbName: '核实身份' })
  })

  test('a refused registration that is enabled needs it too', async () => {
    const { id } = await applicant()
    await admin.get(user.calls.auditRefuse, { userIds: id, reason: '资料不全' })
    expect((await admin.ask(user.calls.enable, { userIds: id })).faults).toEqual([
      expect.objectContaining({ at: 'check' }),
    ])
    expect((await admin.ask(user.calls.enable, { userIds: id, check: '已核实' })).success).toBe(true)
  })

  test('clients of the family that send no check are told in their language, for each account, and nothing is changed', async () => {
    const [one, other] = [await applicant(), await applicant()]
    const userIds = `${one.id},${other.id}`
    const refusal = await admin.ask(user.calls.auditPass, { userIds }, english)
    expect(refusal.faults?.map(({ at }) => at)).toEqual(['check', 'check'])
    for (const { account } of [one, other])
      expect(refusal.faults?.some(({ msg }) => msg.startsWith(`The account “${account}” has no letter`))).toBe(true)
    await handIn(one.key, pdfOf('letter'))
    expect((await admin.ask(user.calls.auditPass, { userIds })).faults).toHaveLength(1)
    for (const { id } of [one, other]) expect((await admin.get(user.calls.detail, { id })).status).toBe(0)
    expect(await admin.ask(user.calls.auditPass, { userIds, check })).toMatchObject({ success: true })
    for (const { id } of [one, other]) {
      expect((await admin.get(user.calls.detail, { id })).status).toBe(1)
      expect(await auditOf(id, 'checkRegistration')).toHaveLength(1)
    }
  })

  test('somebody without an organisation needs none, nor an account that was approved before', async () => {
    const { id } = await applicant()
    const none = { organizationCode: null, accountType: null, unitName: null }
    await platform.db.updateTable('user').set(none).where('id', '=', id).execute()
    expect(await checkOf(id)).toMatchObject({ needsCheck: false, isFirst: true })
    const approved = await applicant()
    await approve(admin, approved.id)
    await admin.get(user.calls.disable, { userIds: approved.id, reason: '停用' })
    // what the approval rested on stays readable
    const checked = { needsCheck: false, checkNote: check, approvedAt: expect.stringMatching(/^20/) }
    expect(await checkOf(approved.id)).toMatchObject(checked)
    expect((await admin.ask(user.calls.enable, { userIds: approved.id })).success).toBe(true)
  })

  test('what it rests on is read by those who approve, of the accounts that they see', async () => {
    const { id } = await applicant()
    const reader = await createStaff(platform, 'city', '320500')
    expect((await reader.ask(user.calls.registrations, { userIds: id })).status).toBe(403)
    expect((await platform.visitor.ask(user.calls.registrations, { userIds: id })).status).toBe(401)
    expect(await admin.get(user.calls.registrations, { userIds: '1,999' })).toEqual([])
  })
})

describe('a proof', () => {
  test('a letter that was handed in with the key of the registration is enough; each key is used once', async () => {
    const { id, key, account } = await applicant()
    expect(await handIn(key, 'MZ', { name: 'letter.exe' })).toMatchObject({
      code: 400,
      msg: '证明材料只支持 pdf、jpg、png 格式',
    })
    expect((await handIn(key, 'no pdf')).code).toBe(400)
    const { data } = await handIn(key, pdfOf('letter'))
    expect(await handIn(key, pdfOf('again'))).toMatchObject({ code: 400, msg: '验证已过期，请重新登录后再试' })
    expect((await handIn(data?.key ?? '', pdfOf('licence'), { name: '营业执照.pdf', kind: 2 })).code).toBe(200)
    const { proof, needsCheck } = (await checkOf(id)) ?? {}
    expect([proof?.kind, proof?.name, needsCheck]).toEqual([2, '营业执照.pdf', false])
    expect((await pass(id)).success).toBe(true)
    // only those who approve and the owner read it
    const owner = await platform.login(account, password)
    const others = [await createEnterprise(platform), platform.visitor]
    const statusFor = async (person: Caller) => (await person.raw('GET', addressOf(proof?.id ?? ''))).status
    expect([await statusFor(admin), await statusFor(owner)]).toEqual([200, 200])
    for (const other of others) expect(await statusFor(other)).toBe(404)
    const { records } = await admin.get(attach.calls.list, { originalName: '营业执照' })
    expect(records).toEqual([])
  })

  test('uploads without a session are limited for each address', async () => {
    await sql`delete from allowance where key like 'proof:%'`.execute(platform.db)
    const codes: number[] = []
    for (let i = 0; i < 21; i++) codes.push((await handIn('x', pdfOf('x'))).code)
    expect([codes[0], codes[20]]).toEqual([400, 429])
    await sql`delete from allowance where key like 'proof:%'`.execute(platform.db)
  })

  test('a file that is refused gives the key back, and is not kept', async () => {
    const { key, id } = await applicant()
    const files = async () => (await platform.db.selectFrom('attach').select('id').execute()).length
    const before = await files()
    const refused: [Buffer | string, object, string, number?][] = [
      ['MZ', { name: 'letter.pdf' }, '内容'],
      [pdfOf('letter'), { name: 'letter.docx' }, '证明材料只支持 pdf、jpg、png 格式'],
      [Buffer.concat([pdfOf('letter'), Buffer.alloc(5 * 1024 * 1024)]), {}, '5 MB', 413],
      [pdfOf('letter'), { kind: 9 }, '材料类型'],
    ]
    for (const [body, more, words, code = 400] of refused) {
      const response = await handIn(key, body, more)
      expect([response.code, response.msg]).toEqual([code, expect.stringContaining(words)])
    }
    expect([await files(), (await checkOf(id))?.proof]).toEqual([before, null])
    expect((await handIn(key, pdfOf('letter'))).code).toBe(200)
  })

  test.each<[string, string, string]>([
    [
      'png',
      '营业执照.png',
      '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082',
    ],
    ['pdf in capital letters', '授权委托书.PDF', ''],
  ])('may be a picture, and its name may be in capital letters: %s', async (_, name, hex) => {
    const { key, id } = await applicant()
    expect((await handIn(key, hex ? Buffer.from(hex, 'hex') : pdfOf('letter'), { name, kind: 2 })).code).toBe(200)
    expect((await checkOf(id))?.proof).toMatchObject({ name, kind: 2 })
  })

  test('two uploads at the same time with one key leave one proof', async () => {
    const { key, id } = await applicant()
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((name) => handIn(key, pdfOf(name), { name: `${name}.pdf` })),
    )
    expect(responses.map(({ code }) => code).sort()).toEqual([200, 400, 400])
    expect(
      await platform.db.selectFrom('registrationProof').selectAll().where('userId', '=', id).execute(),
    ).toHaveLength(1)
  })

  test('needs a key: none, a foreign word, and the key of an account that was approved or removed are refused', async () => {
    const [approved, removed] = [await applicant(), await applicant()]
    await approve(admin, approved.id)
    await admin.get(user.calls.remove, { ids: removed.id })
    for (const key of ['', 'x', approved.key, removed.key])
      expect(await handIn(key, pdfOf('letter'))).toMatchObject(keyEnded)
    await sql`delete from allowance where key like 'proof:%'`.execute(platform.db)
  })

  test('handed in later, after a login with the right password, those who approve are told again', async () => {
    const { id, account } = await applicant()
    const tasks = () => platform.db.selectFrom('message').selectAll().where('businessId', '=', id).execute()
    const [first] = await tasks()
    expect((await handIn(await keyOf(account), pdfOf('letter'))).code).toBe(200)
    const [before, after] = [
      (await tasks()).find((task) => task.id === first?.id),
      (await tasks()).filter(({ doneAt }) => !doneAt),
    ]
    expect(before?.doneAt).not.toBeNull()
    expect(after).toEqual([expect.objectContaining({ title: expect.stringContaining('待审核') })])
    const { proof } = await platform.visitor.get(registrationCalls.read, { key: await keyOf(account) })
    // the applicant reads the name of the file, not its address
    expect(proof).toEqual({ kind: 1, name: '授权委托书.pdf', createTime: expect.any(String) })
  })

  test('the current one is kept, and one that was replaced is deleted like any file that nothing uses', async () => {
    const { id, key } = await applicant()
    const { data } = await handIn(key, pdfOf('first'))
    const first = (await checkOf(id))?.proof?.id ?? ''
    await handIn(data?.key ?? '', pdfOf('second'))
    const second = (await checkOf(id))?.proof?.id ?? ''
    const isUnused = async (fileId: string) =>
      (await platform.db.selectFrom('attach').select('unusedSince').where('id', '=', fileId).executeTakeFirstOrThrow())
        .unusedSince !== null
    await deleteUnusedFiles(platform.app)
    expect([await isUnused(first), await isUnused(second)]).toEqual([true, false])
  })

  test('that arrives when the registration has been approved is refused, and leaves the one of the approval', async () => {
    const { id, key } = await applicant()
    const { data } = await handIn(key, pdfOf('letter'))
    const files = async () => (await platform.db.selectFrom('attach').select('id').execute()).length
    const before = [await files(), (await checkOf(id))?.proof?.id]
    const late = beginUpload(data?.key ?? '')
    const keyHash = () =>
      platform.db.selectFrom('registration').select('keyHash').where('userId', '=', id).executeTakeFirst()
    await expect.poll(keyHash).toEqual({ keyHash: null })
    expect((await pass(id)).success).toBe(true)
    expect(await late.finish()).toMatchObject(keyEnded)
    const proofs = await platform.db.selectFrom('registrationProof').selectAll().where('userId', '=', id).execute()
    expect(proofs).toMatchObject([{ attachId: before[1], replacedAt: null }])
    const tasks = await platform.db.selectFrom('message').selectAll().where('businessId', '=', id).execute()
    expect([await files(), tasks.filter(({ kind, doneAt }) => kind === 'todo' && !doneAt)]).toEqual([before[0], []])
  })

  test('is neither renamed nor removed by those who manage attachments', async () => {
    const { id, key } = await applicant()
    await handIn(key, pdfOf('letter'))
    const file = (await checkOf(id))?.proof?.id ?? ''
    const codes = ['attach', 'attach_edit', 'attach_delete']
    const everything = await createScope(admin, { resourceCode: 'attach', scopeType: 1 })
    const manager = await createClerk(platform, 'file.remover', { codes, scopes: [everything] })
    expect((await manager.ask(attach.calls.submit, { id: file, originalName: '其他.pdf' })).status).toBe(404)
    expect((await manager.ask(attach.calls.remove, { ids: file })).status).toBe(404)
    expect((await checkOf(id))?.proof).toMatchObject({ name: '授权委托书.pdf' })
    expect((await admin.raw('GET', addressOf(file))).status).toBe(200)
  })

  test('is not read by those who manage attachments or accounts without approving them', async () => {
    const { id, key } = await applicant()
    await handIn(key, pdfOf('letter'))
    const file = (await checkOf(id))?.proof?.id ?? ''
    const codes = ['attach', 'attach_download', 'user', 'user_view']
    const again = await createClerk(platform, 'file.manager', { codes })
    expect((await again.raw('GET', addressOf(file))).status).toBe(404)
    const { records } = await again.get(attach.calls.list, { size: 200 })
    expect(records.some((row) => row.id === file)).toBe(false)
  })
})

describe('the accounts of the same company', () => {
  test('a clerk of the company is told of a later account, and confirms it instead', async () => {
    const clerk = await createEnterprise(platform)
    const { id } = await applicant({ code: clerk.organizationCode })
    const { latest } = await clerk.get(messages.overview, {})
    expect(latest[0]).toMatchObject({ title: '“王明”申请以本单位名义注册账号，请确认或提出异议', isDone: 0 })
    const [colleague] = await clerk.get(registrationCalls.colleagues, {})
    expect(colleague).toMatchObject({ id, phone: '199****1234', answer: null })
    const stranger = await createEnterprise(platform)
    expect(await stranger.get(registrationCalls.colleagues, {})).toEqual([])
    expect((await stranger.ask(registrationCalls.answer, { userId: id, agrees: 1 })).status).toBe(404)
    await clerk.get(registrationCalls.answer, { userId: id, agrees: 1 })
    const { records } = await clerk.get(messages.list, { kind: 'todo' })
    expect(records[0]).toMatchObject({ isDone: 1 })
    expect(await checkOf(id)).toMatchObject({ isFirst: false, answers: [{ account: clerk.account, agrees: true }] })
    expect((await pass(id)).success).toBe(true)
  })

  test('an objection has a reason, and the officer has to check in spite of a proof', async () => {
    const clerk = await createEnterprise(platform)
    const { id, key } = await applicant({ code: clerk.organizationCode })
    await handIn(key, pdfOf('letter'))
    const withoutReason = await clerk.ask(registrationCalls.answer, { userId: id, agrees: 0 })
    expect(withoutReason).toMatchObject({ status: 400, faults: [{ at: 'reason', msg: '请输入异议理由' }] })
    await clerk.get(registrationCalls.answer, { userId: id, agrees: 0, reason: '非本单位人员' })
    expect((await pass(id)).msg).toContain('本单位经办人对账号')
    expect((await pass(id, { check: '单位更正了答复' })).success).toBe(true)
  })

  test('several registrations are checked at once, each by its own proof and its own answers', async () => {
    const clerk = await createEnterprise(platform)
    const [proven, contested, unknown] = [
      await applicant({ code: clerk.organizationCode }),
      await applicant({ code: clerk.organizationCode }),
      await applicant(),
    ] as const
    await handIn(proven.key, pdfOf('letter'))
    await clerk.get(registrationCalls.answer, { userId: contested.id, agrees: 0, reason: '查无此人' })
    const userIds = [proven, contested, unknown].map(({ id }) => id).join(',')
    expect(await admin.get(user.calls.registrations, { userIds })).toMatchObject([
      { id: proven.id, isFirst: false, proof: { kind: 1 }, answers: [], needsCheck: false },
      { id: contested.id, isFirst: false, proof: null, answers: [{ reason: '查无此人' }], needsCheck: true },
      { id: unknown.id, isFirst: true, proof: null, answers: [], needsCheck: true },
    ])
    const rows = await clerk.get(registrationCalls.colleagues, {})
    expect(rows.map(({ id, answer: own }) => [id, own?.agrees ?? null])).toEqual([
      [proven.id, null],
      [contested.id, false],
    ])
    expect((await pass(userIds)).status).toBe(400)
  })

  test('answers are audited, and a clerk may change an answer while the account waits', async () => {
    const clerk = await createEnterprise(platform)
    const { id } = await applicant({ code: clerk.organizationCode })
    expect((await answer(clerk, id, 0, '非本单位人员')).success).toBe(true)
    expect((await answer(clerk, id, 1)).success).toBe(true)
    expect(await checkOf(id)).toMatchObject({ answers: [{ agrees: true, reason: null }], needsCheck: false })
    expect(await auditOf(id, 'objectToRegistration')).toMatchObject([{ verbName: '对注册提出异议' }])
    expect(await auditOf(id, 'confirmRegistration')).toMatchObject([{ verbName: '确认注册' }])
    await approve(admin, id)
    expect((await answer(clerk, id, 0, '太迟')).status).toBe(404)
    expect(await clerk.get(registrationCalls.colleagues, {})).toEqual([])
  })

  test('a clerk with many open tasks of registrations gets no more messages, and still reads the registration', async () => {
    const clerk = await createEnterprise(platform)
    await applicant({ code: clerk.organizationCode })
    const to = await userIdOf(admin, clerk.account)
    await sql`insert into message (tenant_id, to_user, kind, is_required, title, title_en, text, text_en, link, business_table,
        business_id)
      select tenant_id, to_user, kind, is_required, title, title_en, text, text_en, link, business_table, business_id
      from message, generate_series(1, 19) where to_user = ${to} and business_table = 'registration'`.execute(
      platform.db,
    )
    const { id } = await applicant({ code: clerk.organizationCode })
    expect(
      await platform.db
        .selectFrom('message')
        .selectAll()
        .where('businessId', '=', id)
        .where('toUser', '=', to)
        .execute(),
    ).toEqual([])
    expect((await clerk.get(registrationCalls.colleagues, {})).map((one) => one.id)).toContain(id)
  })

  test('an answer counts only as long as the clerk is active and belongs to the organisation', async () => {
    const clerk = await createEnterprise(platform)
    const { id } = await applicant({ code: clerk.organizationCode })
    await answer(clerk, id, 1)
    expect((await checkOf(id))?.needsCheck).toBe(false)
    await admin.get(user.calls.disable, { userIds: await userIdOf(admin, clerk.account), reason: '离职' })
    expect(await checkOf(id)).toMatchObject({ isFirst: true, answers: [], needsCheck: true })
  })

  test('another credit code ends the answers, the proof and the tasks, and tells the clerks of the other company', async () => {
    const [clerk, other] = [await createEnterprise(platform), await createEnterprise(platform)]
    const { id, key, account } = await applicant({ code: clerk.organizationCode })
    await handIn(key, pdfOf('letter'))
    await answer(clerk, id, 1)
    const next = await keyOf(account)
    const { values } = await platform.visitor.get(registrationCalls.read, { key: next })
    await platform.visitor.get(registrationCalls.resubmit, {
      ...values,
      key: next,
      code: other.organizationCode,
    } as never)
    expect(await checkOf(id)).toMatchObject({ proof: null, answers: [], needsCheck: true })
    expect(await openTasksOf(clerk)).toEqual([])
    expect(await openTasksOf(other)).toMatchObject([{ title: '“王明”申请以本单位名义注册账号，请确认或提出异议' }])
    expect(await clerk.get(registrationCalls.colleagues, {})).toEqual([])
    // approval ends the task of the clerk who did not answer
    await approve(admin, id)
    expect(await openTasksOf(other)).toEqual([])
  })

  test('a confirmation of one person does not count for another one, and the clerk is asked again', async () => {
    const clerk = await createEnterprise(platform)
    const { id, account } = await applicant({ code: clerk.organizationCode })
    await answer(clerk, id, 1)
    await correct(account, { email: 'other@example.com' })
    expect((await checkOf(id))?.needsCheck).toBe(false)
    await correct(account, { name: '李强', phone: '19900005678' })
    expect(await checkOf(id)).toMatchObject({ answers: [], needsCheck: true })
    expect(await openTasksOf(clerk)).toHaveLength(1)
  })

  test('an objection is not got rid of by another credit code and back', async () => {
    const clerk = await createEnterprise(platform)
    const { id, account } = await applicant({ code: clerk.organizationCode })
    await answer(clerk, id, 0, '非本单位人员')
    await correct(account, { code: creditCode(960_001) })
    expect((await checkOf(id))?.answers).toEqual([])
    await correct(account, { code: clerk.organizationCode })
    await handIn(await keyOf(account), pdfOf('letter'))
    expect(await checkOf(id)).toMatchObject({ answers: [{ agrees: false }], needsCheck: true })
    expect((await pass(id)).msg).toContain('提出异议')
  })

  test('an enterprise does not vouch for an operator with its own credit code, but may object to it', async () => {
    const clerk = await createEnterprise(platform)
    const { id, key } = await applicant({ code: clerk.organizationCode, type: 2, unitName: '中国移动苏州分公司' })
    await answer(clerk, id, 1)
    expect(await checkOf(id)).toMatchObject({ answers: [{ agrees: true }], needsCheck: true })
    await handIn(key, pdfOf('letter'))
    expect((await checkOf(id))?.needsCheck).toBe(false)
    await answer(clerk, id, 0, '非本单位人员')
    expect((await checkOf(id))?.needsCheck).toBe(true)
  })

  test('an officer from whom accounts are hidden does not read those of clerks', async () => {
    const clerk = await createEnterprise(platform)
    const { id } = await applicant({ code: clerk.organizationCode })
    await answer(clerk, id, 1)
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'status,unitName' })
    const officer = await createClerk(platform, 'user.masked', { codes: ['user', 'user_audit_pass'], scopes: [scope] })
    const check = await checkOf(id, officer)
    expect(check).toMatchObject({ id, answers: [{ agrees: true }] })
    expect(JSON.stringify(check)).not.toContain(clerk.account)
  })

  test('a clerk who leaves the company is no longer shown its registrations, nor the message about one', async () => {
    const clerk = await createEnterprise(platform)
    const { id } = await applicant({ code: clerk.organizationCode })
    expect(await openTasksOf(clerk)).toHaveLength(1)
    const elsewhere = { id: await userIdOf(admin, clerk.account), organizationCode: creditCode(940_001) }
    await admin.get(user.calls.update, elsewhere)
    const again = await platform.login(clerk.account, password)
    expect(await openTasksOf(again)).toMatchObject([{ title: '该事项已不在您的办理范围内', link: null }])
    expect(await again.get(registrationCalls.colleagues, {})).toEqual([])
    expect((await answer(again, id, 1)).status).toBe(404)
  })

  test('several clerks are all told; one answer closes the task of that clerk only, and each sees those of the others', async () => {
    const first = await createEnterprise(platform)
    const second = await createEnterprise(platform, { code: first.organizationCode, unitName: first.unitName })
    const { id } = await applicant({ code: first.organizationCode })
    expect([(await openTasksOf(first)).length, (await openTasksOf(second)).length]).toEqual([1, 1])
    await answer(first, id, 1)
    expect([(await openTasksOf(first)).length, (await openTasksOf(second)).length]).toEqual([0, 1])
    const [colleague] = await second.get(registrationCalls.colleagues, {})
    expect(colleague).toMatchObject({ answers: [{ account: first.account, agrees: true }], answer: null })
    // one objection is enough for a check
    await answer(second, id, 0, '不认识此人')
    expect((await pass(id)).msg).toContain('提出异议')
    await admin.get(user.calls.auditRefuse, { userIds: id, reason: '单位有异议' })
    expect(await second.get(registrationCalls.colleagues, {})).toEqual([])
  })

  test('staff and applicants have no colleagues, and whoever registers learns nothing about them', async () => {
    const { organizationCode: code } = await createEnterprise(platform)
    const [known, unknown] = [registration(platform, { code }), registration(platform, { code: creditCode(930_001) })]
    const answers = await Promise.all([known, unknown].map((input) => platform.visitor.ask(auth.token, input)))
    const shapes = answers.map(({ body }) => ({ ...(body as object), registrationKey: null }))
    expect(shapes[0]).toEqual(shapes[1])
    expect(await admin.get(registrationCalls.colleagues, {})).toEqual([])
    expect((await platform.visitor.ask(registrationCalls.colleagues, {})).status).toBe(401)
    const id = await userIdOf(admin, String(known.account))
    expect((await answer(admin, id, 1)).status).toBe(404)
  })
})

describe('in another tenant, the same credit code is another organisation', () => {
  let tenants: Platform
  let here: Tenant
  let there: Tenant
  beforeAll(async () => {
    tenants = (await openTenantPlatform()).platform
    here = await createTenant(tenants)
    there = await createTenant(tenants)
    await assignPackage(tenants, [here, there])
  })

  /** Registers in a tenant with this credit code; resolves to the id. */
  const registerIn = async ({ tenantId, admin: by }: Tenant, code: string) => {
    const input = registration(tenants, { tenantId, code })
    await tenants.visitor.get(auth.token, input)
    return { id: await userIdOf(by, String(input.account)), account: String(input.account) }
  }

  test('so its accounts are not told, cannot answer, and do not make a registration a later one', async () => {
    const code = creditCode(950_001)
    const { id: clerkId, account } = await registerIn(here, code)
    const roleIds = await adminRoleIdOf(here.admin)
    await here.admin.get(user.calls.grant, { userIds: clerkId, roleIds })
    await here.admin.get(user.calls.auditPass, { userIds: clerkId, check })
    const clerk = await loginToTenant(tenants, here.tenantId, account)
    const { id } = await registerIn(there, code)
    expect(await openTasksOf(clerk)).toEqual([])
    expect(await clerk.get(registrationCalls.colleagues, {})).toEqual([])
    expect((await answer(clerk, id, 1)).status).toBe(404)
    expect(await checkOf(id, there.admin)).toMatchObject({ isFirst: true, answers: [] })
    // and the officers of one tenant read nothing of the other
    expect(await checkOf(id, here.admin)).toBeUndefined()
    expect((await here.admin.ask(user.calls.auditPass, { userIds: id, check })).status).toBe(404)
    const { id: laterId } = await registerIn(here, code)
    expect(await checkOf(laterId, here.admin)).toMatchObject({ isFirst: false })
    // the clerk administers the tenant, so there is a task to approve it too
    const titles = (await openTasksOf(clerk)).map(({ title }) => title)
    expect(titles.filter((title) => title.includes('申请以本单位名义注册账号'))).toHaveLength(1)
    expect(titles.filter((title) => title.includes('待审核'))).toHaveLength(1)
  })
})
