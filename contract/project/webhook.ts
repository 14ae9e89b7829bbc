import { get, nothing, post, row, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, flag, int, ref, refs, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'

const out = { direction: 'out' } as const

/** Webhooks of an account, events of a delivery, tries of an event, and days without success after which a webhook is switched off. */
export const webhookLimits = { perAccount: 10, events: 100, tries: 8, failingDays: 3 } as const

export const hookStates = { on: 1, off: 2 } as const

/** What its owner chooses. */
export const webhookFields = {
  name: text('用途', 'Purpose', { required: true, max: 50 }),
  url: text('接收地址', 'Address', { required: true, max: 500 }),
} as const

const stateFields = {
  hookState: choice('推送状态', 'Deliveries', {
    required: true,
    choices: [
      [hookStates.on, ['推送中', 'On']],
      [hookStates.off, ['已关闭推送', 'Switched off']],
    ],
    ...out,
  }),
  /** Since when each delivery has failed; null after one that succeeded. */
  failingSince: time('连续失败起始时间', 'Failing since', out),
} as const

/** A secret with which deliveries are signed, returned once. */
export interface NewWebhook {
  readonly id: string
  readonly secret: string
}

/** An event of the log. */
export const webhookEventFields = {
  id: base.id,
  at: time('事件时间', 'At', { required: true, ...out }),
  projectName: text('项目名称', 'Project name', out),
  /** In the words of the caller's language. */
  stageName: text('进入环节', 'Stage', { required: true, ...out }),
  state: choice('推送结果', 'Result', {
    required: true,
    choices: [
      ['waiting', ['等待推送', 'Waiting']],
      ['delivered', ['已送达', 'Delivered']],
      ['skipped', ['无权查看，未推送', 'Not sent: no access']],
      ['undelivered', ['未送达', 'Not delivered']],
    ],
    ...out,
  }),
  tries: int('推送次数', 'Tries', { required: true, ...out }),
  /** The HTTP status of the last answer; null if there was none. */
  answer: int('应答状态码', 'HTTP status', out),
  endedAt: time('完成时间', 'Ended at', out),
} as const

const own = { id: ref(...kitTerms.id, { required: true }) } as const

/**
 * Addresses that are told of the moves of declarations which their owner sees, signed as Standard Webhooks are
 * (docs/decisions/0144).
 */
export const webhook = entity('project', 'webhook', ['事件推送', 'Webhooks'], {
  title: 'name',
  fields: { userId: ref('所有人', 'Owner', { of: 'user', required: true, ...out }), ...stateFields, ...webhookFields },
  search: ['userId', 'name', 'url', 'hookState'],
  list: ['name', 'userId', 'url', 'hookState', 'failingSince', 'createTime'],
  essential: ['name', 'userId', 'hookState'],
  verbs: ['list'],
  perms: {},
  imports: { none: 'The secret of a webhook is shown once, to its owner.' },
  actions: {
    /** The caller's own webhooks, newest first. */
    mine: get(
      {},
      {
        label: ['我的事件推送', 'My webhooks'],
        access: 'login',
        output: rows({ id: base.id, ...stateFields, ...webhookFields }),
      },
    ),
    create: post(webhookFields, {
      label: ['新建事件推送', 'Add a webhook'],
      access: 'login',
      output: shaped<NewWebhook>(),
    }),
    /** Switches one of the caller's webhooks on or off. What waits is sent when it is on again. */
    turn: post(
      { ...own, isOn: flag('推送', 'On', { required: true }) },
      { label: ['开关事件推送', 'Switch a webhook on or off'], access: 'login', output: nothing },
    ),
    /** A new secret. For a day deliveries are signed with the one before as well. */
    renewSecret: post(own, {
      label: ['更换签名密钥', 'Change the secret'],
      access: 'login',
      output: shaped<NewWebhook>(),
    }),
    /** Removes one of the caller's webhooks with its log. */
    end: post(own, { label: ['移除事件推送', 'Remove a webhook'], access: 'login', output: nothing }),
    /** The newest 100 events of one of the caller's webhooks. */
    events: get(own, { label: ['推送记录', 'Log of deliveries'], access: 'login', output: rows(webhookEventFields) }),
    /** Sends what was not delivered again; returns how many events wait for it. */
    sendAgain: post(own, {
      label: ['重新推送', 'Send again'],
      access: 'login',
      output: row({ waiting: int('等待推送', 'Waiting', { required: true }) }),
    }),
    /** Switches off webhooks of accounts that the caller may see. */
    switchOff: post(
      { ids: refs('事件推送', 'Webhooks', { of: 'webhook', required: true }) },
      {
        button: {
          at: 'bulk',
          label: ['关闭推送', 'Switch off'],
          confirmText: [
            '关闭后不再向所选地址推送，所有人可以重新开启。确定关闭？',
            'Nothing is sent to the selected addresses any more. Their owners may switch them on again. Continue?',
          ],
          successText: ['已关闭 {0} 个事件推送', 'Webhooks switched off: {0}'],
          danger: true,
        },
      },
    ),
  },
})
