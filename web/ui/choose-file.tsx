import type { ReactNode } from 'react'
import { type ButtonKind, buttonClass } from './button.tsx'
import css from './choose-file.module.css'

interface Props {
  /** Label of the button. */
  readonly children: ReactNode
  /** Called with the chosen files; the same file can be chosen again. */
  readonly onSelect: (files: readonly File[]) => void
  readonly multiple?: boolean
  /** File types the browser offers first, '' for all; this does not reject others. */
  readonly accept: string
  readonly kind?: ButtonKind
  /** An upload is running. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly id?: string
  readonly describedBy?: string | undefined
  /** The chosen file, or its absence, is a fault. */
  readonly invalid?: boolean
}

/** A button that opens the browser's file chooser, with the look of the other buttons. */
export const ChooseFile = ({ children, onSelect, multiple = false, kind = 'plain', busy = false, ...rest }: Props) => {
  const off = busy || rest.disabled === true
  return (
    <label
      className={`${buttonClass(kind)} ${css.choose}`}
      aria-busy={busy || undefined}
      data-off={rest.disabled || undefined}
    >
      {children}
      <input
        type="file"
        multiple={multiple}
        id={rest.id}
        accept={rest.accept || undefined}
        aria-describedby={rest.describedBy}
        aria-invalid={rest.invalid || undefined}
        disabled={off}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length) onSelect(files)
        }}
      />
    </label>
  )
}
