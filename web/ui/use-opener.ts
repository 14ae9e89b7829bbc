import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

/** Closes on Escape when nothing has the focus, such as after the focused button was removed. */
const useEscape = (open: boolean, close: () => void) =>
  useEffect(() => {
    if (!open) return
    const handleKeydown = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape' && document.activeElement === document.body) close()
    }
    document.addEventListener('keydown', handleKeydown)
    return () => document.removeEventListener('keydown', handleKeydown)
  })

/**
 * State of a panel that a button opens below itself. It closes by Escape, which returns the focus to the button, and by loss of
 * focus. `holds`: a press on an unfocusable part inside it does not close it.
 */
export const useOpener = ({ holds = false } = {}) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useEscape(open, close)
  return {
    open,
    setOpen,
    close,
    /** Id of the opened element. */
    id,
    /** Props of the element that contains button and panel; it only listens. */
    frame: {
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (holds && !relatedTarget) return
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return
        // do not close a dialog behind it
        event.stopPropagation()
        close()
      },
    },
    opener: { ref: button, 'aria-expanded': open, 'aria-controls': id },
  }
}
