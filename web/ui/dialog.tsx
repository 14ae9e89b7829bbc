import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from './close-button.tsx'
import css from './dialog.module.css'

interface LayoutProps {
  /** Id of the heading, which names the dialog. */
  readonly id: string
  readonly title: string
  /** Label of the close button; without it, the answers in `footer` are the only ways out. */
  readonly closeWords?: string | undefined
  readonly onClose: () => void
  /** Buttons below the content, the primary one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The parts of every dialog: title left, close button right, content that scrolls, buttons below. */
export const DialogLayout = ({ id, title, closeWords, onClose, footer, children }: LayoutProps) => (
  <div className={css.layout}>
    <div className={css.head}>
      <h2 id={id}>{title}</h2>
      {closeWords ? <CloseButton words={closeWords} onClick={onClose} /> : null}
    </div>
    {children ? (
      <div className={css.body} data-dialog-body="">
        {children}
      </div>
    ) : null}
    {footer ? <div className={css.footer}>{footer}</div> : null}
  </div>
)

export const dialogClass: string = css.dialog ?? ''

/** The open dialogs in the order of the document. Those of hidden pages stay in the document, but are not visible. */
export const visibleDialogs = (): readonly Element[] =>
  [...document.querySelectorAll('dialog[open]')].filter((one) => one.checkVisibility())

interface Props extends Omit<LayoutProps, 'id'> {
  readonly wide?: boolean
  /** The element that has the focus first; the dialog itself by default. */
  readonly focus?: RefObject<HTMLElement | null>
}

/**
 * A modal dialog. The browser's own dialog traps the focus and restores it; it closes by its buttons or Escape, not by a press
 * outside (specification 000, section 9).
 */
export const Dialog = ({ onClose, wide = false, focus, ...layout }: Props) => {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // close it before it is removed: only then does the browser restore the focus
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    focus?.current?.focus()
    return () => dialog?.close()
  }, [focus])
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
      <DialogLayout {...layout} id={heading} onClose={onClose} />
    </dialog>
  )
}
