import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import css from './dropdown.module.css'

interface Props {
  /** Content of the button. */
  readonly label: ReactNode
  /** What it opens; only for screen readers. */
  readonly name: string
  /** Class of the button, such as in a toolbar. */
  readonly opener?: string
  /** Whether the button shows an arrow; a button with a sign of its own needs none. */
  readonly hasArrow?: boolean
  readonly children: ReactNode
}

/** Pixels between the button and its list, and between the list and the edge of the window. */
const gap = 4

/** Places the list at the button: below it, or above it if there is more room; aligned with the side that is nearer. */
const placeAt = (list: HTMLElement, button: HTMLElement) => {
  const { top, right, bottom, left } = button.getBoundingClientRect()
  const isAbove = window.innerHeight - bottom < Math.min(top, 240)
  const isAtEnd = left + right > window.innerWidth
  const px = (value: number) => `${Math.round(value)}px`
  Object.assign(list.style, {
    top: isAbove ? 'auto' : px(bottom + gap),
    bottom: isAbove ? px(window.innerHeight - top + gap) : 'auto',
    left: isAtEnd ? 'auto' : px(left),
    right: isAtEnd ? px(document.documentElement.clientWidth - right) : 'auto',
    maxHeight: px((isAbove ? top : window.innerHeight - bottom) - 2 * gap),
  })
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Arrow keys, Home and End move between the entries; from the button, the first one opens the list. */
const moveFocus = (event: KeyboardEvent, list: HTMLElement) => {
  const step = steps[event.key]
  if (!step || (event.target instanceof HTMLInputElement && event.target.type === 'radio')) return
  const isOpen = list.matches(':popover-open')
  if (!isOpen && event.key !== 'ArrowDown') return
  event.preventDefault()
  if (!isOpen) list.showPopover()
  const entries = [...list.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input')]
  entries[step(entries.indexOf(document.activeElement as HTMLElement), entries.length)]?.focus()
}

/** Changes when the page or a table scrolls the element. */
const placeOf = (element: HTMLElement | null) => {
  const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {}
  return left + top
}

/**
 * The list does not move with its button: it closes when the page or a table takes the button along. A scroll that ended before the
 * list opened is announced only afterwards and does not close it.
 */
const useCloseOnScroll = (
  isOpen: boolean,
  list: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
) =>
  useEffect(() => {
    if (!isOpen) return
    const place = placeOf(button.current)
    const close = () => list.current?.hidePopover()
    const closeIfMoved = () => placeOf(button.current) !== place && close()
    document.addEventListener('scroll', closeIfMoved, { capture: true, passive: true })
    window.addEventListener('resize', close)
    return () => {
      document.removeEventListener('scroll', closeIfMoved, { capture: true })
      window.removeEventListener('resize', close)
    }
  }, [isOpen, list, button])

/**
 * A button with a short list of links and buttons above everything else, so that no scrolling box cuts it off. It closes by a choice,
 * a press outside, Escape, or loss of focus.
 */
export const Dropdown = ({ label, name, opener, hasArrow = true, children }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const close = () => list.current?.hidePopover()
  useCloseOnScroll(isOpen, list, button)
  const prepare = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    setOpen(newState === 'open')
    if (newState === 'open' && button.current) placeAt(currentTarget, button.current)
    // before the entries are removed, with the focus on one of them
    else if (currentTarget.contains(document.activeElement)) button.current?.focus()
  }
  const closeOnBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  const handleKey = (event: KeyboardEvent) => {
    // Escape closes the list, not a dialog behind it
    if (event.key === 'Escape' && isOpen) event.stopPropagation()
    if (list.current) moveFocus(event, list.current)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its button and its list
    <div className={css.dropdown} onBlur={closeOnBlur} onKeyDown={handleKey}>
      <button
        ref={button}
        type="button"
        className={opener ?? css.opener}
        title={name}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <span>{label}</span>
        {hasArrow ? (
          <svg viewBox="0 0 10 6" width="10" height="6" aria-hidden="true">
            <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.4" />
          </svg>
        ) : null}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing one of its buttons or links by keyboard is a click too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes the list after any choice */}
      <div ref={list} id={id} popover="auto" className={css.list} onBeforeToggle={prepare} onClick={close}>
        {isOpen ? children : null}
      </div>
    </div>
  )
}
