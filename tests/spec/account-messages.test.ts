import { beforeAll, describe, expect, test } from 'vitest'
import { onlineUser } from '#contract/log/online-user.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { accountMessages } from '#server/inbox/account-messages.ts'
import { approve } from '../support/approve.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff, register, requestLogin, userIdOf } from '../support/scenario.ts'

/** What administrators and failed logins do with an account, and who gets a message about it. */

let platform: Platform
let admin: Caller
/** May approve registrations. */
let approver: Caller & { id: string }
let clerk: Caller & { id: string; account: string }
let last = '0'

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  approver = await createClerk(platform, 'approver', { codes: ['user', 'user_audit_pass', 'user_audit_refuse'] })
  await createClerk(platform, 'bystander', { codes: ['user'] })
  clerk = await createStaff(platform, 'expert', null, 'clerk')
})

/** The new messages: recipient, kind, title, text and whether the law requires it. */
const messagesAfter = async (act: () => Promise<unknown>) => {
  await platform.db.updateTable('message').set({ createTime: '2026-01-01 00:00:00' }).execute()
  const before = await platform.db.selectFrom('message').select('id').orderBy('id', 'desc').executeTakeFirst()
  last = before?.id ?? last
  await act()
  const rows = await platform.db.selectFrom('message').selectAll().where('id', '>', last).orderBy('id').execute()
  return rows.map(({ toUser, kind, title, text, isRequired }) => ({ toUser, kind, title, text, isRequired }))
}

const toClerk = (title: string, more: object = {}) => [
  expect.objectContaining({ toUser: clerk.id, kind: 'system', title, ...more }),
]
const walked = new Set<string>()
/** One event of an account: its title, the action, and further properties of the message. */
const events: readonly (readonly [keyof typeof accountMessages, () => Promise<unknown>, object])[] = [
  [
    'disabled',
    () => admin.get(user.calls.disable, { userIds: clerk.id, reason: '离职' }),
    { text: '离职', isRequired: true },
  ],
  ['enabled', () => admin.get(user.calls.enable, { userIds: clerk.id }), { isRequired: true }],
  ['passwordReset', () => admin.get(user.calls.resetPassword, { userIds: clerk.id }), {}],
  ['unlocked', () => admin.get(user.calls.unlock, { userIds: clerk.id }), {}],
  [
    'rolesChanged',
    async () => {
      const roles = await admin.get(role.calls.select, {})
      const roleIds = roles.find(({ roleAlias }) => roleAlias === 'city')?.id ?? ''
      await admin.get(user.calls.grant, { userIds: clerk.id, roleIds })
      await admin.get(user.calls.grant, { userIds: clerk.id, roleIds })
    },
    {},
  ],
]

describe('the owner of an account is notified', () => {
  test.each(events)('when it is %s', async (name, act, more) => {
    expect(await messagesAfter(act)).toEqual(toClerk(accountMessages[name].title[0], more))
    walked.add(name)
  })

  test('when it is removed and restored, of the second only', async () => {
    expect(await messagesAfter(() => admin.get(user.calls.remove, { ids: clerk.id }))).toEqual([])
    const restored = await messagesAfter(() => admin.get(user.calls.restore, { ids: clerk.id }))
    expect(restored).toEqual(toClerk('您的账号已恢复'))
    walked.add('restored')
  })

  test('when an administrator changes its roles in the form, but not its name', async () => {
    const roles = await admin.get(role.calls.select, {})
    const roleId = roles.find(({ roleAlias }) => roleAlias === 'bystander')?.id ?? ''
    const change = (more: object) => messagesAfter(() => admin.get(user.calls.update, { id: clerk.id, ...more }))
    expect(await change({ roleId })).toEqual(toClerk('您的角色已变更'))
    expect(await change({ roleId, name: '别名' })).toEqual([])
  })

  test('when failed logins lock it, but not for each failure', async () => {
    const owner = await createStaff(platform, 'expert', null, 'locked.owner')
    const title = '您的账号因多次登录失败已被锁定'
    const count = async () =>
      (
        await platform.db
          .selectFrom('message')
          .select('id')
          .where('toUser', '=', owner.id)
          .where('title', '=', title)
          .execute()
      ).length
    for (let i = 0; i < 4; i++) await requestLogin(platform, owner.account, 'Wrong-password-1')
    expect(await count()).toBe(0)
    await requestLogin(platform, owner.account, 'Wrong-password-1')
    await expect.poll(count).toBe(1)
    walked.add('locked')
  })

  test('when an administrator logs it out, with the reason', async () => {
    const owner = await createStaff(platform, 'expert', null, 'online.owner')
    const { records } = await admin.get(onlineUser.calls.list, { account_equal: owner.account })
    const ids = records.map(({ id }) => id).join()
    const forced = await messagesAfter(() => admin.get(onlineUser.calls.forceLogout, { ids, logoutReason: '设备遗失' }))
    expect(forced).toEqual([
      expect.objectContaining({ toUser: owner.id, title: '您已被管理员强制下线', text: '设备遗失' }),
    ])
    walked.add('loggedOut')
  })
})

describe('a registration', () => {
  const idOf = async (account: string) => userIdOf(admin, account)

  test('is a task of those who can approve it, until somebody does', async () => {
    const { account, unitName } = await register(platform)
    const id = await idOf(account)
    const tasks = () =>
      platform.db
        .selectFrom('message')
        .select(['toUser', 'title', 'link', 'doneAt'])
        .where('businessTable', '=', 'user')
        .where('businessId', '=', id)
        .execute()
    expect(await tasks()).toEqual([
      { toUser: approver.id, title: `注册账号“${unitName}”待审核`, link: `/system/user/${id}`, doneAt: null },
    ])
    const approved = await messagesAfter(() => approve(admin, id))
    expect(approved).toMatchObject([{ toUser: id, title: '您的账号已审核通过', isRequired: true }])
    expect(await tasks()).toMatchObject([{ doneAt: expect.any(String) }])
    walked.add('approved')
  })

  test('that is rejected closes the task too, and the applicant reads the reason', async () => {
    const id = await idOf((await register(platform)).account)
    const rejected = await messagesAfter(() =>
      approver.get(user.calls.auditRefuse, { userIds: id, reason: '资料不符' }),
    )
    expect(rejected).toMatchObject([{ toUser: id, title: '您的账号未通过审核', text: '资料不符', isRequired: true }])
    walked.add('rejected')
  })

  test('and every event of an account has been walked', () => {
    // what owners do themselves is tested where they do it: personal-center.test.ts, forgotten-password.test.ts, api-keys.test.ts, webhooks.test.ts
    const byOwners = ['contactsChanged', 'passwordChanged', 'keyCreated', 'keyRevoked', 'webhookStopped']
    expect(Object.keys(accountMessages).filter((name) => !walked.has(name))).toEqual(byOwners)
  })
})
