import { useState } from 'react'
import { auth, type Tokens } from '#contract/auth.ts'
import { words } from '#contract/words.ts'
import { ChooseRole } from '#web/account/choose-role.tsx'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { endUnusedSession, hasRoleChoice, openSession } from '#web/base/login/login-calls.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoginForms, type LoginReason } from './login-forms.tsx'

interface Props {
  /** Why the dialog opened automatically; null when the user opened it. */
  readonly reason: LoginReason | null
  readonly onClose: (entered: boolean) => void
}

/** Login by account or phone; in switch mode the user then chooses department and role (specification 000, section 2). */
export const Login = ({ reason, onClose }: Props) => {
  const t = useLocalize()
  const { data: settings, isError } = useAnswer(auth.settings)
  const [choosing, setChoosing] = useState<Tokens | null>(null)
  const startSession = (tokens: Tokens) => {
    openSession(tokens)
    onClose(true)
  }
  const chooseOrStart = (tokens: Tokens) => {
    if (settings?.switchMode && hasRoleChoice(tokens)) setChoosing(tokens)
    else startSession(tokens)
  }
  const cancel = () => {
    if (choosing) endUnusedSession(choosing)
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
        <LoginForms
          reason={reason}
          settings={settings}
          hasFailed={isError}
          onTokens={chooseOrStart}
          onLeave={() => onClose(false)}
        />
      )}
    </Dialog>
  )
}
