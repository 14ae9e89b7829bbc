import type { ReactNode } from 'react'
import css from './popover.module.css'
import { useOpener } from './use-opener.ts'

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
  const { open, setOpen, close, id, frame, opener } = useOpener({ holds: true })
  return (
    <div className={css.popover} {...frame}>
      <button
        {...opener}
        type="button"
        className={className}
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
