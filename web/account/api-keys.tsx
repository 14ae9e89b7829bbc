import { useState } from 'react'
import { fill } from '#contract/kit/text.ts'
import { apiKey } from '#contract/system/api-key.ts'
import { keyLimits } from '#contract/system/key-fields.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './account.module.css'
import { KeyForm } from './api-key-form.tsx'
import { type Key, KeyLine } from './api-key-line.tsx'
import { EndKeyDialog } from './end-key-dialog.tsx'
import { SecretNotice } from './secret-notice.tsx'

const Keys = ({ all }: { all: readonly Key[] }) => {
  const t = useLocalize()
  const [isAdding, setIsAdding] = useState(false)
  const [newKey, setNewKey] = useState<string | null>(null)
  const [ending, setEnding] = useState<Key | null>(null)
  const showKey = (key: string) => {
    setNewKey(key)
    setIsAdding(false)
  }
  return (
    <>
      <p className={css.lead}>
        {t(
          fill(
            [
              '程序用密钥以您的身份调用接口：权限不超过您本人和所选范围，每分钟最多 {0} 次请求。您的账号停用后，密钥立即失效。',
              'With a key, programs call the platform as you: never with more than your rights, in the scopes you choose, up to {0} times a minute. Keys stop working when your account is disabled.',
            ],
            keyLimits.requestsPerMinute,
          ),
        )}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t(['接口文档', 'API document'])}
        </a>
      </p>
      {newKey ? (
        <SecretNotice
          text={newKey}
          title={[
            '密钥已生成。请立即复制保存，关闭本页后不再显示。',
            'The key was made. Copy it now: it is not shown again.',
          ]}
        >
          <p className="muted small anywhere">
            {t(['请求头：', 'Header: '])}
            <code>Blade-Auth: key {newKey.slice(0, 10)}…</code>
          </p>
        </SecretNotice>
      ) : null}
      {isAdding ? (
        <KeyForm onMade={showKey} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button kind="main" onClick={() => setIsAdding(true)}>
          {t(['新建密钥', 'Make a key'])}
        </Button>
      )}
      {all.length ? null : <p className="above-20 muted">{t(['还没有密钥。', 'No keys yet.'])}</p>}
      <ul className="above-8">
        {all.map((one) => (
          <KeyLine key={one.id} of={one} onEnd={() => setEnding(one)} />
        ))}
      </ul>
      {ending ? <EndKeyDialog of={ending} onClose={() => setEnding(null)} /> : null}
    </>
  )
}

/** Keys with which programs call the platform for this account. */
export const ApiKeys = () => {
  const keys = useAnswer(apiKey.calls.mine, {}, { staleTime: 0 })
  return <QueryView from={keys}>{(all) => <Keys all={all} />}</QueryView>
}
