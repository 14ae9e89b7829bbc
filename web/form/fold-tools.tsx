import { useRef } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './fields.module.css'

interface Props {
  readonly label: string
  readonly isTable: boolean
  /** Undefined if the rows do not fit into a table. */
  readonly setTable: ((isTable: boolean) => void) | undefined
}

/** Folds or unfolds all rows of a list, or shows them as a table. */
export const FoldTools = ({ label, isTable, setTable }: Props) => {
  const t = useLocalize()
  const bar = useRef<HTMLParagraphElement>(null)
  const foldAll = () => {
    const rows = [
      ...(bar.current?.parentElement?.querySelectorAll<HTMLDetailsElement>(':scope > fieldset > details') ?? []),
    ]
    const isOpen = !rows.some(({ open }) => open)
    for (const row of rows) row.open = isOpen
  }
  return (
    <p ref={bar} className={css.listTools}>
      {isTable ? null : (
        <Button kind="link" onClick={foldAll}>
          {t(['收起或展开全部', 'Fold or unfold all'])}
          <span className="hidden-words"> {label}</span>
        </Button>
      )}
      {setTable ? (
        <Button kind="link" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t(['以表格显示', 'Show as a table'])}
          <span className="hidden-words"> {label}</span>
        </Button>
      ) : null}
    </p>
  )
}
