import { useState } from 'react'
import type { OutOf } from '#contract/kit/call.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { hookStates, webhook } from '#contract/project/webhook.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import css from './account.module.css'
import { WebhookLog } from './webhook-log.tsx'

export type Hook = OutOf<typeof webhook.calls.mine>[number]

const { turn, renewSecret, end } = webhook.calls

/** Makes a call about a webhook; what fails is shown in its line. */
const useHookCall = () => {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setFault(null)
    try {
      await act()
      await invalidate(webhook.calls.mine.path)
    } catch (error) {
      setFault(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, run }
}

const question: Record<'renew' | 'end', { readonly title: Text; readonly text: Text }> = {
  renew: {
    title: ['更换“{0}”的签名密钥，是否继续？', 'Change the secret of “{0}”?'],
    text: [
      '一天之内，推送同时带有新旧两个密钥的签名，请在此期间更新接收程序。',
      'For a day deliveries are signed with both secrets. Change the receiver within that time.',
    ],
  },
  end: {
    title: ['移除事件推送“{0}”，是否继续？', 'Remove the webhook “{0}”?'],
    text: ['推送记录一并移除，且不能恢复。', 'Its log is removed too, and cannot be restored.'],
  },
}

interface Props {
  readonly of: Hook
  readonly onSecret: (secret: string) => void
}

/** A webhook with its state, what its owner can do with it, and its log. */
export const WebhookLine = ({ of, onSecret }: Props) => {
  const t = useLocalize()
  const { busy, fault, run } = useHookCall()
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const isOn = of.hookState === hookStates.on
  const name = of.name ?? ''
  const answer = async (yes: boolean) => {
    if (yes && asking === 'end') await run(() => ask(end, { id: of.id }))
    if (yes && asking === 'renew') await run(async () => onSecret((await ask(renewSecret, { id: of.id })).secret))
    setAsking(null)
  }
  const buttons: readonly (readonly [Text, () => void])[] = [
    [isOpen ? ['收起记录', 'Hide the log'] : ['推送记录', 'Log of deliveries'], () => setIsOpen(!isOpen)],
    [
      isOn ? ['暂停推送', 'Pause'] : ['恢复推送', 'Resume'],
      () => void run(() => ask(turn, { id: of.id, isOn: isOn ? 0 : 1 })),
    ],
    [['更换密钥', 'Change the secret'], () => setAsking('renew')],
    [['移除推送', 'Remove'], () => setAsking('end')],
  ]
  return (
    <li className={css.device}>
      <div className="fill">
        <p className={css.browser}>
          {name}
          {isOn ? null : <Tag tone="calm">{t(['已暂停推送', 'Paused'])}</Tag>}
        </p>
        <p className="small anywhere">{of.url}</p>
        {of.failingSince ? (
          <p className="small bad">{t(fill(['自 {0} 起连续失败', 'Failing since {0}'], of.failingSince))}</p>
        ) : null}
        {fault ? <Notice tone="bad" title={fault} live /> : null}
        <p className="row wrap gap-16 above-8">
          {buttons.map(([label, act]) => (
            <Button key={label[1]} kind="link" busy={busy} onClick={act}>
              {t(label)}
              <span className="hidden-words"> {name}</span>
            </Button>
          ))}
        </p>
        {isOpen ? <WebhookLog of={of.id} /> : null}
      </div>
      {asking ? (
        <ConfirmDialog
          danger={asking === 'end'}
          title={t(fill(question[asking].title, name))}
          ok={t(words.ok)}
          cancel={t(words.cancel)}
          busy={busy}
          onAnswer={(yes) => void answer(yes)}
        >
          <p>{t(question[asking].text)}</p>
        </ConfirmDialog>
      ) : null}
    </li>
  )
}
