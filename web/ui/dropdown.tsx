import type { ReactNode } from 'react'
import css from './dropdown.module.css'
import { useOpener } from './use-opener.ts'

interface Props {
  /** What the button shows. */
  readonly label: ReactNode
  /** What it opens, for those who do not see it. */
  readonly name: string
  /** The class of the button, where it stands among others. */
  readonly opener?: string
  readonly children: ReactNode
}

/** A button that shows a short list of links and buttons: opens by press, closes by Escape, by leaving or by choosing. */
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a choice, whichever it was */}
      <div id={id} className={`${css.list} ${opener ? css.start : ''}`} hidden={!open} onClick={close}>
        {children}
      </div>
    </div>
  )
}
