import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { currentTitle, setTitle, useLocalize } from '../api/language.ts'
import { useUser } from '../api/session.ts'
import css from './lock.module.css'
import { LockForm } from './lock-form.tsx'
import { logout } from './login-calls.ts'
import { askWhetherLocked, unlockScreen } from './screen-lock.ts'

const title: Text = ['屏幕已锁定', 'The screen is locked']

/** Opens the dialog above all others and blocks Escape, for this dialog and for those below it. */
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
 * The lock screen: the person, the field for the lock password, and the link to log in again. It covers the current page, which
 * stays mounted with everything typed there.
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
        <p className="above-16 muted small">{t(words.product)}</p>
      </main>
    </dialog>
  )
}
