import { frameClass, inputClass, showWhole, useFieldContext } from './input.tsx'

interface Props {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly rows: number
  readonly onBlur?: () => void
  /** For codes and cells, in which a spelling checker finds only faults. */
  readonly isCode?: boolean
}

/** Several lines of text, inside a `FormField`. */
export const TextArea = ({ value, onValue, rows, onBlur, isCode = false }: Props) => {
  const { id, describedBy } = useFieldContext()
  return (
    <span className={frameClass}>
      <textarea
        id={id}
        className={inputClass}
        rows={rows}
        aria-describedby={describedBy}
        spellCheck={isCode ? false : undefined}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        onBlur={onBlur}
        onKeyUp={showWhole}
      />
    </span>
  )
}
