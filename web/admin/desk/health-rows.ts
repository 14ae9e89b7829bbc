import type { PlatformHealth } from '#contract/desk/platform-health.ts'
import type { Text } from '#contract/kit/text.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'
import { formatNumber } from '#web/base/page/number.ts'

/** One line of the state of the platform: a figure in words, its state, and the list of what it counts. */
export interface HealthRow {
  readonly key: string
  readonly label: Text
  readonly figure: Text
  readonly state?: { readonly tone: 'good' | 'ask' | 'bad' | 'calm'; readonly words: Text }
  readonly to?: string
  readonly note?: Text
}

type State = NonNullable<HealthRow['state']>
const fine: State = { tone: 'good', words: ['正常', 'OK'] }
const attention: Text = ['需处理', 'Needs attention']
const hasErrors: State = { tone: 'bad', words: attention }
const backlogged: State = { tone: 'ask', words: ['积压', 'Backlog'] }
const hasRequests: State = { tone: 'ask', words: attention }

/** Share of the disk, and minutes in the queue, from which a warning appears. */
const lowShare = 0.1
const longMinutes = 10

const count = (n: number): Text => [formatNumber(n), formatNumber(n)]
const gigabytes = (bytes: number): string =>
  bytes < 2 ** 30 ? formatFileSize(bytes) : `${(bytes / 2 ** 30).toFixed(bytes < 100 * 2 ** 30 ? 1 : 0)} GB`

const errorRows = (errors: PlatformHealth['errors'], day: string): HealthRow[] => {
  if (!errors) return []
  const row = (source: 'server' | 'browser', label: Text): HealthRow => ({
    key: source,
    label,
    figure: count(errors[source]),
    state: errors[source] ? hasErrors : fine,
    to: `/log/log-error?serviceId=${source}&createTime_dategt=${day}&createTime_datelt=${day}`,
  })
  return [
    row('server', ['服务端错误（今日）', 'Server errors today']),
    row('browser', ['浏览器错误（今日）', 'Browser errors today']),
  ]
}

const processRows = ({ faultyProcesses, newerProcesses }: PlatformHealth): HealthRow[] => [
  ...(faultyProcesses === null
    ? []
    : [
        {
          key: 'faultyProcesses',
          label: ['无法继续的流程', 'Processes that cannot go on'] as const,
          figure: count(faultyProcesses),
          state: faultyProcesses ? hasErrors : fine,
          to: '/flow/follow?fault_notnull=1',
        },
      ]),
  // after most upgrades there is none, which needs no line
  ...(newerProcesses
    ? [
        {
          key: 'newerProcesses',
          label: ['平台流程的新版本', 'Newer versions of platform processes'] as const,
          figure: count(newerProcesses),
          state: hasRequests,
          to: '/flow/manager',
          note: [
            '平台升级带来的流程尚未部署，在办和新发起的办件仍用现有版本',
            'An upgrade brought them; until they are deployed, the versions in use stay in use',
          ] as const,
        },
      ]
    : []),
]

const accountRows = ({ lockedAccounts, registrations }: PlatformHealth): HealthRow[] => [
  ...(lockedAccounts === null
    ? []
    : [
        {
          key: 'locked',
          label: ['登录锁定的账号', 'Locked accounts'] as const,
          figure: count(lockedAccounts),
          state: lockedAccounts ? hasRequests : fine,
          to: '/system/locked-account',
        },
      ]),
  ...(registrations === null
    ? []
    : [
        {
          key: 'registrations',
          label: ['待审核的注册', 'Registrations to approve'] as const,
          figure: count(registrations),
          state: registrations ? hasRequests : fine,
          to: '/system/user?status=0',
        },
      ]),
]

const jobRows = (jobs: PlatformHealth['jobs']): HealthRow[] => {
  if (!jobs) return []
  const { failed, waiting, running, oldestMinutes } = jobs
  const isSlow = (oldestMinutes ?? 0) >= longMinutes
  return [
    {
      key: 'failed',
      label: ['失败的任务（近24小时）', 'Failed jobs, last 24 hours'],
      figure: count(failed),
      state: failed ? hasErrors : fine,
      note: ['后台任务（导入、导出）由发起人查看和重试', 'Only the person who started a job can see and retry it'],
    },
    {
      key: 'queue',
      label: ['任务队列', 'Job queue'],
      figure: [`排队 ${waiting}，进行中 ${running}`, `${waiting} waiting, ${running} running`],
      state: isSlow ? backlogged : fine,
      ...(oldestMinutes === null
        ? {}
        : { note: [`最早的已有 ${oldestMinutes} 分钟`, `the oldest is ${oldestMinutes} minutes old`] as const }),
    },
  ]
}

const storageRows = (storage: PlatformHealth['storage']): HealthRow[] => {
  if (!storage) return []
  const { files, bytes, disk } = storage
  const number = formatNumber(files)
  const attachments: HealthRow = {
    key: 'storage',
    label: ['附件', 'Attachments'],
    figure: [`${number} 个，${gigabytes(bytes)}`, `${number}, ${gigabytes(bytes)}`],
    to: '/storage/attach',
  }
  if (!disk) return [attachments]
  const share = disk.size > 0 ? disk.free / disk.size : 0
  const low: State = { tone: 'bad', words: ['空间不足', 'Low space'] }
  return [
    attachments,
    {
      key: 'disk',
      label: ['服务器磁盘剩余', 'Free disk space'],
      figure: [
        `${gigabytes(disk.free)}（${Math.round(share * 100)}%）`,
        `${gigabytes(disk.free)} (${Math.round(share * 100)}%)`,
      ],
      state: share < lowShare ? low : fine,
    },
  ]
}

/** Whether e-mails and SMS can be sent, and those that wait or have failed. */
const messageRows = (messages: PlatformHealth['messages']): HealthRow[] => {
  if (!messages) return []
  const { mail, sms, waiting, failed, oldestMinutes } = messages
  const isLate = (oldestMinutes ?? 0) >= longMinutes
  const channel = (key: string, label: Text, isSetUp: boolean, note: Text, to?: string): HealthRow => ({
    key,
    label,
    figure: isSetUp ? ['已配置', 'Set up'] : ['未配置', 'Not configured'],
    state: isSetUp ? fine : { tone: 'calm', words: ['不发送', 'Not sent'] },
    ...(isSetUp ? {} : { note }),
    ...(to ? { to } : {}),
  })
  return [
    channel('mail', ['邮件服务', 'E-mail'], mail, [
      '请在服务器上设置 SMTP_URL，否则消息只在平台内显示',
      'Set SMTP_URL on the server; without it, messages are only shown on the platform',
    ]),
    channel(
      'sms',
      ['短信服务', 'SMS service'],
      sms,
      [
        '请启用一个短信配置，并设置参数 message.smsTemplate',
        'Enable an SMS provider and set the parameter message.smsTemplate',
      ],
      '/storage/sms',
    ),
    {
      key: 'messages',
      label: ['消息发送（近24小时失败）', 'Messages, failed in 24 hours'],
      figure: [`失败 ${failed}，排队 ${waiting}`, `${failed} failed, ${waiting} waiting`],
      state: failed ? hasErrors : isLate ? backlogged : fine,
      to: failed ? '/inbox/outbox?state=failed' : '/inbox/outbox',
    },
  ]
}

const backupRows = (backup: PlatformHealth['backup']): HealthRow[] => {
  if (!backup) return []
  const { figure, tone, words, note } = backup
  return [{ key: 'backup', label: ['备份', 'Backup'], figure, state: { tone, words }, to: '/job/job-info', note }]
}

const archivingRows = (archiving: PlatformHealth['archiving']): HealthRow[] => {
  if (!archiving) return []
  const { enabled, lastAt, lastFailureAt } = archiving
  const label: Text = ['数据库归档', 'Database archiving']
  if (!enabled)
    return [
      {
        key: 'archiving',
        label,
        figure: ['未配置', 'Not configured'],
        state: { tone: 'calm', words: ['未开启', 'Off'] },
        note: [
          '未开启连续归档时，只能恢复到最近一次备份',
          'Without it, only the state of the last backup can be restored',
        ],
      },
    ]
  const hasFailed = lastFailureAt !== null && (lastAt === null || lastFailureAt > lastAt)
  const failing: State = { tone: 'bad', words: ['归档失败', 'Failing'] }
  return [
    {
      key: 'archiving',
      label,
      figure: lastAt
        ? [`最近 ${lastAt.slice(0, 16)}`, `last ${lastAt.slice(0, 16)}`]
        : ['尚无归档', 'Nothing archived yet'],
      state: hasFailed ? failing : lastAt ? fine : { tone: 'ask', words: ['等待中', 'Waiting'] },
    },
  ]
}

const doubleRows = (doubles: PlatformHealth['doubles']): HealthRow[] =>
  (doubles ?? []).map(({ label, count: n, texts }) => ({
    key: `double ${label[1]}`,
    label: [`${label[0]}仅写法不同`, `${label[1]}: equal but for width or case`],
    figure: count(n),
    state: hasRequests,
    note: [`请改为不同的内容：${texts.join('、')}`, `Please make these different: ${texts.join(', ')}`],
  }))

const calendarRows = (years: PlatformHealth['missingYears']): HealthRow[] => {
  if (!years?.length) return []
  return [
    {
      key: 'calendar',
      label: ['工作日历', 'Calendar of working days'],
      figure: [`缺少 ${years.join('、')} 年`, `${years.join(', ')} missing`],
      state: hasRequests,
      to: '/system/dict?code=holiday',
      note: ['请导入国务院办公厅公布的放假安排', 'Import the official list of public holidays'],
    },
  ]
}

const addressRows = (address: PlatformHealth['address']): HealthRow[] => {
  if (!address) return []
  const { publicUrl } = address
  const label: Text = ['对外访问地址', 'Public address']
  if (publicUrl) return [{ key: 'address', label, figure: [publicUrl, publicUrl], state: fine }]
  return [
    {
      key: 'address',
      label,
      figure: ['未配置', 'Not configured'],
      state: hasRequests,
      note: [
        '请在服务器上设置 PUBLIC_URL，否则推荐项目没有二维码，邮件中没有链接',
        'Set PUBLIC_URL on the server; without it, recommended projects have no QR code and e-mails have no links',
      ],
    },
  ]
}

/** The lines that the caller may see; warnings are expressed in words, not only by their colour. */
export const healthRowsOf = (health: PlatformHealth): HealthRow[] => [
  ...errorRows(health.errors, health.checkedAt.slice(0, 10)),
  ...jobRows(health.jobs),
  ...accountRows(health),
  ...processRows(health),
  ...storageRows(health.storage),
  ...messageRows(health.messages),
  ...backupRows(health.backup),
  ...archivingRows(health.archiving),
  ...doubleRows(health.doubles),
  ...calendarRows(health.missingYears),
  ...addressRows(health.address),
]
