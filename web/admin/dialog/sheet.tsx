import { type ReactNode, useState } from 'react'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordModal } from './record-modal.tsx'

interface Attempting {
  readonly busy: boolean
  /** Error message of the last attempt. */
  readonly refusal: string | null
}

/** Runs the actions of a sheet: whether one is running, and the error message of the last. */
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
  /** Whether nothing has been changed yet. */
  readonly unchanged?: boolean
  /** Further actions besides saving. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** A dialog with settings to save; an error is displayed above them. */
export const Sheet = ({ title, width, close, of: { busy, refusal }, save, unchanged, more, children }: Props) => {
  const t = useLocalize()
  return (
    <RecordModal
      title={title}
      {...(width ? { width } : {})}
      close={close}
      footer={
        <>
          <Button onClick={close}>{t(words.cancel)}</Button>
          {more}
          <Button kind="main" busy={busy} disabled={unchanged} onClick={() => void save()}>
            {t(words.save)}
          </Button>
        </>
      }
    >
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      {children}
    </RecordModal>
  )
}
