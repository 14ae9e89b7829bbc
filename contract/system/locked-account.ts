import { post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, ref, refs, text, time } from '../kit/field.ts'

const out = { direction: 'out' } as const

/**
 * What no login is accepted for at present, because of too many failures: an account from one address, an account from every address,
 * or an address for every account. Accounts are those that the caller may see; addresses and unknown names, of which only the first
 * letters are shown, are for administrators of the platform.
 */
export const lockedAccount = entity('system', 'lockedAccount', ['锁定账号', 'Locked accounts'], {
  title: 'account',
  rowLabel: ['锁定', 'lock'],
  isView: true,
  fields: {
    account: text('登录账号', 'Account', out),
    realName: text('用户姓名', 'Real name', out),
    userId: ref('用户', 'User', { of: 'user', ...out }),
    kind: choice('锁定范围', 'What is locked', {
      choices: [
        ['both', ['该账号在该地址', 'Account at this address']],
        ['account', ['该账号在所有地址', 'Account at every address']],
        ['address', ['该地址的所有账号', 'Address for every account']],
      ],
      ...out,
    }),
    address: text('网络地址', 'Network address', out),
    failures: int('失败次数', 'Failures', out),
    failedAt: time('最近失败', 'Last failure', out),
    lockedUntil: time('锁定至', 'Locked until', out),
  },
  search: ['account', 'realName', 'kind', 'address'],
  list: ['account', 'realName', 'address', 'failures', 'failedAt', 'lockedUntil'],
  verbs: ['list'],
  perms: {},
  actions: {
    unlock: post(
      { ids: refs('锁定', 'Locks', { of: 'lockedAccount', required: true }) },
      {
        access: { perm: ['user_unlock'] },
        button: {
          at: 'bulk',
          label: ['解锁', 'Unlock'],
          confirmText: [
            '确定解锁？失败次数清零，可以立即登录。',
            'Unlock? The failures are cleared and logging in is possible at once.',
          ],
          successText: ['已解锁 {0} 项', '{0} unlocked'],
        },
      },
    ),
  },
})
