import { consoleWords } from '../console-words.ts'
import { rules } from '../kit/rules.ts'
import { fill, type Text } from '../kit/text.ts'
import { integerParam, type ParamDefinition, patternParam, switchParam, textParam } from './param-kinds.ts'
import { siteParams } from './site-params.ts'

/**
 * All parameters that the server reads: the parameter screen explains these rows, saving rejects an invalid value, and
 * `paramOf` accepts only these keys. Rows with other keys are stored, but have no effect.
 */
export const paramDefinitions = {
  'account.registerUser': switchParam({
    name: ['注册开关', 'Registration'],
    description: [
      '是否接受企业和运营商的账号注册申请。关闭后，注册页提示“注册已关闭”。',
      'Whether enterprises and operators can apply for accounts. When off, the registration page says that registration is closed.',
    ],
    initial: 'true',
  }),
  'account.failCount': integerParam(1, 20, {
    name: ['登录失败锁定次数', 'Failed logins before lockout'],
    description: [
      '同一账号在同一网络地址连续输错密码达到该次数后锁定15分钟，管理员可提前解锁。',
      'After this many wrong passwords in a row, logins to the account from that network address are locked for 15 minutes. Administrators can unlock them earlier.',
    ],
    initial: '5',
  }),
  'account.maxSessions': integerParam(0, 100, {
    name: ['同时登录数', 'Sessions at once'],
    description: [
      '一个账号最多可以同时登录的设备数，超过时最早不活动的登录自动结束；0 表示不限。',
      'How many sessions an account may have at once; a further login ends the one that has been inactive longest. 0 means no limit.',
    ],
    initial: '0',
  }),
  'account.initPassword': textParam(
    (value) => rules.password(value) === null,
    ['符合密码规则的密码', 'a password that meets the password rules'],
    {
      name: consoleWords.initialPassword,
      description: [
        '新建账号和重置密码时给定的初始密码，首次登录后必须修改。留空时为每个账号随机生成，更为安全。',
        'The initial password of new accounts and after a password reset; it must be changed at the first login. If empty, each account gets a random password, which is safer.',
      ],
      initial: '',
    },
  ),
  'log.keepDays': integerParam(180, 3650, {
    name: ['日志保留天数', 'Log retention (days)'],
    description: [
      '接口日志、通用日志、错误日志、登录记录和已结束会话的保留天数，超过后每小时清理一次；按规定不得少于180天。审计日志永久保留，不受此参数影响。',
      'How many days API calls, events, errors, logins and ended sessions are kept; older entries are deleted hourly. By law, at least 180 days. The audit log is kept permanently and is not affected.',
    ],
    initial: '180',
  }),
  'tenant.default.accountNumber': patternParam(
    /^(-1|[1-9]\d{0,5})$/,
    ['正整数，或 -1（不限）', 'a positive whole number, or -1 for no limit'],
    {
      name: ['新租户账号额度', 'Account quota of new tenants'],
      description: [
        '新建租户时给定的账号额度，之后可在租户管理中逐个调整。',
        'The number of accounts a new tenant can have. It can be changed later for each tenant on the Tenants page.',
      ],
      initial: '100',
    },
  ),
  'tenant.default.menuCode': patternParam(/^\w+(,\w+)*$/, ['以逗号分隔的菜单编号', 'menu codes separated by commas'], {
    name: ['新租户菜单', 'Menus of new tenants'],
    description: [
      '新建租户时授予其管理员的菜单编号，包括下级菜单和按钮。不存在的编号不起作用；之后通过产品包调整。',
      'Codes of the menus that the administrator of a new tenant gets, including their submenus and buttons. Unknown codes are ignored. Later changes are made with packages.',
    ],
    initial: 'desk,flow,work,log,storage,role,user,dept,post,dictbiz,topmenu,locked_account',
  }),
  'storage.accountMegabytes': integerParam(1, 10_000_000, {
    name: ['每个账号的上传空间（MB）', 'Upload space of an account (MB)'],
    description: [
      '一个账号上传的附件和图片合计的最大容量，达到后不能继续上传。表单中未被引用满7天的附件会自动删除并释放空间。',
      'How much the attachments and pictures of one account may take; then nothing more can be uploaded. Files of forms that nothing has used for 7 days are deleted and free their space.',
    ],
    initial: '2048',
  }),
  'storage.filesPerDay': integerParam(1, 1_000_000, {
    name: ['每个账号每日上传文件数', 'Uploads of an account per day'],
    description: [
      '一个账号每天最多上传的附件和图片数量，次日零时重新计算。',
      'How many attachments and pictures one account may upload on a day; counted anew from midnight.',
    ],
    initial: '200',
  }),
  'message.smsTemplate': textParam((value) => /^[\w-]{0,64}$/.test(value), ['模板编号', 'a template ID'], {
    name: ['消息短信模板', 'SMS template of messages'],
    description: [
      '变量为 title（标题）。留空时不发送消息短信。',
      'Its variable is title. If empty, messages are not sent by SMS.',
    ],
    initial: '',
  }),
  'message.mailSender': textParam(
    (value) => /^(?:[^<>\r\n@]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value),
    ['邮箱地址', 'an e-mail address'],
    {
      name: ['邮件发件人', 'Sender of e-mails'],
      description: ['留空时使用 SMTP_URL 中的账号。', 'If empty, the account in SMTP_URL.'],
      initial: '',
    },
  ),
  'message.mailText': textParam(
    (value) => value.includes('{title}') && value.includes('{link}'),
    ['包含 {title} 和 {link} 的文字', 'a text with {title} and {link}'],
    {
      name: ['邮件正文', 'Text of e-mails'],
      description: [
        '{title} 为标题，{link} 为链接，\\n 为换行。',
        '{title} is the title, {link} the link, \\n a line break.',
      ],
      initial: '{title}\\n\\n请登录平台查看: {link}',
    },
  ),
  ...siteParams,
} as const satisfies Readonly<Record<string, ParamDefinition>>

export type ParamKey = keyof typeof paramDefinitions

export const paramDefinitionOf = (key: string): ParamDefinition | undefined =>
  Object.hasOwn(paramDefinitions, key) ? paramDefinitions[key as ParamKey] : undefined

/** The fault of this parameter's value; null for a parameter that the platform does not read. */
export const paramFault = (key: string, value: string): Text | null => {
  const definition = paramDefinitionOf(key)
  if (!definition || definition.isValid(value.trim())) return null
  return fill(['参数“{0}”的值应为{1}', 'The value of “{0}” must be {1}'], definition.name, definition.valid)
}
