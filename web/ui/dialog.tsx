import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import css from './dialog.module.css'

interface Props {
  readonly title: string
  readonly closeWords: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
}

/**
 * A modal dialog. The browser's own dialog traps the focus and restores it; it closes by its button or Escape, not by a press
 * outside (specification 000, section 9).
 */
export const Dialog = ({ title, closeWords, onClose, children, wide = false }: Props) => {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // close it before it is removed: only then does the browser restore the focus
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className={`${css.dialog} ${wide ? css.wide : ''}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={css.head}>
        <h2 id={heading}>{title}</h2>
        <button type="button" className={css.close} aria-label={closeWords} onClick={onClose}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M2 2l12 12M14 2L2 14" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </button>
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  )
}
