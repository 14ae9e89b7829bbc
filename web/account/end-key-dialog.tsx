import { useState } from 'react'
import { fill } from '#contract/kit/text.ts'
import { apiKey } from '#contract/system/api-key.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Key } from './api-key-line.tsx'

/** Asks before a key is revoked: what uses it stops working. */
export const EndKeyDialog = ({ of, onClose }: { of: Key; onClose: () => void }) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const end = async () => {
    setBusy(true)
    try {
      await ask(apiKey.calls.end, { id: of.id })
      onClose()
      await invalidate(apiKey.calls.mine.path)
    } catch (error) {
      setFault(failureOf(error).message)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      danger
      title={t(fill(['停用密钥“{0}”，是否继续？', 'Revoke the key “{0}”?'], of.name ?? ''))}
      ok={t(words.ok)}
      cancel={t(words.cancel)}
      busy={busy}
      onAnswer={(yes) => (yes ? void end() : onClose())}
    >
      {fault ? <Notice tone="bad" title={fault} live /> : null}
      <p>
        {t([
          '停用后立即失效且不能恢复，使用它的程序将无法继续访问。',
          'It stops working at once and cannot be restored. Programs that use it lose access.',
        ])}
      </p>
    </ConfirmDialog>
  )
}
