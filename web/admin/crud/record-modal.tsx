import { Modal } from 'antd'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Props {
  readonly title: string
  readonly close: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Width in pixels; 880 by default (specification 001, section 2), less for a short question. */
  readonly width?: number
}

/** z-index above the page and below the frame, whose menus open over it (web/admin/shell). */
const overPage = 20

const inDialog = '.ant-modal'
/** The element that had the focus before the first of the open dialogs. */
let lastFocusOutside: HTMLElement | null = null

/** Restores the focus once no dialog is left; one dialog may have been replaced by another in between. */
const useRestoreFocus = () => {
  useState(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && !focused.closest(inDialog)) lastFocusOutside = focused
  })
  useEffect(
    () => () => {
      setTimeout(() => {
        if (!document.querySelector(inDialog)) lastFocusOutside?.focus()
      })
    },
    [],
  )
}

/**
 * Makes the page below inert while the dialog is open. The frame stays usable, so that users can look something up on another
 * page; therefore the dialog is not modal. Dialogs can be stacked.
 */
const useInertPage = (inside: RefObject<HTMLElement | null>) =>
  useLayoutEffect(() => {
    inside.current?.closest('[role=dialog]')?.removeAttribute('aria-modal')
    const page = document.querySelector<HTMLElement>('[data-page="shown"]')
    if (!page) return
    const adjustCoverCount = (more: number) => {
      const count = Number(page.dataset.covers ?? 0) + more
      page.dataset.covers = String(count)
      page.inert = count > 0
    }
    adjustCoverCount(1)
    return () => adjustCoverCount(-1)
  }, [inside])

/** Restores the focus inside the dialog when its page becomes visible again. */
const useRememberFocus = () => {
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    if (last.current instanceof HTMLElement) last.current.focus({ preventScroll: true })
  }, [])
  return (target: EventTarget) => {
    last.current = target
  }
}

/** A dialog over its page; closes by its buttons or Escape, not by a press outside. */
export const RecordModal = ({ title, close, children, footer = null, width = 880 }: Props) => {
  useRestoreFocus()
  const rememberFocus = useRememberFocus()
  const inside = useRef<HTMLDivElement>(null)
  useInertPage(inside)
  return (
    <Modal
      rootClassName="over-page"
      zIndex={overPage}
      open
      title={<h2>{title}</h2>}
      width={width}
      mask={{ closable: false }}
      focusable={{ trap: false }}
      footer={footer}
      onCancel={close}
    >
      <div ref={inside} onFocusCapture={({ target }) => rememberFocus(target)}>
        {children}
      </div>
    </Modal>
  )
}
