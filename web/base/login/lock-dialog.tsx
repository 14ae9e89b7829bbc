import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLocalize } from '../api/language.ts'
import { LockForm } from './lock-form.tsx'
import { lockScreen } from './screen-lock.ts'

/** Asks for a lock password and locks the screen (specification 000, sections 2 and 4). */
export const LockDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  const lock = async (password: string) => {
    await lockScreen(password)
    onClose()
  }
  return (
    <Dialog title={t(['设置锁屏密码', 'Set a lock password'])} closeWords={t(words.close)} onClose={onClose}>
      <LockForm
        label={['锁屏密码', 'Lock password']}
        hint={[
          '仅用于本次解锁，与登录密码无关。忘记时可以重新登录。',
          'It unlocks the screen this time only and is separate from your login password. If you forget it, log in again.',
        ]}
        ok={words.lock}
        send={lock}
      >
        <Button onClick={onClose}>{t(words.cancel)}</Button>
      </LockForm>
    </Dialog>
  )
}
