import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { currentTitle, setTitle, useLocalize } from './language.ts'
import css from './lock.module.css'
import { LockForm } from './lock-form.tsx'
import { logout } from './login.ts'
import { askWhetherLocked, unlockScreen } from './screen-lock.ts'
import { useUser } from './session.ts'

const title: Text = ['屏幕已锁定', 'The screen is locked']

/** Above all that is open, and not to be closed: Escape is for nothing here, neither for this dialog nor for one below it. */
const useCover = () => {
  const cover = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = cover.current
    dialog?.setAttribute('closedby', 'none')
    dialog?.showModal()
    const blockEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', blockEscape, { capture: true })
    return () => {
      window.removeEventListener('keydown', blockEscape, { capture: true })
      dialog?.close()
    }
  }, [])
  return cover
}

/**
 * The lock page: whose session it is, the password that opens it, and the way out. It lies over the page one was at, which
 * stays as it is, with all that was typed there.
 */
export const LockScreen = () => {
  const t = useLocalize()
  const user = useUser()
  const heading = useId()
  const cover = useCover()
  useLayoutEffect(() => {
    const before = currentTitle()
    setTitle(title)
    return () => setTitle(before)
  }, [])
  useEffect(() => void askWhetherLocked(), [])
  return (
    <dialog ref={cover} className={css.screen} aria-labelledby={heading} onCancel={(event) => event.preventDefault()}>
      <main className={css.panel}>
        <img src={user?.avatar || '/img/avatar.svg'} alt="" width="72" height="72" className={css.face} />
        <h1 id={heading}>{t(title)}</h1>
        <p className={css.person}>
          <b>{user?.real_name || user?.account}</b>
          <span>{user?.account}</span>
        </p>
        <LockForm label={['锁屏密码', 'Lock password']} ok={['解锁', 'Unlock']} send={unlockScreen}>
          <Button kind="link" onClick={() => void logout('again')}>
            {t(['重新登录', 'Log in again'])}
          </Button>
        </LockForm>
        <p className={css.product}>{t(words.product)}</p>
      </main>
    </dialog>
  )
}
