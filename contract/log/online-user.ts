import { post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, longText, ref, refs, text, time } from '../kit/field.ts'

const out = { direction: 'out' } as const

/** `logoutReason` is stored with the session and shown to the person whose session ends. */
const logoutFields = {
  ids: refs('会话', 'Sessions', { of: 'onlineUser', required: true }),
  logoutReason: longText('下线原因', 'Reason for logging out', { required: true, max: 100 }),
}

/**
 * Sessions that can still be used, one row each, of accounts that the caller may see. `createTime` is the login, `activeAt` is exact
 * to a minute, `browser` is in the caller's language, `isCurrent` marks the session of the request.
 */
export const onlineUser = entity('log', 'onlineUser', ['在线用户', 'Online users'], {
  title: 'account',
  rowLabel: ['会话', 'session'],
  isView: true,
  fields: {
    account: text('登录账号', 'Account', out),
    realName: text('用户姓名', 'Real name', out),
    userId: ref('用户', 'User', { of: 'user', ...out }),
    deptId: refs('所属机构', 'Departments', { of: 'dept', ...out }),
    roleId: refs('所属角色', 'Roles', { of: 'role', ...out }),
    browser: text('浏览器与系统', 'Browser and system', out),
    address: text('网络地址', 'Network address', out),
    activeAt: time('最近活动', 'Last active', out),
    isCurrent: flag('当前会话', 'This session', out),
  },
  search: ['account', 'realName', 'address'],
  list: ['account', 'roleId', 'browser', 'createTime', 'activeAt'],
  exportColumns: ['account', 'realName', 'deptId', 'roleId', 'browser', 'address', 'activeAt'],
  verbs: ['list'],
  perms: {},
  actions: {
    forceLogout: post(logoutFields, {
      button: {
        at: 'bulk',
        label: ['强制下线', 'End session'],
        confirmText: [
          '所选会话立即结束，对方会看到您填写的原因；其尚未提交的内容保留在对方的浏览器中。',
          'The selected sessions end at once. The people see your reason; what they have typed stays in their browsers.',
        ],
        successText: ['已下线 {0} 个会话', 'Sessions ended: {0}'],
        danger: true,
      },
    }),
    forceLogoutAccount: post(logoutFields, {
      button: {
        at: 'bulk',
        label: ['下线该账号的全部会话', 'End all sessions of the account'],
        confirmText: [
          '所选会话所属账号的全部会话立即结束，包括其他设备上的会话；对方会看到您填写的原因。',
          'All sessions of these accounts end at once, also those on other devices. The people see your reason.',
        ],
        successText: ['已下线 {0} 个会话所属的账号', 'Sessions whose accounts were logged out: {0}'],
        danger: true,
      },
    }),
  },
})
