import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { currentRefreshToken, currentToken } from '#web/base/api/session.ts'
import { openSession } from '#web/base/login/login-calls.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChooseRole } from './choose-role.tsx'
import { switchWords } from './menu-words.ts'

interface Props {
  /** `switched`: another department or role was chosen. */
  readonly onClose: (switched: boolean) => void
}

/** Switches the department and role of the current session: its tokens are exchanged (specification 000, section 4). */
export const SwitchRole = ({ onClose }: Props) => {
  const t = useLocalize()
  return (
    <Dialog title={t(switchWords)} closeWords={t(words.close)} onClose={() => onClose(false)}>
      <ChooseRole
        access={currentToken() ?? ''}
        refresh={currentRefreshToken() ?? ''}
        onSelect={(tokens) => {
          openSession(tokens)
          onClose(true)
        }}
      />
    </Dialog>
  )
}
