import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { type Draft, isDirty } from './draft.ts'
import css from './save-state.module.css'
import { savedTime } from './saved-time.ts'

/** The save state of the user's input, always visible. */
export const SaveState = ({ draft, retry }: { draft: Draft; retry: () => void }) => {
  const t = useLocalize()
  const at = draft.savedAt ? savedTime(draft.savedAt) : ''
  const saved = t([`已保存 ${at}`, `Saved ${at}`])
  const message = {
    idle: isDirty(draft) ? t(['保存中…', 'Saving…']) : '',
    saving: t(['保存中…', 'Saving…']),
    saved: isDirty(draft) ? t(['保存中…', 'Saving…']) : saved,
    offline: t(['离线，已存本机', 'Offline, saved on this device']),
    failed: t(['保存失败', 'Not saved']),
    conflict: t(['内容存在冲突，请选择', 'Conflicting versions, please choose one']),
  }[draft.state]
  return (
    <div className={css.state} data-state={draft.state}>
      <span role="status">{message}</span>
      {draft.refusal && draft.state === 'failed' ? <span>{draft.refusal}</span> : null}
      {draft.state === 'failed' || draft.state === 'offline' ? (
        <Button kind="link" onClick={retry}>
          {t(words.retry)}
        </Button>
      ) : null}
    </div>
  )
}
