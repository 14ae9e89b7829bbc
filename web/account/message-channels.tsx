import { useState } from 'react'
import { channels, messageKindNames, messageKinds } from '#contract/inbox/message-kinds.ts'
import { type ChannelState, messagePreferences } from '#contract/inbox/message-preference.ts'
import type { InOf } from '#contract/kit/call.ts'
import { fill } from '#contract/kit/text.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import account from './account.module.css'
import css from './message-channels.module.css'

type Change = NonNullable<InOf<typeof messagePreferences.save>>

/** Saves one switch at a time; resolves when the list is read again. */
const useSave = () => {
  const [busy, setBusy] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const save = async (key: string, change: Change) => {
    setBusy(key)
    try {
      await ask(messagePreferences.save, change)
      await invalidate(messagePreferences.list.path)
      setFault(null)
    } catch (error) {
      setFault(failureOf(error).message)
    } finally {
      setBusy(null)
    }
  }
  return { busy, fault, save }
}

const ChannelHead = ({ of: { channel, address, unavailable } }: { of: ChannelState }) => {
  const t = useLocalize()
  return (
    <th scope="col">
      {t(channels[channel])}
      <span className="block muted small regular anywhere">{unavailable ?? address}</span>
    </th>
  )
}

const Channels = ({ all }: { all: readonly ChannelState[] }) => {
  const t = useLocalize()
  const { busy, fault, save } = useSave()
  const switchFor = (kind: (typeof messageKindNames)[number], { channel, isOn, unavailable }: ChannelState) => {
    const key = `${channel} ${kind}`
    return (
      <td key={channel}>
        <Switch
          name={t(fill(['{0}：用{1}接收', '{0} by {1}'], messageKinds[kind], channels[channel]))}
          checked={isOn[kind] === 1}
          disabled={unavailable !== null}
          busy={busy === key}
          onChange={(on) => void save(key, { channel, kind, isOn: on ? 1 : 0 })}
        />
      </td>
    )
  }
  return (
    <>
      <p className={account.lead}>
        {t([
          '消息总会出现在消息中心。您可以选择是否同时用邮件或短信接收；有办理时限的退回、审核结论等依法必须送达的消息不受此设置影响。',
          'Messages always appear in the message centre. Choose whether to get them by e-mail or SMS too. Messages that the law requires, such as returns with a deadline and decisions, are sent in any case.',
        ])}
      </p>
      {fault ? <Notice tone="bad" title={fault} live /> : null}
      <table className={css.table}>
        <caption className="hidden-words">{t(['消息接收方式', 'Message channels'])}</caption>
        <thead>
          <tr>
            <th scope="col">{t(['消息类型', 'Kind of message'])}</th>
            {all.map((one) => (
              <ChannelHead key={one.channel} of={one} />
            ))}
          </tr>
        </thead>
        <tbody>
          {messageKindNames.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(messageKinds[kind])}</th>
              {all.map((one) => switchFor(kind, one))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Which messages the person also gets by e-mail and SMS. */
export const MessageChannels = () => {
  const states = useAnswer(messagePreferences.list, {}, { staleTime: 0 })
  return <QueryView from={states}>{(all) => <Channels all={all} />}</QueryView>
}
