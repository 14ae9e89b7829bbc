import { fill, type Text } from '#contract/kit/text.ts'
import type { LensStep } from '#contract/system/permission-lens.ts'
import { detail, placeOf, roleAt, type Subject, step } from './subject.ts'

const states: Readonly<Record<number, Text>> = {
  0: ['账号“{0}”待审核，不能登录', 'The account “{0}” is awaiting approval and cannot log in'],
  1: ['账号“{0}”状态正常，可以登录', 'The account “{0}” is active and can log in'],
  [-1]: ['账号“{0}”已停用，不能登录', 'The account “{0}” is disabled and cannot log in'],
}
const cannot: Text = ['账号“{0}”不能登录', 'The account “{0}” cannot log in']

/** Whether the person can log in, and what prevents it. */
export const accountStep = ({ ctx, account, mayLogIn }: Subject): LensStep => {
  const { status, reason, isInitial, sessions, singleRoleSessions } = account
  const at = placeOf('user', 'account_equal', account.account)
  const details = [
    ...(reason ? [detail(ctx, fill(['停用原因：{0}', 'Reason: {0}'], reason), false, at)] : []),
    ...(isInitial && mayLogIn
      ? [
          detail(
            ctx,
            [
              '仍在使用初始密码：修改之前只能修改密码',
              'The initial password is still in use; until it is changed, nothing else can be done',
            ],
            false,
            at,
          ),
        ]
      : []),
    ...(sessions ? [detail(ctx, fill(['当前有 {0} 个登录', '{0} sessions are open'], sessions))] : []),
    ...(singleRoleSessions
      ? [
          detail(
            ctx,
            fill(
              [
                '其中 {0} 个只以一个角色办理，所见少于下述内容',
                '{0} of them use one role only and see less than described below',
              ],
              singleRoleSessions,
            ),
          ),
        ]
      : []),
  ]
  const words = mayLogIn || status !== 1 ? (states[status] ?? cannot) : cannot
  return step(ctx, 'account', mayLogIn && !isInitial, fill(words, account.account), details, at)
}

/** The person's effective roles. */
export const rolesStep = ({ ctx, account, roleGrants, actor }: Subject): LensStep => {
  const removedCount = (account.roleIds ?? []).length - roleGrants.length
  const names = roleGrants.map(({ name }) => name).join('、')
  const text: Text =
    roleGrants.length === 0
      ? ['没有任何有效角色', 'This user has no effective role']
      : fill(['拥有角色：{0}', 'Roles: {0}'], names)
  const all: Text = ['其中有超级管理员：拥有全部权限', 'One of them is super administrator, which has all permissions']
  const removed: Text = fill(
    ['有 {0} 个角色已被删除，不再生效', '{0} roles of this user were deleted and have no effect'],
    removedCount,
  )
  return step(
    ctx,
    'roles',
    roleGrants.length > 0 ? null : false,
    text,
    [
      ...roleGrants.map((one) =>
        detail(ctx, [`${one.name}（${one.alias}）`, `${one.name} (${one.alias})`], null, roleAt(one)),
      ),
      ...(actor.rights.administrator ? [detail(ctx, all, true)] : []),
      ...(removedCount > 0 ? [detail(ctx, removed, false)] : []),
    ],
    placeOf('user', 'account_equal', account.account),
  )
}
