import { useState } from 'react'
import { webhook } from '#contract/project/webhook.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './account.module.css'
import { SecretNotice } from './secret-notice.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { type Hook, WebhookLine } from './webhook-line.tsx'

const Hooks = ({ all }: { all: readonly Hook[] }) => {
  const t = useLocalize()
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const showSecret = (text: string) => {
    setSecret(text)
    setIsAdding(false)
  }
  return (
    <>
      <p className={css.lead}>
        {t([
          '您能看到的申报进入新环节时，平台向接收地址推送一条事件，用签名密钥签名。事件不含申报内容，程序可用接口密钥读取。',
          'When a declaration that you see moves on, the platform sends an event to your address, signed with a secret. Events do not contain the declaration; programs read it with a key.',
        ])}
      </p>
      {secret ? (
        <SecretNotice
          text={secret}
          title={[
            '签名密钥已生成。请立即复制保存，关闭本页后不再显示。',
            'The secret was made. Copy it now: it is not shown again.',
          ]}
        />
      ) : null}
      {isAdding ? (
        <WebhookForm onAdded={showSecret} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button kind="main" onClick={() => setIsAdding(true)}>
          {t(['新建事件推送', 'Add a webhook'])}
        </Button>
      )}
      {all.length ? null : <p className="above-20 muted">{t(['还没有事件推送。', 'No webhooks yet.'])}</p>}
      <ul className="above-8">
        {all.map((one) => (
          <WebhookLine key={one.id} of={one} onSecret={showSecret} />
        ))}
      </ul>
    </>
  )
}

/** Addresses of this account that are told of the moves of declarations. */
export const Webhooks = () => {
  const hooks = useAnswer(webhook.calls.mine, {}, { staleTime: 0 })
  return <QueryView from={hooks}>{(all) => <Hooks all={all} />}</QueryView>
}
