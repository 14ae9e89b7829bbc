import { type ReactNode, useEffect, useRef, useState } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './fields.module.css'
import type { OpenRows } from './use-rows.ts'

interface RowProps {
  /** Name of the row: 应用场景 2. */
  readonly name: string
  /** Focuses the row when it appears. */
  readonly fresh: boolean
  readonly id: string
  readonly isFolded: boolean
  /** What it contains, while it is folded. */
  readonly digest: ReactNode
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** One row of a list. It can be folded; a link to one of its fields unfolds it (fault-summary.tsx). */
export const Row = ({ name, fresh, id, isFolded, digest, tools, children }: RowProps) => {
  const t = useLocalize()
  const box = useRef<HTMLFieldSetElement>(null)
  // only at first: later the reader folds and unfolds it
  const [isOpen] = useState(fresh || !isFolded)
  useEffect(() => {
    if (fresh) box.current?.focus()
  }, [fresh])
  return (
    <fieldset ref={box} id={id} tabIndex={-1} className={css.row}>
      <legend>{name}</legend>
      {tools}
      <details className={css.fold} open={isOpen}>
        <summary>
          <span className={css.foldWord}>{t(['收起', 'Collapse'])}</span>
          {digest}
        </summary>
        {children}
      </details>
    </fieldset>
  )
}

/** Buttons of one row: copy and remove. */
export const RowTools = ({ name, i, rows }: { name: string; i: number; rows: OpenRows }) => {
  const t = useLocalize()
  return (
    <span className={css.tools}>
      <Button kind="link" aria-label={t([`复制${name}`, `Copy ${name}`])} onClick={() => rows.copy(i)}>
        {t(words.copy)}
      </Button>
      <Button kind="link" aria-label={t([`删除${name}`, `Delete ${name}`])} onClick={() => rows.remove(i)}>
        {t(words.remove)}
      </Button>
    </span>
  )
}

/** Reports a removed row, with an undo button; takes the focus, since the button that removed the row is gone. */
export const RemovedRow = ({ label, rows }: { label: string; rows: OpenRows }) => {
  const t = useLocalize()
  const bar = useRef<HTMLParagraphElement>(null)
  const { removed, undo } = rows
  useEffect(() => {
    if (removed) bar.current?.querySelector('button')?.focus()
  }, [removed])
  if (!removed) return null
  const name = `${label} ${removed.i + 1}`
  return (
    <p ref={bar} className={css.removed}>
      <span role="status">{t([`已删除“${name}”`, `“${name}” was deleted`])}</span>
      <Button kind="link" onClick={undo}>
        {t(['撤销删除', 'Undo the deletion'])}
      </Button>
    </p>
  )
}
