import { entity } from '../kit/entity.ts'
import { type Choice, choice, ref, text } from '../kit/field.ts'
import { loginFailures, loginMethods } from '../login-sessions.ts'

const out = { direction: 'out' } as const

const results: readonly Choice[] = [
  ['success', ['成功', 'Succeeded']],
  ...loginFailures.map(([name, [zh, en]]): Choice => [name, [`失败：${zh}`, `Failed: ${en}`]]),
]

/**
 * Logins and failed attempts of the accounts that the caller may see; `createTime` is the time. Attempts with an unknown name are
 * visible only to administrators of the platform, who see its first letters: people type passwords into the wrong field.
 */
export const loginLog = entity('log', 'loginLog', ['登录日志', 'Login log'], {
  title: 'account',
  rowLabel: ['登录记录', 'login'],
  isView: true,
  fields: {
    account: text('登录账号', 'Account', out),
    realName: text('用户姓名', 'Real name', out),
    userId: ref('用户', 'User', { of: 'user', ...out }),
    result: choice('结果', 'Result', { choices: results, ...out }),
    way: choice('登录方式', 'Login method', { choices: loginMethods, ...out }),
    address: text('网络地址', 'Network address', out),
    browser: text('浏览器与系统', 'Browser and system', out),
  },
  search: ['account', 'realName', 'result', 'way', 'address'],
  list: ['createTime', 'account', 'result', 'way', 'browser'],
  exportColumns: ['account', 'realName', 'result', 'way', 'address', 'browser'],
  newestRows: { indexed: ['createTime', 'userId'], whole: ['account'] },
  verbs: ['list'],
  perms: {},
})
