import { type DragEvent, type ReactNode, useState } from 'react'
import { InboxIcon } from '#web/ui/icons.ts'
import css from './drop-area.module.css'

interface Props {
  /** Called with the dropped files, at least one. */
  readonly onDrop: (files: readonly File[]) => void
  /** That files can be dropped here. */
  readonly prompt: ReactNode
  /** Which files are accepted. */
  readonly hint: ReactNode
  /** The button to choose files instead. */
  readonly children: ReactNode
}

/** Area to drop files on, with a button to choose them. */
export const DropArea = ({ onDrop, prompt, hint, children }: Props) => {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length) onDrop(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is an alternative to the button inside
    <div
      className={css.area}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <InboxIcon aria-hidden="true" className={css.sign} />
      <p>{prompt}</p>
      {children}
      <p className="muted small">{hint}</p>
    </div>
  )
}
