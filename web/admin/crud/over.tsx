import { Modal } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  readonly title: string
  readonly close: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Pixels; dialogs of this product are 880 wide (specification 001, section 2), a short question less. */
  readonly width?: number
}

const inDialog = '.ant-modal'
/** What had the focus before the first of the dialogs that now stand over the page. */
let outside: HTMLElement | null = null

/** The focus goes back to where it was once no dialog is left; one dialog may have given way to another in between. */
const useFocusBack = () => {
  useState(() => {
    const now = document.activeElement
    if (now instanceof HTMLElement && !now.closest(inDialog)) outside = now
  })
  useEffect(
    () => () => {
      setTimeout(() => {
        if (!document.querySelector(inDialog)) outside?.focus()
      })
    },
    [],
  )
}

/** Something over the page: closes by its buttons or Escape, not by a press beside it. */
export const Over = ({ title, close, children, footer = null, width = 880 }: Props) => {
  useFocusBack()
  return (
    <Modal open title={<h2>{title}</h2>} width={width} mask={{ closable: false }} footer={footer} onCancel={close}>
      {children}
    </Modal>
  )
}
