import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { messages } from '#contract/inbox/message.ts'
import { loginSessions } from '#contract/login-sessions.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { upload } from '#contract/storage/upload.ts'
import { user } from '#contract/system/user.ts'
import { pngOf } from '#server/seed/demo/samples.ts'
import { type Caller, callerFor, openPlatform, type Platform } from '../support/platform.ts'
import {
  callerWithToken,
  createEnterprise,
  type Enterprise,
  password,
  requestLogin,
  requestToken,
  sessionEndedResponse,
  setParameter,
  uploadFile,
} from '../support/scenario.ts'

let platform: Platform

let person: Enterprise
let other: Enterprise
beforeAll(async () => {
  platform = await openPlatform()
  person = await createEnterprise(platform)
  other = await createEnterprise(platform)
})

const personalInfo = { realName: '王明', name: '小王' }
const contacts = { phone: '19900001234', email: 'wang@example.com' }
const save = (who: Caller, more: DraftPart = {}) =>
  who.ask(user.calls.updateInfo, { ...personalInfo, phone: contacts.phone, ...more })
const saveContacts = (who: Caller, more: DraftPart = {}, plain = password, headers = {}) =>
  who.ask(user.calls.updateContacts, { ...contacts, password: platform.encrypt(plain), ...more }, headers)
const info = (who: Caller) => who.get(user.calls.info, {})

const putPicture = async (who: Caller, path = upload.putFile.path): Promise<{ link: string; attachId: string }> => {
  const response = await uploadFile(who, 'me.png', pngOf([9, 99, 199]), path)
  return ((await response.json()) as { data: { link: string; attachId: string } }).data
}
const statusOf = async (link: string) => (await fetch(platform.url + link)).status

const loginFrom = async (account: string, agent: string, plain = password) => {
  const headers = { 'user-agent': agent }
  return requestToken(platform, { username: account, password: platform.encrypt(plain) }, headers)
}
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.49'

describe('the personal information (real name, user name, phone, e-mail)', () => {
  test('is stored, returned, part of the session, and recorded in the audit log', async () => {
    expect(await save(person, { realName: '王小明', name: '明' })).toMatchObject({ success: true, data: null })
    const row = await info(person)
    expect(row).toMatchObject({ ...personalInfo, realName: '王小明', name: '明', updateUser: row.id })
    expect(await person.get(auth.userInfo)).toMatchObject({ real_name: '王小明', nick_name: '明' })
    const audit = await platform.db
      .selectFrom('audit')
      .selectAll()
      .where('verb', '=', 'updateInfo')
      .where('rowId', '=', row.id)
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      createUser: row.id,
      entity: 'user',
      before: { real_name: '王明' },
      after: { real_name: '王小明' },
    })
  })

  test('changes only its own fields of the current user, whatever else is sent', async () => {
    const before = await info(person)
    const otherInfo = await info(other)
    const input = {
      id: otherInfo.id,
      userId: otherInfo.id,
      account: 'admin2',
      status: -1,
      isDeleted: 1,
      roleId: '1',
      deptId: '1',
      postId: '1',
      accountType: 2,
      operator: 1,
      region: '00',
      userType: 2,
      organizationCode: otherInfo.organizationCode,
      unitName: '别家',
      code: 'x',
      createUser: '1',
      reason: 'x',
    }
    expect((await save(person, input)).success).toBe(true)
    const {
      updateTime: _,
      rowVersion: __,
      ...after
    } = (await info(person)) as Awaited<ReturnType<typeof info>> & { rowVersion?: string }
    expect(after).toEqual({ ...before, ...personalInfo, updateTime: undefined, rowVersion: undefined })
    expect(await info(other)).toEqual(otherInfo)
  })

  test.each([
    [{ phone: '' }, 'phone', '手机号码不能为空', 'phone number cannot be empty'],
    [{ realName: ' ' }, 'realName', '请输入用户姓名', 'Real name is required'],
    [{ name: '长'.repeat(21) }, 'name', '用户昵称不能超过20个字', 'Nickname must have at most 20 characters'],
  ])('%j is rejected at its field in both languages, and nothing is stored', async (more, at, zh, en) => {
    const before = await info(person)
    expect(await save(person, more)).toMatchObject({ status: 400, msg: zh, faults: [{ at, msg: zh }] })
    const inEnglish = await person.ask(
      user.calls.updateInfo,
      { ...personalInfo, phone: contacts.phone, ...more },
      { 'blade-language': 'en' },
    )
    expect(inEnglish).toMatchObject({ msg: en, faults: [{ at }] })
    expect(await info(person)).toEqual(before)
  })

  test('may contain contacts as they are or masked, as clients of the family send them; a changed one is refused there', async () => {
    const before = await info(person)
    const elsewhere = '修改本人的手机号码或邮箱，请到“个人中心”输入登录密码后修改'
    for (const phone of [before.phone, '199****1234', '+86 199 0000 1234'])
      expect(await save(person, { phone, email: before.email })).toMatchObject({ success: true })
    expect(await save(person, { phone: '19900009999' })).toMatchObject({
      status: 400,
      msg: elsewhere,
      faults: [{ at: 'phone', msg: elsewhere }],
    })
    expect(await save(person, { email: 'other@example.com' })).toMatchObject({ faults: [{ at: 'email' }] })
    expect(await info(person)).toMatchObject({ phone: before.phone, email: before.email })
  })

  test('requires a session', async () => {
    for (const endpoint of [
      user.calls.updateInfo,
      loginSessions.sessions,
      loginSessions.endOthers,
      loginSessions.end,
      loginSessions.logins,
      user.calls.updateContacts,
    ])
      expect(await platform.visitor.ask(endpoint as never, personalInfo as never)).toMatchObject(sessionEndedResponse)
  })
})

describe('the contacts of the current user', () => {
  test('change with the password only; a wrong one counts as a failed login', async () => {
    const who = await createEnterprise(platform)
    const before = await info(who)
    const next = { phone: '19900007777', email: '' }
    expect(await saveContacts(who, { ...next, password: '' })).toMatchObject({
      faults: [{ at: 'password', msg: '修改手机号码或邮箱须输入登录密码' }],
    })
    for (let n = 0; n < 5; n++)
      expect(await saveContacts(who, next, 'Wrong-word-935Kd')).toMatchObject({
        msg: '登录密码不正确',
        faults: [{ at: 'password' }],
      })
    expect((await saveContacts(who, next)).msg).toContain('登录失败次数过多')
    expect(await info(who)).toMatchObject({ phone: before.phone, email: before.email })
    await platform.db.deleteFrom('loginFailure').execute()
    expect(await saveContacts(who, next)).toMatchObject({ status: 200, data: null })
    expect(await info(who)).toMatchObject({ phone: next.phone, email: null })
  })

  test.each([
    [{ phone: '' }, 'phone', '手机号码不能为空', 'phone number cannot be empty'],
    [{ phone: '1990000' }, 'phone', '手机号码长度不是11位', 'phone number length is not 11'],
    [{ phone: '29900001234' }, 'phone', '手机号码格式不正确', 'The phone number is not valid'],
    [{ email: 'wang@example' }, 'email', '邮箱格式不正确', 'The e-mail address is not valid'],
  ])('%j is rejected at its field in both languages', async (more, at, zh, en) => {
    expect(await saveContacts(person, more)).toMatchObject({ status: 400, msg: zh, faults: [{ at, msg: zh }] })
    const inEnglish = await saveContacts(person, more, password, { 'blade-language': 'en' })
    expect(inEnglish).toMatchObject({ msg: en, faults: [{ at }] })
  })

  test('are announced to their owner, also if an administrator changes them', async () => {
    const who = await createEnterprise(platform)
    const { id } = await info(who)
    await saveContacts(who, { phone: '19900006666', email: 'new@example.com' })
    const admin = await platform.admin()
    await admin.get(user.calls.update, { id, phone: '19900005555' })
    const { records } = await who.get(messages.list, {})
    const title = '您账号的手机号码或邮箱已修改'
    expect(records.filter((message) => message.title === title)).toHaveLength(2)
  })

  test('cannot be changed by a person who may edit accounts, for their own account, without the password', async () => {
    const admin = await platform.admin()
    const { id } = await info(admin)
    expect(await admin.ask(user.calls.update, { id, phone: '19900004444' })).toMatchObject({
      status: 400,
      faults: [{ at: 'phone' }],
    })
  })
})

describe('the avatar', () => {
  test('is the link returned by put-file and can be downloaded', async () => {
    const { link } = await putPicture(person)
    expect((await save(person, { avatar: link })).success).toBe(true)
    expect((await info(person)).avatar).toBe(link)
    expect(await person.get(auth.userInfo)).toMatchObject({ avatar: link })
    expect(await statusOf(link)).toBe(200)
  })

  test('stays when it is not sent; a new one replaces it, and the old address answers 404', async () => {
    const { link } = await putPicture(person)
    await save(person, { avatar: link })
    await save(person)
    expect((await info(person)).avatar).toBe(link)
    const { link: next } = await putPicture(person)
    await save(person, { avatar: next })
    expect([await statusOf(link), await statusOf(next)]).toEqual([404, 200])
  })

  test('is the default picture after it is emptied', async () => {
    const { link } = await putPicture(person)
    await save(person, { avatar: link })
    expect((await save(person, { avatar: '' })).success).toBe(true)
    expect((await info(person)).avatar).toBeNull()
    expect(await person.get(auth.userInfo)).toMatchObject({ avatar: expect.stringMatching(/^data:image\/svg/) })
    expect(await statusOf(link)).toBe(404)
  })

  test('cannot be a link of another user, of an attachment or of another site', async () => {
    const { link } = await putPicture(person)
    await save(person, { avatar: link })
    const otherPicture = await putPicture(other)
    const document = await putPicture(person, upload.putFileAttach.path)
    const removed = await putPicture(person)
    await platform.db.updateTable('attach').set({ isDeleted: 1 }).where('id', '=', removed.attachId).execute()
    const rejection = { status: 400, msg: '请先上传头像图片', faults: [{ at: 'avatar', msg: '请先上传头像图片' }] }
    for (const avatar of [
      ...[
        otherPicture.link,
        document.link,
        removed.link,
        `${document.link}&key=x`,
        `${link}&x=1`,
        `https://example.com${link}`,
      ],
      ...[
        'https://example.com/a.png',
        'javascript:alert(1)',
        '//example.com/a.png',
        'data:image/png;base64,AA',
        '1',
        `${upload.download.path}?id=9999999999999999999`,
      ],
    ])
      expect([avatar, await save(person, { avatar })]).toEqual([avatar, expect.objectContaining({ status: 400 })])
    expect(await save(person, { avatar: otherPicture.link, realName: '不应保存' })).toMatchObject(rejection)
    expect(await info(person)).toMatchObject({ avatar: link, realName: personalInfo.realName })
    expect([await statusOf(link), await statusOf(otherPicture.link)]).toEqual([200, 200])
  })
})

describe('changing the password', () => {
  const change = (who: Caller, old: string, plain: string) =>
    who.ask(user.calls.updatePassword, {
      ...(old ? { oldPassword: platform.encrypt(old) } : {}),
      newPassword: platform.encrypt(plain),
      newPassword1: platform.encrypt(plain),
    })

  test('requires the old password; requests without it do not count as failed attempts', async () => {
    const newUser = await createEnterprise(platform)
    for (let n = 0; n < 6; n++)
      expect(await change(newUser, '', 'Nw-phqtz-935Kd')).toMatchObject({
        msg: '请输入原密码',
        faults: [{ at: 'oldPassword' }],
      })
    expect((await change(newUser, password, 'Nw-phqtz-935Kd')).success).toBe(true)
    expect(await newUser.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
  })
})

describe('the sessions of the account', () => {
  test('show start, last use, address and browser, and which one is current', async () => {
    const { account } = await createEnterprise(platform)
    const caller = callerWithToken(platform, await loginFrom(account, chrome))
    await loginFrom(account, wechat)
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const common = {
      id: expect.any(String),
      startedAt: moment,
      refreshedAt: moment,
      activeAt: moment,
      address: '127.0.0.1',
    }
    const [first, ...rest] = await caller.get(loginSessions.sessions, {})
    expect(first).toEqual({ ...common, browser: 'Chrome 126，Windows 10/11', isCurrent: 1 })
    expect(rest).toContainEqual({ ...common, browser: '微信 8，iPhone', isCurrent: 0 })
    expect(rest.every(({ isCurrent }) => isCurrent === 0)).toBe(true)
    const inEnglish = await caller.get(loginSessions.sessions, {}, { 'blade-language': 'en' })
    expect(inEnglish.map(({ browser }) => browser)).toContain('WeChat 8, iPhone')
  })

  test('are only the active sessions of the current account', async () => {
    const newUser = await createEnterprise(platform)
    const loggedOut = callerWithToken(platform, await requestLogin(platform, newUser.account))
    await loggedOut.get(auth.logout)
    const expired = await requestLogin(platform, newUser.account)
    const all = await newUser.get(loginSessions.sessions, {})
    expect(all).toHaveLength(2)
    const id = all.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    await platform.db.updateTable('session').set({ refreshEnds: '2020-01-01 00:00:00' }).where('id', '=', id).execute()
    expect((await newUser.get(loginSessions.sessions, {})).map(({ isCurrent }) => isCurrent)).toEqual([1])
    expect(expired.access_token).toBeTruthy()
  })

  test('end except for the current one on request, which returns their number and leaves other accounts alone', async () => {
    const newUser = await createEnterprise(platform)
    const others = [await loginFrom(newUser.account, chrome), await loginFrom(newUser.account, wechat)]
    expect(await newUser.get(loginSessions.endOthers, {})).toEqual({ ended: 2 })
    for (const tokens of others) {
      expect(await callerWithToken(platform, tokens).ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
      const refreshed = await platform.visitor.ask(auth.refresh, { refresh_token: String(tokens.refresh_token) })
      expect(refreshed).toMatchObject({ status: 400, success: false })
    }
    expect((await newUser.ask(auth.userInfo)).success).toBe(true)
    expect((await person.ask(auth.userInfo)).success).toBe(true)
    expect(await newUser.get(loginSessions.sessions, {})).toHaveLength(1)
    expect(await newUser.get(loginSessions.endOthers, {})).toEqual({ ended: 0 })
  })

  test('end one by one: only those of the caller, and not the current one', async () => {
    const newUser = await createEnterprise(platform)
    const elsewhere = callerWithToken(platform, await loginFrom(newUser.account, chrome))
    const [current, another] = await newUser.get(loginSessions.sessions, {})
    expect(await other.ask(loginSessions.end, { id: another?.id ?? '' })).toMatchObject({ status: 404 })
    expect(await newUser.ask(loginSessions.end, { id: current?.id ?? '' })).toMatchObject({ status: 400 })
    expect(await newUser.ask(loginSessions.end, { id: another?.id ?? '' })).toMatchObject({ status: 200 })
    expect(await elsewhere.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    expect(await newUser.get(loginSessions.sessions, {})).toHaveLength(1)
  })

  test('are at most as many as the parameter allows: a further login ends the one that was inactive longest', async () => {
    const newUser = await createEnterprise(platform)
    const admin = await platform.admin()
    await setParameter(admin, 'account.maxSessions', '2')
    await loginFrom(newUser.account, chrome)
    await loginFrom(newUser.account, wechat)
    expect(await newUser.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    await setParameter(admin, 'account.maxSessions', '0')
    const again = callerWithToken(platform, await loginFrom(newUser.account, chrome))
    expect(await again.get(loginSessions.sessions, {})).toHaveLength(3)
  })

  test('are recorded in the audit log when they are ended', async () => {
    const newUser = await createEnterprise(platform)
    const { id } = await info(newUser)
    await loginFrom(newUser.account, chrome)
    await newUser.get(loginSessions.endOthers, {})
    const lines = await platform.db.selectFrom('audit').selectAll().where('verb', '=', 'endOthers').execute()
    expect(lines.find(({ rowId }) => rowId === id)).toMatchObject({
      createUser: id,
      entity: 'user',
      after: { ended: 1 },
    })
  })
})

describe('recent logins', () => {
  const linesOf = async (account: string) => {
    const rows = platform.db.selectFrom('login').innerJoin('user', 'user.id', 'login.userId')
    return (await rows.select('login.outcome').where('user.account', '=', account).execute()).length
  }

  test('show success and failure, newest first, with time, address, browser and method', async () => {
    const { account } = await createEnterprise(platform)
    await loginFrom(account, wechat, 'Wrong-word-935Kd')
    const caller = callerWithToken(platform, await loginFrom(account, chrome))
    const common = {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      address: '127.0.0.1',
      way: 'password',
      wayName: '账号密码',
    }
    const [first, second, third] = await caller.get(loginSessions.logins, {})
    expect(first).toEqual({ ...common, browser: 'Chrome 126，Windows 10/11', outcome: 1, outcomeName: '成功' })
    expect(second).toEqual({ ...common, browser: '微信 8，iPhone', outcome: 0, outcomeName: '密码错误' })
    expect(third).toMatchObject({ outcome: 1 })
    const [inEnglish] = await caller.get(loginSessions.logins, {}, { 'blade-language': 'en' })
    expect(inEnglish).toMatchObject({ wayName: 'Password', outcomeName: 'Succeeded' })
  })

  test('are those of the current account, at most 20, and without token refreshes', async () => {
    const newUser = await createEnterprise(platform)
    const tokens = await requestLogin(platform, newUser.account)
    const refreshed = await platform.visitor.ask(auth.refresh, { refresh_token: String(tokens.refresh_token) })
    expect(refreshed.status).toBe(200)
    expect(await newUser.get(loginSessions.logins, {})).toHaveLength(2)
    const { id } = await info(newUser)
    const line = { userId: id, way: 'password', outcome: 1, address: '10.0.0.1', agent: '' }
    const lines = Array.from({ length: 25 }, (_, n) => ({
      ...line,
      at: new Date(Date.now() - (n + 60) * 1000).toISOString(),
    }))
    await platform.db.insertInto('login').values(lines).execute()
    const logins = await newUser.get(loginSessions.logins, {})
    expect(logins).toHaveLength(20)
    expect(logins.map(({ at }) => at)).toEqual(
      logins
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(await other.get(loginSessions.logins, {})).not.toContainEqual(
      expect.objectContaining({ address: '10.0.0.1' }),
    )
  })

  test('do not include an unknown account name, which gets the same response', async () => {
    const rows = platform.db.selectFrom('login').select('id').where('userId', 'is not', null)
    const count = async () => (await rows.execute()).length
    const { account } = await createEnterprise(platform)
    const before = await count()
    const [wrongPassword, unknownAccount] = [
      await requestLogin(platform, account, 'Wrong-word-935Kd'),
      await requestLogin(platform, 'nobody.at.all', 'Wrong-word-935Kd'),
    ]
    expect(unknownAccount).toEqual(wrongPassword)
    expect(await count()).toBe(before + 1)
  })

  test('have one attempt a minute while the account is locked', async () => {
    const { account } = await createEnterprise(platform)
    await setParameter(await platform.admin(), 'account.failCount', '3')
    for (let n = 0; n < 8; n++) await requestLogin(platform, account, 'Wrong-word-935Kd')
    expect(await linesOf(account)).toBe(1 + 3 + 1)
  })

  test('include logins by the token call with the grant captcha', async () => {
    const { account } = await createEnterprise(platform)
    const input = { username: account, password: platform.encrypt(password) }
    const tokens = await requestToken(platform, { ...input, grant_type: 'captcha' })
    const caller = callerFor(platform.url, String(tokens.access_token))
    expect((await caller.get(loginSessions.logins, {})).map(({ way }) => way)).toEqual(['password', 'password'])
  })
})
