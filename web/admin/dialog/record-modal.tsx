import {
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DialogLayout, dialogClass, visibleDialogs } from '#web/ui/dialog.tsx'
import css from './record-modal.module.css'
import { TabEdge } from './tab-edge.tsx'

export interface FrameProps {
  readonly title: string
  readonly close: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Width in pixels; 880 by default (specification 001, section 2), less for a short question. */
  readonly width?: number
  /** Fills the page on a phone, for a drawing. */
  readonly isFullOnPhone?: boolean
}

/** The element that had the focus before the first of the open dialogs. */
let lastFocusOutside: HTMLElement | null = null

const rememberFocusOutside = () => {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && !focused.closest('dialog')) lastFocusOutside = focused
}

/** Restores the focus once no dialog is left; one dialog may have been replaced by another in between. */
const useRestoreFocus = () => {
  useState(rememberFocusOutside)
  useEffect(
    () => () => {
      setTimeout(() => {
        const focused = document.activeElement
        // what was pressed meanwhile, such as another tab, keeps the focus
        if (visibleDialogs().length === 0 && (!focused || focused === document.body)) lastFocusOutside?.focus()
      })
    },
    [],
  )
}

/**
 * Makes the page below inert while the dialog is open. The frame stays usable, so that users can look something up on another
 * page; therefore the dialog is not modal. Dialogs can be stacked.
 */
const useInertPage = (isInert: boolean) =>
  useLayoutEffect(() => {
    if (!isInert) return
    const page = document.querySelector<HTMLElement>('[data-page="shown"]')
    if (!page) return
    const adjustCoverCount = (more: number) => {
      const count = Number(page.dataset.covers ?? 0) + more
      page.dataset.covers = String(count)
      page.inert = count > 0
    }
    adjustCoverCount(1)
    return () => adjustCoverCount(-1)
  }, [isInert])

/**
 * Moves the focus into the dialog when it opens or its subject changes, and back to where it was in it when its page becomes visible
 * again.
 */
const useDialogFocus = (subject: string) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const box = dialog.current
    if (last.current instanceof HTMLElement) last.current.focus({ preventScroll: true })
    else if (!box?.contains(document.activeElement)) box?.focus({ preventScroll: true })
  }, [])
  const lastSubject = useRef(subject)
  useEffect(() => {
    if (lastSubject.current === subject) return
    lastSubject.current = subject
    if (dialog.current?.contains(document.activeElement)) return
    rememberFocusOutside()
    dialog.current?.focus({ preventScroll: true })
  }, [subject])
  const rememberFocus = (target: EventTarget) => {
    last.current = target
  }
  return { dialog, rememberFocus }
}

/** Closes on Escape when nothing has the focus, such as after a press beside the dialog. */
const useEscape = (dialog: RefObject<HTMLDialogElement | null>, close: () => void) => {
  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.activeElement !== document.body) return
    // a modal dialog closes itself
    if (document.querySelector('dialog:modal') || visibleDialogs().at(-1) !== dialog.current) return
    // the question that may open now is not closed by the same press
    event.preventDefault()
    close()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleEscape)
    return () => document.removeEventListener('keydown', handleEscape)
  }, [])
}

/**
 * The behaviour of a dialog over its page, as props of the element: focus, Escape, and whether the page below can be used meanwhile.
 * `subject` is what the dialog is about, if that can change while it is open.
 */
export const usePageDialog = (close: () => void, { isPageInert = true, subject = '' } = {}) => {
  useRestoreFocus()
  useInertPage(isPageInert)
  const { dialog, rememberFocus } = useDialogFocus(subject)
  useEscape(dialog, close)
  return {
    ref: dialog,
    open: true,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => rememberFocus(target),
    onKeyDown: (event: ReactKeyboardEvent) => {
      // the key of other programs for the next area of a window
      if (event.key === 'F6') {
        event.preventDefault()
        document.querySelector<HTMLElement>('header :is(a[href], button)')?.focus()
      }
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // a dialog below stays open, and so does the question that may open now
      event.stopPropagation()
      event.preventDefault()
      close()
    },
  }
}

/** A dialog over its page; closes by its buttons or Escape, not by a press outside. */
export const RecordModal = ({
  title,
  close,
  children,
  footer = null,
  width = 880,
  isFullOnPhone = false,
}: FrameProps) => {
  const t = useLocalize()
  const dialog = usePageDialog(close)
  const heading = useId()
  return createPortal(
    <div className={css.layer} data-full={isFullOnPhone || undefined}>
      <dialog
        {...dialog}
        className={`${dialogClass} ${css.dialog}`}
        style={{ width: `min(${width}px, 100%)` }}
        aria-labelledby={heading}
      >
        <TabEdge to="last" />
        <DialogLayout id={heading} title={title} closeWords={t(words.close)} onClose={close} footer={footer}>
          {children}
        </DialogLayout>
        <TabEdge to="first" />
      </dialog>
    </div>,
    document.body,
  )
}
