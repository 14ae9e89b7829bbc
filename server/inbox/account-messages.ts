import { fill, type Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import type { Ctx } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'
import { doneAbout, notify } from './notify.ts'
import { idsOf, peopleFor, peopleWith } from './people-who.ts'

interface AccountMessage {
  readonly title: Text
  readonly text?: Text
  readonly link: string
  /** A decision that its recipient has to learn of, even if they cannot log in. */
  readonly isRequired?: boolean
}

const account = '/personalCenter/account'

/** What somebody else does with an account, and what its owner reads. */
export const accountMessages = {
  approved: { title: ['您的账号已审核通过', 'Your account was approved'], link: account, isRequired: true },
  rejected: { title: ['您的账号未通过审核', 'Your account was not approved'], link: account, isRequired: true },
  enabled: { title: ['您的账号已启用', 'Your account was enabled'], link: account, isRequired: true },
  disabled: { title: ['您的账号已停用', 'Your account was disabled'], link: account, isRequired: true },
  restored: { title: ['您的账号已恢复', 'Your account was restored'], link: account },
  rolesChanged: { title: ['您的角色已变更', 'Your roles were changed'], link: account },
  passwordReset: {
    title: ['您的密码已由管理员重置', 'An administrator has reset your password'],
    text: ['如非您本人要求，请联系管理员。', 'If you did not ask for this, please contact an administrator.'],
    link: `${account}?tab=password`,
  },
  locked: {
    title: ['您的账号因多次登录失败已被锁定', 'Your account was locked after several failed logins'],
    text: [
      '锁定15分钟后自动解除。如非您本人操作，请修改密码。',
      'The lock ends after 15 minutes. If it was not you, please change your password.',
    ],
    link: `${account}?tab=logins`,
  },
  unlocked: { title: ['您的账号已解锁', 'Your account was unlocked'], link: `${account}?tab=logins` },
  loggedOut: { title: ['您已被管理员强制下线', 'An administrator has logged you out'], link: `${account}?tab=devices` },
} as const satisfies Readonly<Record<string, AccountMessage>>

export type AccountEvent = keyof typeof accountMessages

const aboutAccount = (id: string) => ({ table: 'user', id })

/** Notifies the owners of accounts of what happened to them; `reason` is shown to them. */
export const notifyAccounts = async (
  ctx: Ctx,
  event: AccountEvent,
  ids: readonly string[],
  reason?: string | null,
): Promise<void> => {
  const { title, text, link, isRequired = false }: AccountMessage = accountMessages[event]
  const content: Text | undefined = reason?.trim() ? [reason.trim(), reason.trim()] : text
  await notify(ctx, {
    to: ids,
    kind: 'system',
    about: null,
    title,
    ...(content ? { text: content } : {}),
    link,
    isRequired,
    // whoever locks an account by failed logins need not be its owner
    includesCaller: event === 'locked',
  })
}

const registered: Text = ['注册账号“{0}”待审核', 'The registration “{0}” is waiting for approval']

/** Asks those who can approve a registration and see the account to do so. */
export const notifyApprovers = async (ctx: Ctx, id: string, name: string): Promise<void> => {
  const people = await peopleWith(ctx, ['user_audit_pass'])
  const approvers = await peopleFor(ctx, people, user, id, (theirs) => rowFilter(theirs, user))
  await notify(ctx, {
    to: idsOf(approvers),
    kind: 'todo',
    about: aboutAccount(id),
    title: fill(registered, name),
    link: `/system/user/${id}`,
  })
}

/** Closes the task to approve a registration. */
export const closeApproval = async (ctx: Ctx, id: string): Promise<void> => {
  await doneAbout(ctx, aboutAccount(id))
}
