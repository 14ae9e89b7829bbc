import { Modal } from 'antd'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Props {
  readonly title: string
  readonly close: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Pixels; dialogs of this product are 880 wide (specification 001, section 2), a short question less. */
  readonly width?: number
}

/** Above the page and below the frame, whose lists open over it (web/admin/shell). */
const overPage = 20

const inDialog = '.ant-modal'
/** What had the focus before the first of the dialogs that now stand over the page. */
let lastFocusOutside: HTMLElement | null = null

/** The focus goes back to where it was once no dialog is left; one dialog may have given way to another in between. */
const useRestoreFocus = () => {
  useState(() => {
    const now = document.activeElement
    if (now instanceof HTMLElement && !now.closest(inDialog)) lastFocusOutside = now
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
 * The page below can be neither read nor reached while the dialog is there; the frame around it can, so that one may look
 * something up on another page: the dialog is no modal one. Dialogs may lie over one another.
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

/** What had the focus inside has it again when the dialog comes back with its page. */
const useRememberFocus = () => {
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    if (last.current instanceof HTMLElement) last.current.focus({ preventScroll: true })
  }, [])
  return (target: EventTarget) => {
    last.current = target
  }
}

/** Something over its page: closes by its buttons or Escape, not by a press beside it. */
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
