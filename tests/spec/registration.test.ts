import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { consentCalls } from '#contract/consent.ts'
import { audit } from '#contract/log/audit.ts'
import { statement } from '#contract/news/statement.ts'
import { agreements } from '#contract/portal/agreements.ts'
import { company } from '#contract/project/company.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { type RefusedLogin, registration as registrationCalls } from '#contract/registration.ts'
import { dept } from '#contract/system/dept.ts'
import { user } from '#contract/system/user.ts'
import { approve } from '../support/approve.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  creditCode,
  password,
  register,
  registration,
  requestToken,
  setParameter,
  userIdOf,
} from '../support/scenario.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const send = (more: DraftPart = {}, headers: Record<string, string> = {}) =>
  platform.visitor.ask(auth.token, registration(platform, more), headers)
const passwordFields = (plain: string) => ({ password: platform.encrypt(plain), password2: platform.encrypt(plain) })
const english = { 'blade-language': 'en-US,en;q=0.9' }
const countAccounts = async () => (await platform.db.selectFrom('user').select('id').execute()).length

describe('the fields of the registration wizard (section 5)', () => {
  const requiredFields: [string, string, string][] = [
    ['unitName', '请填写单位名称', 'Organisation is required'],
    ['code', '请输入统一社会信用代码', 'Unified social credit code is required'],
    ['type', '请选择账号类型', 'Account type is required'],
    ['name', '请输入用户姓名', 'Real name is required'],
    ['account', '请填写用户账号', 'Account is required'],
    ['phone', '请填写手机', 'Phone is required'],
    ['email', '请填写邮箱', 'E-mail is required'],
    ['password', '请填写密码', 'Password is required'],
    ['password2', '请填写确认密码', 'Please confirm the password'],
  ]

  test.each(requiredFields)('a missing %s is rejected: %s', async (at, zh, en) => {
    const response = await send({ [at]: null })
    expect(response).toMatchObject({ status: 400, success: false, msg: zh, faults: [{ at, msg: zh }] })
    expect(response.faults).toHaveLength(1)
    expect((await send({ [at]: '' }, english)).msg).toBe(en)
  })

  test('an empty form gets all nine faults in order, the first as the message', async () => {
    const response = await platform.visitor.ask(auth.token, { grant_type: 'register' })
    expect(response.faults).toEqual(requiredFields.map(([at, msg]) => ({ at, msg })))
    expect(response.msg).toBe('请填写单位名称')
  })

  test.each([
    ['code', '91320500TTT000001', '统一社会信用代码应为18位数字或大写字母（不含 I、O、S、V、Z）'],
    [
      'code',
      creditCode(1).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      '统一社会信用代码校验位不正确，请核对营业执照',
    ],
    ['phone', '1990000123', '手机号码长度不是11位'],
    ['phone', '29900001234', '手机号码格式不正确'],
    ['email', 'nobody', '邮箱格式不正确'],
    ['account', '1abc', '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成'],
    ['unitName', '长'.repeat(101), '单位名称不能超过100个字'],
    ['name', '长'.repeat(21), '用户姓名不能超过20个字'],
    ['type', 'account', '账号类型的值不正确'],
  ])('%s %j is rejected: %s', async (at, value, msg) => {
    expect(await send({ [at]: value })).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test('a phone number may be written in common formats and is stored as eleven digits', async () => {
    const { account } = await register(platform, { phone: '+86 199-0000 ５６７８' })
    const rows = await platform.db.selectFrom('user').select('phone').where('account', '=', account).execute()
    expect(rows).toEqual([{ phone: '19900005678' }])
  })

  test('several invalid values are reported together', async () => {
    const response = await send({ code: 'x', phone: '1', email: 'x' })
    expect(response.faults.map(({ at }) => at)).toEqual(['code', 'phone', 'email'])
  })

  test('a phone number that is too short gets the English message of the specification', async () => {
    expect((await send({ phone: '1' }, english)).msg).toBe('phone number length is not 11')
  })
})

describe('the password of a registration', () => {
  test.each([
    ['Aa1@aaa', '密码长度不能少于8位'],
    ['Aa1@ aaaa', '密码不能包含空格'],
    ['Aa1@aaaa!', '密码只能由字母、数字和 @ - _ 组成'],
    ['aa1@aaaa', '密码至少包含一个大写字母'],
    ['AA1@AAAA', '密码至少包含一个小写字母'],
    ['Aaa@aaaa', '密码至少包含一个数字'],
    ['Aa1aaaaa', '密码至少包含 @ - _ 中的一个'],
    ['Aa@123aa', '密码不能包含三个连续递增或递减的数字'],
    ['Aa@321aa', '密码不能包含三个连续递增或递减的数字'],
    ['Password-1', '密码过于常见，请更换'],
  ])('%s is rejected: %s', async (plain, msg) => {
    expect(await send(passwordFields(plain))).toMatchObject({ status: 400, msg, faults: [{ at: 'password', msg }] })
  })

  test('must not contain the account', async () => {
    const response = await send({ account: 'chengchuan', ...passwordFields('Xx-chengchuan-9') })
    expect(response.msg).toBe('密码包含账号或单位名称，请更换')
  })

  test('must equal its confirmation', async () => {
    const response = await send({ password2: platform.encrypt('Vw-phqtz-935Kx') })
    const fault = { at: 'password2', msg: '两次密码输入不一致' }
    expect(response).toMatchObject({ status: 400, msg: fault.msg, faults: [fault] })
  })

  test('is rejected as plain text', async () => {
    const before = await countAccounts()
    expect(await send({ password, password2: password })).toMatchObject({ status: 400, success: false })
    expect(await countAccounts()).toBe(before)
  })

  test('is stored only as an argon2id hash', async () => {
    const { account } = await register(platform)
    const row = await platform.db
      .selectFrom('credential')
      .innerJoin('user', 'user.id', 'credential.userId')
      .select(['hash', 'isInitial'])
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ hash: expect.stringMatching(/^\$argon2id\$/), isInitial: false })
    const audit = await platform.db.selectFrom('audit').select('after').where('entity', '=', 'user').execute()
    expect(JSON.stringify(audit)).not.toMatch(/argon2|phqtz/)
  })
})

describe('an account name that exists already', () => {
  test('is rejected in both languages', async () => {
    const { account } = await register(platform)
    const response = await send({ account })
    expect(response).toMatchObject({ status: 400, msg: '登录账号已存在', faults: [{ at: 'account' }] })
    expect((await send({ account }, english)).msg).toBe('Account already exists')
  })

  test('is created once when six requests arrive at the same time', async () => {
    const before = await countAccounts()
    const responses = await Promise.all(Array.from({ length: 6 }, () => send({ account: 'all.at.once' })))
    expect(responses.filter(({ success }) => success)).toHaveLength(1)
    expect(responses.filter(({ msg }) => msg === '登录账号已存在')).toHaveLength(5)
    expect(await countAccounts()).toBe(before + 1)
  })
})

describe('the fields of a registration that are ignored', () => {
  test('include status, role, tenant and department', async () => {
    const roles = await platform.db.selectFrom('role').select('id').where('roleAlias', '=', 'administrator').execute()
    const forbiddenFields = {
      status: 1,
      roleId: roles[0]?.id,
      deptId: '1',
      tenantId: '999999',
      isDeleted: 0,
      operator: 1,
      region: '32',
    }
    const { account } = await register(platform, { ...forbiddenFields, createUser: '1' })
    const row = await platform.db.selectFrom('user').selectAll().where('account', '=', account).executeTakeFirst()
    expect(row).toMatchObject({ status: 0, roleId: null, deptId: null, operator: null, region: null, createUser: null })
    expect(row?.tenantId).toBe('000000')
  })
})

describe('after a registration (section 4)', () => {
  const login = (account: string) => requestToken(platform, { username: account, password: platform.encrypt(password) })

  test('the message asks the applicant to wait', async () => {
    expect((await send()).msg).toBe('注册申请已提交,请耐心等待管理员通过!')
  })

  test('the applicant cannot log in before approval, and learns this only with the correct password', async () => {
    const { account } = await register(platform)
    expect(await login(account)).toMatchObject({ status: 400, msg: '账号正在等待管理员审核，审核通过后即可登录' })
    const response = await requestToken(platform, { username: account, password: platform.encrypt('Wrong-955-Qa') })
    expect(response.msg).toBe('用户名或密码错误')
  })

  test('accounts awaiting approval are first in the list of users', async () => {
    const { account } = await register(platform)
    const { records } = await admin.get(user.calls.page, { size: 1 })
    expect(records[0]).toMatchObject({ account, status: 0, statusName: '待审核' })
  })

  test('an approved applicant has the role of the account type, a registered company with a department, and can log in', async () => {
    const registered = await register(platform)
    const id = await userIdOf(admin, registered.account)
    await approve(admin, id)
    const person = await admin.get(user.calls.detail, { id })
    expect(person).toMatchObject({ status: 1, roleName: '企业用户', unitName: registered.unitName })
    const { records } = await admin.get(company.calls.page, { organizationCode: registered.organizationCode })
    expect(records).toEqual([
      expect.objectContaining({ commpanyName: registered.unitName, province: '320000', city: '320500' }),
    ])
    expect(records[0]?.deptId).toBe(person.deptId)
    expect(await admin.get(dept.calls.detail, { id: person.deptId })).toMatchObject({ fullName: registered.unitName })
    expect((await login(registered.account)).access_token).toEqual(expect.any(String))
  })

  test('a second account of the same company joins the same department', async () => {
    const first = await createEnterprise(platform)
    const second = await createEnterprise(platform, { code: first.organizationCode, unitName: first.unitName })
    const { total } = await admin.get(company.calls.page, { organizationCode: first.organizationCode })
    expect(total).toBe(1)
    const [one, other] = await Promise.all([first.get(user.calls.info, {}), second.get(user.calls.info, {})])
    expect(one.deptId).toBe(other.deptId)
  })

  test('a rejected applicant learns the reason with the correct password', async () => {
    const { account } = await register(platform)
    const userIds = await userIdOf(admin, account)
    await admin.get(user.calls.auditRefuse, { userIds })
    expect((await login(account)).msg).toBe('账号未通过审核或已停用')
    await admin.get(user.calls.auditRefuse, { userIds, reason: '营业执照与单位名称不符' })
    expect((await login(account)).msg).toBe('账号未通过审核或已停用：营业执照与单位名称不符')
    const response = await requestToken(platform, { username: account, password: platform.encrypt(password) }, english)
    expect(response.msg).toBe('The account was rejected or disabled: 营业执照与单位名称不符')
  })

  test('approving an active account changes nothing', async () => {
    const person = await createEnterprise(platform)
    const id = await userIdOf(admin, person.account)
    const before = await admin.get(user.calls.detail, { id })
    await approve(admin, id)
    expect(await admin.get(user.calls.detail, { id })).toEqual(before)
    expect((await person.ask(user.calls.info, {})).success).toBe(true)
  })

  test('several accounts are approved together or not at all', async () => {
    const [one, other] = [await register(platform), await register(platform, { type: 2, unitName: '澄川网络服务公司' })]
    const ids = [await userIdOf(admin, one.account), await userIdOf(admin, other.account)]
    const response = await admin.ask(user.calls.auditPass, { userIds: ids.join(',') })
    expect(response).toMatchObject({ status: 400, msg: `请先在账号“${other.account}”中选择所属运营商` })
    expect(await admin.get(user.calls.detail, { id: ids[0] })).toMatchObject({ status: 0 })
  })

  test('the operator is derived from the unit name', async () => {
    const { account } = await register(platform, { type: 2, unitName: '中国电信苏州分公司' })
    const { records } = await admin.get(user.calls.page, { account_equal: account })
    expect(records[0]).toMatchObject({ accountType: 2, operator: 2, operatorName: '中国电信' })
  })
})

describe('an applicant whose registration was refused', () => {
  const login = (account: string, plain = password) =>
    requestToken(platform, { username: account, password: platform.encrypt(plain) })
  const keyOf = async (account: string) =>
    ((await login(account)).data as RefusedLogin | null)?.registration ?? { key: '', state: null }
  const refused = async () => {
    const registered = await register(platform)
    const id = await userIdOf(admin, registered.account)
    await admin.get(user.calls.auditRefuse, { userIds: id, reason: '信用代码与单位名称不符' })
    return { ...registered, id }
  }
  const { read, resubmit } = registrationCalls

  test('reads all values after the right password, without a session, and never a password', async () => {
    const { account, unitName, organizationCode } = await refused()
    expect((await login(account, 'Wrong-955-Qa')).data).toBeNull()
    const { key, state } = await keyOf(account)
    expect(state).toBe('refused')
    const application = await platform.visitor.get(read, { key })
    expect(application).toEqual({
      state: 'refused',
      submitTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      reason: '信用代码与单位名称不符',
      proof: null,
      values: {
        ...{ unitName, code: organizationCode, type: 1, name: '王明', account },
        ...{ phone: '19900001234', email: expect.stringMatching(/@example.com$/) },
      },
    })
  })

  test('corrects them and waits again, and those who approve are told', async () => {
    const { account, id } = await refused()
    const { key } = await keyOf(account)
    const { values } = await platform.visitor.get(read, { key })
    const wrong = await platform.visitor.ask(resubmit, { ...values, key, phone: '1' } as never)
    expect(wrong).toMatchObject({ status: 400, faults: [{ at: 'phone' }] })
    const code = creditCode(7_100)
    const before = { submitTime: '2020-01-01T00:00:00Z' }
    await platform.db.updateTable('registration').set(before).where('userId', '=', id).execute()
    const forbidden = { status: 1, roleId: '1', region: '00', reason: 'x' }
    await platform.visitor.get(resubmit, { ...values, ...forbidden, key, unitName: '苏州改名有限公司', code } as never)
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({
      ...{ status: 0, reason: null, unitName: '苏州改名有限公司', organizationCode: code, roleId: '', region: null },
    })
    const messages = await platform.db.selectFrom('message').selectAll().where('businessId', '=', id).execute()
    expect(messages.filter(({ doneAt }) => doneAt === null)).toEqual([
      expect.objectContaining({ title: '注册账号“苏州改名有限公司”待审核' }),
    ])
    const [entry] = (await admin.get(audit.calls.list, { rowId_equal: id, verb_equal: 'resubmit' })).records
    expect(entry).toMatchObject({ verbName: '修改并重新提交' })
    // the key was used up
    expect(await platform.visitor.ask(read, { key })).toMatchObject({
      status: 400,
      msg: '验证已过期，请重新登录后再试',
    })
    const next = await keyOf(account)
    expect(next).toMatchObject({ state: 'waiting' })
    const { submitTime } = await platform.visitor.get(read, { key: next.key })
    expect(submitTime > '2020-01-02').toBe(true)
  })

  test('cannot take over an account: approved ones get no key, also when they are disabled, and approval ends a key', async () => {
    const registered = await register(platform)
    const id = await userIdOf(admin, registered.account)
    const { key } = await keyOf(registered.account)
    expect((await platform.visitor.ask(read, { key })).success).toBe(true)
    await approve(admin, id)
    expect((await platform.visitor.ask(read, { key })).status).toBe(400)
    await admin.get(user.calls.disable, { userIds: id, reason: '停用' })
    expect((await login(registered.account)).data).toBeNull()
    expect((await platform.visitor.ask(read, { key: '' })).status).toBe(400)
  })
})

describe('the parameter account.registerUser', () => {
  test('closes and reopens the registration', async () => {
    await setParameter(admin, 'account.registerUser', 'false')
    const before = await countAccounts()
    expect(await send()).toMatchObject({ status: 403, msg: '注册已关闭' })
    expect((await send({}, english)).msg).toBe('Registration is closed')
    expect(await countAccounts()).toBe(before)
    await setParameter(admin, 'account.registerUser', 'true')
    expect((await send()).success).toBe(true)
  })
})

describe('the agreement to the statements of the site (docs/decisions/0099)', () => {
  const both = [
    { code: 'terms', title: '用户协议', version: 1 },
    { code: 'privacy', title: '隐私政策', version: 1 },
  ]
  const consentsOf = async (account: string) =>
    admin.get(consentCalls.ofAccount, { id: await userIdOf(admin, account) })
  const pending = (person: Caller) => person.get(consentCalls.pendingAgreements)
  /** A registration as other clients send it, or that agrees to this. */
  const enter = (consents?: string) => createEnterprise(platform, { consents })

  test('is offered with the versions in force, in both languages', async () => {
    expect(await platform.visitor.get(agreements.list)).toEqual(both)
    const { data } = await platform.visitor.ask(agreements.list, undefined, english)
    expect(data.map(({ title }) => title)).toEqual(['Terms of use', 'Privacy policy'])
  })

  test('is stored with version and time, where administrators see it, and not asked for again', async () => {
    const person = await enter('terms:1,privacy:1')
    expect(await pending(person)).toEqual([])
    const createTime = expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const stored = await consentsOf(person.account)
    expect(stored).toHaveLength(2)
    expect(stored).toEqual(expect.arrayContaining(both.map((one) => ({ ...one, createTime }))))
  })

  test('is missing in a registration of another client: it is asked for after the login, and nothing is refused', async () => {
    const person = await enter(undefined)
    expect(await pending(person)).toEqual(both)
    expect((await person.ask(declaration.calls.page, {})).success).toBe(true)
    await person.get(consentCalls.agree, { consents: 'terms:1' })
    expect(await pending(person)).toEqual([both[1]])
    await person.get(consentCalls.agree, { consents: 'terms:1,privacy:1' })
    expect(await pending(person)).toEqual([])
    expect(await consentsOf(person.account)).toHaveLength(2)
  })

  test.each(['privacy:2,terms:0', 'site:1', 'everything'])('%s agrees to nothing', async (consents) => {
    const person = await enter(consents)
    expect(await consentsOf(person.account)).toEqual([])
    expect(await pending(person)).toEqual(both)
  })

  test('is asked for again after a new version, not after a corrected text; the earlier one stays', async () => {
    const person = await enter('terms:1,privacy:1')
    const { records } = await admin.get(statement.calls.list, { size: 50 })
    const id = records.find(({ code }) => code === 'privacy')?.id ?? ''
    await admin.get(statement.calls.update, { id, content: '<p>更正错别字</p>' })
    expect(await pending(person)).toEqual([])
    await admin.get(statement.calls.update, { id, content: '<p>新的政策</p>', isMaterial: 1 })
    const renewed = { code: 'privacy', title: '隐私政策', version: 2 }
    expect(await pending(person)).toEqual([renewed])
    await person.get(consentCalls.agree, { consents: 'privacy:2' })
    expect(await pending(person)).toEqual([])
    expect((await consentsOf(person.account)).map(({ code, version }) => `${code} ${version}`)).toEqual([
      'privacy 2',
      'terms 1',
      'privacy 1',
    ])
  })

  test('is not asked of staff; consents are read within the data scope, and stay when an account is removed', async () => {
    const clerk = await createStaff(platform, 'city', '320500')
    expect(await pending(clerk)).toEqual([])
    const person = await enter('terms:1')
    const id = await userIdOf(admin, person.account)
    expect(await clerk.ask(consentCalls.ofAccount, { id })).toMatchObject({ status: 403 })
    await admin.get(user.calls.remove, { ids: id })
    expect(await admin.ask(consentCalls.ofAccount, { id })).toMatchObject({ status: 404 })
    await admin.get(user.calls.restore, { ids: id })
    expect(await admin.get(consentCalls.ofAccount, { id })).toMatchObject([{ code: 'terms', version: 1 }])
  })
})
