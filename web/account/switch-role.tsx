import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { enter } from '#web/base/login.ts'
import { useSay } from '#web/base/say.ts'
import { refreshTokenNow, tokenNow } from '#web/base/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChooseRole } from './choose-role.tsx'

export const switchWords: Text = ['切换部门和角色', 'Switch department and role']

interface Props {
  /** `switched` tells whether another department or role was chosen. */
  readonly onClose: (switched: boolean) => void
}

/** Changes what the running session works as: its tokens are exchanged (specification 000, section 4). */
export const SwitchRole = ({ onClose }: Props) => {
  const t = useSay()
  return (
    <Dialog title={t(switchWords)} closeWords={t(words.close)} onClose={() => onClose(false)}>
      <ChooseRole
        access={tokenNow() ?? ''}
        refresh={refreshTokenNow() ?? ''}
        onChosen={(tokens) => {
          enter(tokens)
          onClose(true)
        }}
      />
    </Dialog>
  )
}
