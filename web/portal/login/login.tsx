import { useState } from 'react'
import { auth, type Tokens } from '#contract/auth.ts'
import { words } from '#contract/words.ts'
import { ChooseRole } from '#web/account/choose-role.tsx'
import { ask, useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { openSession } from '#web/base/login-calls.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoginForms, type LoginReason } from './login-forms.tsx'

interface Props {
  /** Why the dialog opened automatically; null when the user opened it. */
  readonly reason: LoginReason | null
  readonly onClose: (entered: boolean) => void
}

const hasMultiple = (ids: string) => ids.includes(',')

/** Login by account or phone; in switch mode the user then chooses department and role (specification 000, section 2). */
export const Login = ({ reason, onClose }: Props) => {
  const t = useLocalize()
  const { data: settings } = useAnswer(auth.settings)
  const [choosing, setChoosing] = useState<Tokens | null>(null)
  const startSession = (tokens: Tokens) => {
    openSession(tokens)
    onClose(true)
  }
  const chooseOrStart = (tokens: Tokens) => {
    const needsChoice = settings?.switchMode && (hasMultiple(tokens.dept_id) || hasMultiple(tokens.role_id))
    if (needsChoice) setChoosing(tokens)
    else startSession(tokens)
  }
  const cancel = () => {
    // end the unused session on the server
    if (choosing)
      void ask(auth.logout, {}, { headers: { 'blade-auth': `bearer ${choosing.access_token}` } }).catch(() => null)
    onClose(false)
  }
  return (
    <Dialog
      title={t(choosing ? ['选择部门和角色', 'Choose department and role'] : words.login)}
      closeWords={t(words.close)}
      onClose={cancel}
    >
      {choosing ? (
        <ChooseRole access={choosing.access_token} refresh={choosing.refresh_token} onSelect={startSession} />
      ) : (
        <LoginForms reason={reason} settings={settings} onTokens={chooseOrStart} onLeave={() => onClose(false)} />
      )}
    </Dialog>
  )
}
