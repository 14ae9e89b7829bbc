import { type ReactNode, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useLocalize } from '../api/language.ts'
import { useUnsaved } from '../preferences/unsaved.ts'

export interface SecretGuard {
  /** Closes the dialog; asks first if something could be lost. */
  readonly leave: () => void
  readonly question: ReactNode
}

/**
 * Asks before a dialog is closed while it shows what the server says only once, and warns before the page is left. `warning` says
 * what would be lost; null if nothing would.
 */
export const useSecretGuard = (warning: Text | null, close: () => void): SecretGuard => {
  const t = useLocalize()
  const [asking, setAsking] = useState(false)
  useUnsaved('secrets', warning !== null)
  const answer = (sure: boolean) => {
    setAsking(false)
    if (sure) close()
  }
  return {
    leave: () => (warning ? setAsking(true) : close()),
    question:
      asking && warning ? (
        <ConfirmDialog title={t(warning)} ok={t(words.close)} cancel={t(words.back)} danger onAnswer={answer} />
      ) : null,
  }
}
