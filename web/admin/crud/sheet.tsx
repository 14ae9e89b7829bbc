import { type ReactNode, useState } from 'react'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordModal } from './record-modal.tsx'
import css from './sheet.module.css'

interface Attempting {
  readonly busy: boolean
  /** Why the last one was refused. */
  readonly refusal: string | null
}

/** What a sheet does, one after another: whether it is under way, and the sentence of a refusal. */
export const useAttempts = (): Attempting & { readonly attempt: (act: () => Promise<unknown>) => Promise<void> } => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await act()
    } catch (error) {
      setRefusal(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, attempt }
}

interface Props {
  readonly title: string
  readonly width?: number
  readonly close: () => void
  readonly of: Attempting
  readonly save: () => unknown
  /** Nothing was changed yet. */
  readonly unchanged?: boolean
  /** Another thing to do with what was set, beside saving it. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** Something to be set over its page, and saved; what was refused is said above it. */
export const Sheet = ({ title, width, close, of: { busy, refusal }, save, unchanged, more, children }: Props) => {
  const t = useLocalize()
  return (
    <RecordModal
      title={title}
      {...(width ? { width } : {})}
      close={close}
      footer={
        <div className={css.foot}>
          <Button onClick={close}>{t(words.cancel)}</Button>
          {more}
          <Button kind="main" busy={busy} disabled={unchanged} onClick={() => void save()}>
            {t(words.save)}
          </Button>
        </div>
      }
    >
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      {children}
    </RecordModal>
  )
}
