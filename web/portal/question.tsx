import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from './page.module.css'

interface Props {
  readonly title: Text
  /** What happens next. */
  readonly note: Text
  readonly busy: boolean
  /** Why the last attempt failed. */
  readonly refusal: string | null
  readonly agree: () => Promise<unknown>
  readonly close: () => void
  /** What can be chosen. */
  readonly children?: ReactNode
}

/** Asks before something that cannot be undone at once. */
export const Question = ({ title, note, busy, refusal, agree, close, children }: Props) => {
  const t = useLocalize()
  return (
    <Dialog title={t(title)} closeWords={t(words.close)} onClose={close}>
      <div className={page.form}>
        {refusal ? <Notice tone="bad" title={refusal} live /> : null}
        <p>{t(note)}</p>
        {children}
        <div className={page.actions}>
          <Button kind="main" busy={busy} onClick={() => void agree()}>
            {t(words.ok)}
          </Button>
          <Button onClick={close}>{t(words.cancel)}</Button>
        </div>
      </div>
    </Dialog>
  )
}
