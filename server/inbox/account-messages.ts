import { fill, type Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '../base/database/sql.ts'
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
  contactsChanged: {
    title: ['您账号的手机号码或邮箱已修改', 'The phone or e-mail of your account was changed'],
    text: [
      '本消息同时发往原联系方式。如非您本人操作，请立即修改密码并联系管理员。',
      'This message also goes to the previous contacts. If it was not you, change your password and contact an administrator at once.',
    ],
    link: account,
    isRequired: true,
  },
  passwordChanged: {
    title: ['您的密码已通过短信验证码重设', 'Your password was reset by a code sent to your phone'],
    text: ['如非您本人操作，请立即联系管理员。', 'If it was not you, please contact an administrator at once.'],
    link: `${account}?tab=logins`,
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
  keyCreated: {
    title: ['您的账号新建了接口密钥', 'An API key was made for your account'],
    link: `${account}?tab=keys`,
  },
  keyRevoked: {
    title: ['您的接口密钥已被管理员停用', 'An administrator has revoked your API key'],
    link: `${account}?tab=keys`,
  },
  webhookStopped: {
    title: ['您的事件推送连续三天失败，已自动关闭', 'Your webhook has failed for three days and was switched off'],
    link: `${account}?tab=webhooks`,
  },
  loggedOut: { title: ['您已被管理员强制下线', 'An administrator has logged you out'], link: `${account}?tab=devices` },
} as const satisfies Readonly<Record<string, AccountMessage>>

export type AccountEvent = keyof typeof accountMessages

/** Whoever locks an account by failed logins, has its phone, or uses its session need not be its owner. */
const eventsOfOthers: readonly AccountEvent[] = ['locked', 'passwordChanged', 'contactsChanged', 'keyCreated']

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
    isForAddressBefore: event === 'contactsChanged',
    includesCaller: eventsOfOthers.includes(event),
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

/** Tells them that there is more to approve it by: an open task is replaced by a new one. */
export const renewApproval = async (ctx: Ctx, id: string, name: string): Promise<void> => {
  await doneAbout(ctx, aboutAccount(id))
  await notifyApprovers(ctx, id, name)
}

/** Closes the tasks to approve a registration, and to confirm it. */
export const closeApproval = async (ctx: Ctx, id: string): Promise<void> => {
  await doneAbout(ctx, aboutAccount(id))
  await closeColleagueTask(ctx, id)
}

const inYourName: Text = [
  '“{0}”申请以本单位名义注册账号，请确认或提出异议',
  '“{0}” registers an account of your organisation: please confirm or object',
]

const aboutRegistration = (id: string) => ({ table: 'registration', id })

/** Whoever knows a credit code can register: the list of registrations has more than these, but no further messages. */
const maxOpenTasks = 20

/** Asks the active accounts of the same organisation whether somebody who registers belongs to it. */
export const notifyColleagues = async (ctx: Ctx, id: string): Promise<void> => {
  const people = await ctx.db
    .selectFrom('user as applicant')
    .innerJoin('user as clerk', (on) =>
      on
        .onRef('clerk.organizationCode', '=', 'applicant.organizationCode')
        .onRef('clerk.tenantId', '=', 'applicant.tenantId'),
    )
    .select(['clerk.id', 'applicant.realName'])
    .where('applicant.id', '=', id)
    .whereRef('clerk.id', '<>', 'applicant.id')
    .where('clerk.status', '=', 1)
    .where('clerk.isDeleted', '=', 0)
    .where(
      sql<boolean>`(select count(*) from message m where m.to_user = clerk.id and m.business_table = 'registration'
        and m.kind = 'todo' and m.done_at is null) < ${sql.lit(maxOpenTasks)}`,
    )
    .execute()
  await notify(ctx, {
    to: people.map((clerk) => clerk.id),
    kind: 'todo',
    about: aboutRegistration(id),
    title: fill(inYourName, people[0]?.realName ?? ''),
    link: `${account}?tab=colleagues`,
  })
}

/** Closes that task for one account of the organisation, or for all of them. */
export const closeColleagueTask = async (ctx: Ctx, id: string, clerkId?: string): Promise<void> => {
  await doneAbout(ctx, { ...aboutRegistration(id), ...(clerkId ? { of: [clerkId] } : {}) })
}
