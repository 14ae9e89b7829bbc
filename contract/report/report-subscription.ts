import { get, nothing, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { type Choice, choice, flag, int, longText, ref, text } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'
import { words } from '../words.ts'
import { reportFormats } from './report-formats.ts'
import { rhythms, timesOfDay, weekdays } from './rhythm.ts'

const out = { direction: 'out' } as const
const required = { required: true } as const
const reportId = ref('报表', 'Report', required)

/** What its subscriber chooses. */
const choices = {
  format: choice('格式', 'Format', { ...required, initial: 'xlsx', choices: reportFormats }),
  rhythm: choice('发送周期', 'How often', { ...required, initial: 'week', choices: rhythms }),
  weekday: choice('星期', 'Day of the week', {
    ...required,
    initial: 1,
    choices: weekdays,
    when: { rhythm: ['week'] },
  }),
  // every month has these days
  monthday: int('每月几日', 'Day of the month', {
    ...required,
    initial: 1,
    min: 1,
    max: 28,
    when: { rhythm: ['month'] },
  }),
  timeOfDay: choice('时间', 'Time', {
    ...required,
    initial: '08:30',
    choices: timesOfDay.map((time): Choice => [time, [time, time]]),
  }),
}

/** A subscription as its owner sees it. */
export interface Subscribed {
  readonly id: string
  readonly reportId: string
  readonly name: string
  readonly format: string
  readonly rhythm: string
  readonly weekday: number | null
  readonly monthday: number | null
  readonly timeOfDay: string
  /** Paused by its owner or an administrator, stopped by the platform. */
  readonly state: 'active' | 'paused' | 'stopped'
  /** Why the platform has stopped it. */
  readonly reason: string | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly nextAt: string | null
  readonly lastAt: string | null
}

/** At most so many of one person. */
export const maxSubscriptions = 20

const one = { id: ref('报表订阅', 'Subscription', required) }

/**
 * Reports that people receive as files. The schedule of each is a job of the platform (`jobId`), which administrators see among the others;
 * what it sends is computed with the rights that its owner has then.
 */
export const reportSubscription = entity('report', 'reportSubscription', ['报表订阅', 'Subscriptions'], {
  title: 'name',
  hasMenu: false,
  rows: 'own',
  verbs: [],
  perms: {},
  fields: {
    reportId: { ...reportId, ...out },
    name: text('报表名称', 'Name', { ...out, max: 100 }),
    ...choices,
    jobId: ref('定时任务', 'Scheduled job', out),
    lang: text('语言', 'Language', { ...out, max: 2 }),
    reason: longText('停止原因', 'Why it was stopped', out),
    reasonEn: longText('停止原因（英文）', 'Why it was stopped, in English', out),
  },
  actions: {
    list: get(
      {},
      { label: ['我的订阅', 'My subscriptions'], access: 'login', output: shaped<readonly Subscribed[]>() },
    ),
    /** Subscribes the caller to a report, or changes their subscription to it, which begins again if it was paused or stopped. */
    subscribe: post(
      { reportId, ...choices },
      { label: ['订阅', 'Subscribe'], access: 'login', output: row({ id: base.id }) },
    ),
    change: post(
      { ...one, enable: flag('是否开启', 'Enabled', required) },
      { label: ['开启或暂停', 'Enable or pause'], access: 'login', output: nothing },
    ),
    /** Makes the file now, once. */
    run: post(one, { label: ['立即生成', 'Make now'], access: 'login', output: nothing }),
    unsubscribe: post(one, { label: words.cancel, access: 'login', output: nothing }),
  },
})
