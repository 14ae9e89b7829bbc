import { type FocusEvent, type ReactNode, useId, useRef, useState } from 'react'
import css from './popover.module.css'

interface Props {
  /** The class of the button that opens it. */
  readonly className: string
  /** What the button shows, and what it is called. */
  readonly label: ReactNode
  readonly name: string
  readonly title?: string
  /** Told when it opens. */
  readonly onOpen?: () => void
  /** Pixels, where there is room for them. */
  readonly width?: number
  /** What is worked in; it may put itself away. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button that opens a panel below it, which stays while one works in it: it closes by Escape, by its button, or by leaving. */
export const Popover = ({ className, label, name, title = name, onOpen, width = 420, children }: Props) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // a press beside what can have the focus, within the panel, goes nowhere
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape and for the focus going elsewhere
    <div
      className={css.popover}
      onBlur={left}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        // a dialog below it stays
        event.stopPropagation()
        close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        title={title}
        onClick={() => {
          if (!open) onOpen?.()
          setOpen(!open)
        }}
      >
        {label}
      </button>
      {open ? (
        <>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the panel puts it away */}
          <div className={css.beside} onClick={() => setOpen(false)} />
          <section
            id={id}
            className={css.panel}
            style={{ width: `min(${width}px, calc(100vw - 24px))` }}
            aria-label={title}
            tabIndex={-1}
          >
            {typeof children === 'function' ? children(close) : children}
          </section>
        </>
      ) : (
        <div id={id} hidden />
      )}
    </div>
  )
}
