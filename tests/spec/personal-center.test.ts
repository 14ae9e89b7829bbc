import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { currentAccount } from '#contract/current-account.ts'
import type { Typed } from '#contract/project/completeness.ts'
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

const own = { realName: '王明', name: '小王', phone: '19900001234', email: 'wang@example.com' }
const save = (who: Caller, more: Typed = {}) => who.ask(user.calls.updateInfo, { ...own, ...more })
const info = (who: Caller) => who.get(user.calls.info, {})

const putPicture = async (who: Caller, path = upload.putFile.path): Promise<{ link: string; attachId: string }> => {
  const answer = await uploadFile(who, 'me.png', pngOf([9, 99, 199]), path)
  return ((await answer.json()) as { data: { link: string; attachId: string } }).data
}
const shows = async (link: string) => (await fetch(platform.url + link)).status

/** A login from a device of this kind. */
const loginFrom = async (account: string, agent: string, plain = password) => {
  const headers = { 'user-agent': agent }
  return requestToken(platform, { username: account, password: platform.encrypt(plain) }, headers)
}
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.49'

describe('personal info: real name, user name, phone, e-mail', () => {
  test('is kept, shown, told by the session, and leaves a line in the audit', async () => {
    expect(await save(person, { realName: '王小明', name: '明' })).toMatchObject({ success: true, data: null })
    const row = await info(person)
    expect(row).toMatchObject({ ...own, realName: '王小明', name: '明', updateUser: row.id })
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

  test('changes the own row only and nothing beside it, whatever else is sent', async () => {
    const before = await info(person)
    const stranger = await info(other)
    const sent = {
      id: stranger.id,
      userId: stranger.id,
      account: 'admin2',
      status: -1,
      isDeleted: 1,
      tenantId: '000001',
      roleId: '1',
      deptId: '1',
      postId: '1',
      accountType: 2,
      operator: 1,
      region: '00',
      userType: 2,
      organizationCode: stranger.organizationCode,
      unitName: '别家',
      code: 'x',
      createUser: '1',
      reason: 'x',
    }
    expect((await save(person, sent)).success).toBe(true)
    const { updateTime: _, ...after } = await info(person)
    expect(after).toEqual({ ...before, ...own, updateTime: undefined })
    expect(await info(other)).toEqual(stranger)
  })

  test.each([
    [{ phone: '' }, 'phone', '手机号码不能为空', 'phone number cannot be empty'],
    [{ phone: '1990000' }, 'phone', '手机号码长度不是11位', 'phone number length is not 11'],
    [{ phone: '29900001234' }, 'phone', '手机号码格式不正确', 'The phone number is not valid'],
    [{ email: 'wang@example' }, 'email', '邮箱格式不正确', 'The e-mail address is not valid'],
    [{ realName: ' ' }, 'realName', '请输入用户姓名', 'Please enter: Real name'],
    [{ name: '长'.repeat(21) }, 'name', '用户昵称不能超过20个字', 'Nickname may have 20 characters at most'],
  ])('%j is refused at its field in both languages, and nothing is kept', async (more, at, zh, en) => {
    const before = await info(person)
    expect(await save(person, more)).toMatchObject({ status: 400, msg: zh, faults: [{ at, msg: zh }] })
    const inEnglish = await person.ask(user.calls.updateInfo, { ...own, ...more }, { 'blade-language': 'en' })
    expect(inEnglish).toMatchObject({ msg: en, faults: [{ at }] })
    expect(await info(person)).toEqual(before)
  })

  test('an e-mail may be left out', async () => {
    expect((await save(person, { email: '' })).success).toBe(true)
    expect((await info(person)).email).toBeNull()
  })

  test('asks for a session', async () => {
    for (const endpoint of [
      user.calls.updateInfo,
      currentAccount.sessions,
      currentAccount.endOthers,
      currentAccount.logins,
    ])
      expect(await platform.visitor.ask(endpoint as never, own as never)).toMatchObject(sessionEndedResponse)
  })
})

describe('the avatar', () => {
  test('is the link that put-file gave; everybody who is shown it can see it', async () => {
    const { link } = await putPicture(person)
    expect((await save(person, { avatar: link })).success).toBe(true)
    expect((await info(person)).avatar).toBe(link)
    expect(await person.get(auth.userInfo)).toMatchObject({ avatar: link })
    expect(await shows(link)).toBe(200)
  })

  test('stays when it is not named; another one takes its place and its address', async () => {
    const { link } = await putPicture(person)
    await save(person, { avatar: link })
    await save(person)
    expect((await info(person)).avatar).toBe(link)
    const { link: next } = await putPicture(person)
    await save(person, { avatar: next })
    expect([await shows(link), await shows(next)]).toEqual([404, 200])
  })

  test('empty is the picture everybody starts with', async () => {
    const { link } = await putPicture(person)
    await save(person, { avatar: link })
    expect((await save(person, { avatar: '' })).success).toBe(true)
    expect((await info(person)).avatar).toBeNull()
    expect(await person.get(auth.userInfo)).toMatchObject({ avatar: expect.stringMatching(/^data:image\/svg/) })
    expect(await shows(link)).toBe(404)
  })

  test('cannot be a link of somebody else, of an attachment, or of another site', async () => {
    const { link } = await putPicture(person)
    await save(person, { avatar: link })
    const theirs = await putPicture(other)
    const document = await putPicture(person, upload.putFileAttach.path)
    const removed = await putPicture(person)
    await platform.db.updateTable('attach').set({ isDeleted: 1 }).where('id', '=', removed.attachId).execute()
    const words = { status: 400, msg: '请先上传头像图片', faults: [{ at: 'avatar', msg: '请先上传头像图片' }] }
    for (const avatar of [
      ...[
        theirs.link,
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
    expect(await save(person, { avatar: theirs.link, realName: '不应保存' })).toMatchObject(words)
    expect(await info(person)).toMatchObject({ avatar: link, realName: own.realName })
    expect([await shows(link), await shows(theirs.link)]).toEqual([200, 200])
  })
})

describe('change password: old, new, confirm', () => {
  const change = (who: Caller, old: string, plain: string) =>
    who.ask(user.calls.updatePassword, {
      ...(old ? { oldPassword: platform.encrypt(old) } : {}),
      newPassword: platform.encrypt(plain),
      newPassword1: platform.encrypt(plain),
    })

  test('without the old one asks for it, and that counts as no try', async () => {
    const one = await createEnterprise(platform)
    for (let n = 0; n < 6; n++)
      expect(await change(one, '', 'Nw-phqtz-935Kd')).toMatchObject({
        msg: '请输入原密码',
        faults: [{ at: 'oldPassword' }],
      })
    expect((await change(one, password, 'Nw-phqtz-935Kd')).success).toBe(true)
    expect(await one.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
  })
})

describe('the sessions of this account', () => {
  test('say since when, last used when, from where and in which browser, and which one asks', async () => {
    const { account } = await createEnterprise(platform)
    const here = callerWithToken(platform, await loginFrom(account, chrome))
    await loginFrom(account, wechat)
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const common = { id: expect.any(String), startedAt: moment, refreshedAt: moment, address: '127.0.0.1' }
    const [first, ...rest] = await here.get(currentAccount.sessions, {})
    expect(first).toEqual({ ...common, browser: 'Chrome 126，Windows 10/11', isCurrent: 1 })
    expect(rest).toContainEqual({ ...common, browser: '微信 8，iPhone', isCurrent: 0 })
    expect(rest.every(({ isCurrent }) => isCurrent === 0)).toBe(true)
    const inEnglish = await here.get(currentAccount.sessions, {}, { 'blade-language': 'en' })
    expect(inEnglish.map(({ browser }) => browser)).toContain('WeChat 8, iPhone')
  })

  test('are only those that live, and only the own', async () => {
    const one = await createEnterprise(platform)
    const left = callerWithToken(platform, await requestLogin(platform, one.account))
    await left.get(auth.logout)
    const expired = await requestLogin(platform, one.account)
    const all = await one.get(currentAccount.sessions, {})
    expect(all).toHaveLength(2)
    const id = all.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    await platform.db.updateTable('session').set({ refreshEnds: '2020-01-01 00:00:00' }).where('id', '=', id).execute()
    expect((await one.get(currentAccount.sessions, {})).map(({ isCurrent }) => isCurrent)).toEqual([1])
    expect(expired.access_token).toBeTruthy()
  })

  test('the others end at once, told how many; the one that asks and everybody else go on', async () => {
    const one = await createEnterprise(platform)
    const others = [await loginFrom(one.account, chrome), await loginFrom(one.account, wechat)]
    expect(await one.get(currentAccount.endOthers, {})).toEqual({ ended: 2 })
    for (const told of others) {
      expect(await callerWithToken(platform, told).ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
      const refreshed = await platform.visitor.ask(auth.refresh, { refresh_token: String(told.refresh_token) })
      expect(refreshed).toMatchObject({ status: 400, success: false })
    }
    expect((await one.ask(auth.userInfo)).success).toBe(true)
    expect((await person.ask(auth.userInfo)).success).toBe(true)
    expect(await one.get(currentAccount.sessions, {})).toHaveLength(1)
    expect(await one.get(currentAccount.endOthers, {})).toEqual({ ended: 0 })
  })

  test('leaves a line in the audit', async () => {
    const one = await createEnterprise(platform)
    const { id } = await info(one)
    await loginFrom(one.account, chrome)
    await one.get(currentAccount.endOthers, {})
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

  test('tell success and failure, newest first, with time, address, browser and way', async () => {
    const { account } = await createEnterprise(platform)
    await loginFrom(account, wechat, 'Wrong-word-935Kd')
    const here = callerWithToken(platform, await loginFrom(account, chrome))
    const common = {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      address: '127.0.0.1',
      way: 'password',
      wayName: '账号密码',
    }
    const [first, second, third] = await here.get(currentAccount.logins, {})
    expect(first).toEqual({ ...common, browser: 'Chrome 126，Windows 10/11', outcome: 1, outcomeName: '成功' })
    expect(second).toEqual({ ...common, browser: '微信 8，iPhone', outcome: 0, outcomeName: '密码错误' })
    expect(third).toMatchObject({ outcome: 1 })
    const [inEnglish] = await here.get(currentAccount.logins, {}, { 'blade-language': 'en' })
    expect(inEnglish).toMatchObject({ wayName: 'Password', outcomeName: 'Logged in' })
  })

  test('are the own, at most 20, and a refresh is none', async () => {
    const one = await createEnterprise(platform)
    const told = await requestLogin(platform, one.account)
    const refreshed = await platform.visitor.ask(auth.refresh, { refresh_token: String(told.refresh_token) })
    expect(refreshed.status).toBe(200)
    expect(await one.get(currentAccount.logins, {})).toHaveLength(2)
    const { id } = await info(one)
    const line = { userId: id, way: 'password', outcome: 1, address: '10.0.0.1', agent: '' }
    const lines = Array.from({ length: 25 }, (_, n) => ({ ...line, at: `2020-01-01 00:00:${10 + n}` }))
    await platform.db.insertInto('login').values(lines).execute()
    const shown = await one.get(currentAccount.logins, {})
    expect(shown).toHaveLength(20)
    expect(shown.map(({ at }) => at)).toEqual(
      shown
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(await other.get(currentAccount.logins, {})).not.toContainEqual(
      expect.objectContaining({ address: '10.0.0.1' }),
    )
  })

  test('a name nobody has leaves nothing, and is answered with the same words', async () => {
    const count = async () => (await platform.db.selectFrom('login').select('id').execute()).length
    const { account } = await createEnterprise(platform)
    const before = await count()
    const [known, unknown] = [
      await requestLogin(platform, account, 'Wrong-word-935Kd'),
      await requestLogin(platform, 'nobody.at.all', 'Wrong-word-935Kd'),
    ]
    expect(unknown).toEqual(known)
    expect(await count()).toBe(before + 1)
  })

  test('a locked account is not filled with lines by who goes on trying', async () => {
    const { account } = await createEnterprise(platform)
    await setParameter(await platform.admin(), 'account.failCount', '3')
    for (let n = 0; n < 8; n++) await requestLogin(platform, account, 'Wrong-word-935Kd')
    expect(await linesOf(account)).toBe(1 + 3)
  })

  test('every login of the token call is there, in whichever of its names', async () => {
    const { account } = await createEnterprise(platform)
    const input = { username: account, password: platform.encrypt(password) }
    const told = await requestToken(platform, { ...input, grant_type: 'captcha' })
    const here = callerFor(platform.url, String(told.access_token))
    expect((await here.get(currentAccount.logins, {})).map(({ way }) => way)).toEqual(['password', 'password'])
  })
})
