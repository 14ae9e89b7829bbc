import type { ReactNode } from 'react'
import { type ButtonKind, buttonClass } from './button.tsx'
import css from './choose-file.module.css'

interface Props {
  /** The words of the button. */
  readonly children: ReactNode
  /** What was chosen, one file or more; the same may be chosen again. */
  readonly onSelect: (files: readonly File[]) => void
  readonly multiple?: boolean
  /** Kinds the browser offers first; what is refused is decided elsewhere. */
  readonly accept?: string
  readonly kind?: ButtonKind
  /** One is on its way. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly id?: string
  readonly describedBy?: string | undefined
}

/** A button that asks for a file: the browser's own control, looking like the other buttons. */
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
        accept={rest.accept}
        aria-describedby={rest.describedBy}
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
