import type { ReactNode } from 'react'
import css from './dropdown.module.css'
import { useOpener } from './use-opener.ts'

interface Props {
  /** Content of the button. */
  readonly label: ReactNode
  /** What it opens; only for screen readers. */
  readonly name: string
  /** Class of the button, such as in a toolbar. */
  readonly opener?: string
  readonly children: ReactNode
}

/** A button with a short list of links and buttons: opens by a press, closes by Escape, loss of focus or a choice. */
export const Dropdown = ({ label, name, opener, children }: Props) => {
  const { open, setOpen, close, id, frame, opener: wiring } = useOpener()
  return (
    <div className={css.dropdown} {...frame}>
      <button {...wiring} type="button" className={opener ?? css.opener} title={name} onClick={() => setOpen(!open)}>
        <span>{label}</span>
        <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
          <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing one of its buttons or links by keyboard is a click too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes the list after any choice */}
      <div id={id} className={`${css.list} ${opener ? css.start : ''}`} hidden={!open} onClick={close}>
        {children}
      </div>
    </div>
  )
}
