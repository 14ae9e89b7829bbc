import type { OutOf } from '#contract/kit/call.ts'
import { fill } from '#contract/kit/text.ts'
import { apiKey } from '#contract/system/api-key.ts'
import { keyLevels, keyScopeNames, keyScopes } from '#contract/system/key-scopes.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import css from './account.module.css'

export type Key = OutOf<typeof apiKey.calls.mine>[number]

const { fields } = apiKey
const today = () => new Date().toLocaleDateString('sv')

/** 项目申报（只读）、项目库与企业（读写） */
const useScopeWords = () => {
  const t = useLocalize()
  return (key: Key) =>
    keyScopeNames
      .filter((name) => key[name] !== keyLevels.none)
      .map((name) => {
        const level = fields[name].choices.find(([value]) => value === key[name])?.[1]
        return t(fill(['{0}（{1}）', '{0} ({1})'], keyScopes[name].label, level ?? ''))
      })
      .join(t(['、', ', ']))
}

/** A key with its scopes, its last day and its last use. */
export const KeyLine = ({ of, onEnd }: { of: Key; onEnd: () => void }) => {
  const t = useLocalize()
  const scopeWords = useScopeWords()
  const isInUse = !of.endedAt && String(of.lastDay) >= today()
  const facts = [
    [fields.lastDay.label, of.lastDay],
    [fields.lastUsedAt.label, of.lastUsedAt ?? t(['尚未使用', 'Never'])],
    [fields.lastAddress.label, of.lastAddress],
  ] as const
  return (
    <li className={css.device}>
      <div>
        <p className={css.browser}>
          {of.name} <code className="muted regular">{of.prefix}…</code>
          {isInUse ? null : <Tag tone="calm">{t(of.endedAt ? ['已停用', 'Revoked'] : ['已到期', 'Expired'])}</Tag>}
        </p>
        <p className="small">{scopeWords(of)}</p>
        <Facts of={facts} />
      </div>
      {isInUse ? (
        <Button kind="link" className={css.end} onClick={onEnd}>
          {t(['停用此密钥', 'Revoke'])}
          <span className="hidden-words"> {of.name}</span>
        </Button>
      ) : null}
    </li>
  )
}
