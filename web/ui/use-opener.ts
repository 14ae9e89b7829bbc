import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

/** What had the focus may have gone, as a button that is not needed any more: Escape is heard all the same. */
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
 * What a button opens below itself: closed by Escape, which leads the focus back to the button, and by the focus going elsewhere.
 * `holds`: a press on what cannot have the focus, within it, leaves it open.
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
    /** What is opened has this id. */
    id,
    /** For what holds both: it only listens. */
    frame: {
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (holds && !relatedTarget) return
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return
        // a dialog below it stays
        event.stopPropagation()
        close()
      },
    },
    opener: { ref: button, 'aria-expanded': open, 'aria-controls': id },
  }
}
