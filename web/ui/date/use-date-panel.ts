import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

/** Closes by a click anywhere outside of `root`. */
const usePressOutside = (root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) =>
  useEffect(() => {
    if (!isOpen) return
    const handleClick = ({ target }: globalThis.MouseEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) close()
    }
    document.addEventListener('click', handleClick, { capture: true })
    return () => document.removeEventListener('click', handleClick, { capture: true })
  })

/**
 * State of the calendar below a field. A click with the mouse into the field opens it and leaves the focus in the input, so that
 * typing goes on; the button and the arrow key open it and move the focus into it. A touch opens it by the button only, since
 * a touch of the input brings up the keyboard.
 */
export const useDatePanel = () => {
  const [isOpen, setOpen] = useState(false)
  // counts the requests to move the focus into the calendar
  const [focusRequest, setFocusRequest] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  const close = () => {
    setOpen(false)
    setFocusRequest(0)
  }
  usePressOutside(root, isOpen, close)
  const open = (element: HTMLElement) => {
    opener.current = element
    setOpen(true)
  }
  const openWithFocus = (element: HTMLElement) => {
    open(element)
    setFocusRequest((count) => count + 1)
  }
  /** Returns the focus to where the calendar was opened from. */
  const finish = () => {
    close()
    opener.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (isOpen && event.key === 'Escape') {
      // closes the calendar only, not the dialog around it
      event.stopPropagation()
      event.preventDefault()
      finish()
    }
    if (!(event.target instanceof HTMLInputElement)) return
    if (event.key === 'Enter') close()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    openWithFocus(event.target)
  }
  return {
    isOpen,
    focusRequest,
    root,
    close,
    finish,
    rootProps: {
      onKeyDown: handleKey,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
      },
    },
    frameProps: {
      onClick: ({ target, nativeEvent }: MouseEvent) => {
        const isMouse = (nativeEvent as PointerEvent).pointerType === 'mouse'
        if (isMouse && target instanceof HTMLInputElement && !target.disabled) open(target)
      },
    },
    onButton: (button: HTMLElement) => (isOpen ? finish() : openWithFocus(button)),
  }
}

export type DatePanelState = ReturnType<typeof useDatePanel>
