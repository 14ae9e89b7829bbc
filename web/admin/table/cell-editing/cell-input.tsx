import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { check } from '#contract/kit/check.ts'
import type { Field } from '#contract/kit/field.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { AnyRow } from '../../entity/calls.ts'
import type { CellEditing } from './cell-editing.ts'
import css from './cell-editor.module.css'

interface Props {
  readonly name: string
  readonly field: Field
  readonly row: AnyRow
  readonly title: string
  /** Where the cell is, in pixels. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  readonly save: CellEditing['save']
  /** `isByKey`: the focus then returns to the cell. */
  readonly close: (isByKey: boolean) => void
}

/** Narrower cells get an input of this width, in pixels. */
const minWidth = 160

/** The text of the input, and what saves it: a refused value stays, with the reason. */
const useCellValue = ({ name, field, row, save, close }: Props, input: RefObject<HTMLInputElement | null>) => {
  const t = useLocalize()
  const initial = row[name] === null || row[name] === undefined ? '' : String(row[name])
  const [text, setText] = useState(initial)
  const [fault, setFault] = useState<string | null>(null)
  /** While it is saved, and after it is reverted, leaving the input does nothing. */
  const isDone = useRef(false)
  const refuse = (reason: string) => {
    setFault(reason)
    input.current?.focus()
  }
  const finish = async (isByKey: boolean) => {
    if (isDone.current) return
    if (text.trim() === initial) return close(isByKey)
    const { value, faults } = check({ [name]: field }, { [name]: text }, { mode: 'change' })
    if (faults[0]) return refuse(t(faults[0].text))
    isDone.current = true
    try {
      await save(row, value)
      close(isByKey)
    } catch (error) {
      refuse(failureOf(error).message)
    } finally {
      isDone.current = false
    }
  }
  const revert = () => {
    isDone.current = true
    close(true)
  }
  return { text, setText, fault, finish, revert }
}

/** The value of a cell as an input in its place: Enter or leaving it saves, Escape reverts. */
export const CellInput = (props: Props) => {
  const { field, title, box } = props
  const t = useLocalize()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, fault, finish, revert } = useCellValue(props, input)
  useEffect(() => input.current?.select(), [])
  const handleKey = (event: KeyboardEvent) => {
    // keys of the table and of its page have no meaning here
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void finish(true)
    if (event.key === 'Escape') revert()
  }
  const label = t(field.label)
  return (
    <div
      className={css.editor}
      data-cell-editor=""
      style={{ left: box.left, top: box.top, minWidth: Math.max(box.width, minWidth), minHeight: box.height }}
    >
      <input
        ref={input}
        inputMode={field.kind === 'text' ? undefined : 'decimal'}
        aria-label={t([`${label} ${title}`, `${label}: ${title}`])}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault ? id : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void finish(false)}
        onKeyDown={handleKey}
      />
      {fault ? (
        <small id={id} role="alert">
          {fault}
        </small>
      ) : null}
    </div>
  )
}
