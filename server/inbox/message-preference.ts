import { type Channel, channelNames, isOnInitially, messageKindNames } from '#contract/inbox/message-kinds.ts'
import type { ChannelState, messagePreferences } from '#contract/inbox/message-preference.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { maskPersonal } from '../base/process/personal-data.ts'
import type { CallHandlers, UserCtx } from '../engine/context.ts'
import { isSmsAvailable } from './channels.ts'

interface Addresses {
  readonly email: string | null
  readonly phone: string | null
  readonly sms: boolean
}

const noMailServer: Text = [
  '平台未配置邮件服务，暂不能发送邮件',
  'The platform has no mail server, so no e-mail can be sent',
]
const noProvider: Text = [
  '平台未启用消息短信，暂不能发送短信',
  'The platform has no SMS for messages, so none can be sent',
]
const noEmail: Text = ['请先在个人信息中填写邮箱', 'Please add your e-mail address to your personal info first']
const noPhone: Text = ['请先在个人信息中填写手机号码', 'Please add your phone number to your personal info first']

const statesOf = (ctx: UserCtx, { email, phone, sms }: Addresses): Record<Channel, [string | null, Text | null]> => ({
  email: [email && maskPersonal(email), ctx.app.env.smtpUrl === null ? noMailServer : email ? null : noEmail],
  sms: [phone && maskPersonal(phone), sms ? (phone ? null : noPhone) : noProvider],
})

const listChannels = async (ctx: UserCtx): Promise<ChannelState[]> => {
  const [addresses] = await run<Addresses>(
    ctx.db,
    sql`select nullif(u.email, '') as email, nullif(u.phone, '') as phone, ${isSmsAvailable} as sms
      from "user" u where u.id = ${ctx.actor.id}`,
  )
  const choices = await ctx.db
    .selectFrom('messagePreference')
    .select(['kind', 'channel', 'isOn'])
    .where('userId', '=', ctx.actor.id)
    .execute()
  const states = statesOf(ctx, addresses ?? { email: null, phone: null, sms: false })
  return channelNames.map((channel) => {
    const [address, unavailable] = states[channel]
    const isOn = (kind: string) =>
      choices.find((one) => one.channel === channel && one.kind === kind)?.isOn ?? isOnInitially[channel]
    return {
      channel,
      address,
      unavailable: unavailable && localize(unavailable, ctx.lang),
      isOn: Object.fromEntries(messageKindNames.map((kind) => [kind, isOn(kind) ? 1 : 0])) as ChannelState['isOn'],
    }
  })
}

export const messagePreferenceCalls: CallHandlers<typeof messagePreferences> = {
  list: (ctx) => listChannels(ctx),
  save: async (ctx, { channel, kind, isOn }) => {
    const choice = { userId: ctx.actor.id, channel: String(channel), kind: String(kind), isOn: isOn === 1 }
    await ctx.db
      .insertInto('messagePreference')
      .values(choice)
      .onConflict((conflict) => conflict.columns(['userId', 'kind', 'channel']).doUpdateSet({ isOn: choice.isOn }))
      .execute()
    return null
  },
}
