import { type ReactNode, useEffect, useEffectEvent } from 'react'
import css from './popover.module.css'
import { useOpener } from './use-opener.ts'

interface Props {
  /** Class of the button that opens it. */
  readonly className: string
  /** Content of the button, and its accessible name. */
  readonly label: ReactNode
  readonly name: string
  readonly title?: string
  /** Called when it opens. */
  readonly onOpen?: () => void
  /** Opens the panel whenever it becomes another value than null. */
  readonly openFor?: string | null
  /** Width in pixels; less in a narrow window. */
  readonly width?: number
  /** Content of the panel; as a function it gets `close`. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A button that opens a panel below it. The panel stays open while it is used; it closes by Escape, by its button, or by loss
 * of focus.
 */
export const Popover = ({
  className,
  label,
  name,
  title = name,
  onOpen,
  openFor = null,
  width = 420,
  children,
}: Props) => {
  const { open, setOpen, close, id, frame, opener } = useOpener({ holds: true })
  const openNow = useEffectEvent(() => {
    opener.ref.current?.focus()
    onOpen?.()
    setOpen(true)
  })
  useEffect(() => {
    if (openFor !== null) openNow()
  }, [openFor])
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
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press outside the panel closes it */}
          <div className={css.backdrop} onClick={() => setOpen(false)} />
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
