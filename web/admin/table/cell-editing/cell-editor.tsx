import { useState } from 'react'
import { applies, type Field } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { PencilIcon } from '#web/ui/icons.ts'
import type { AnyRow } from '../../entity/calls.ts'
import { type Frame, placeIn, useActive, useFrameEvents } from '../frame-events.ts'
import type { DisplayColumn } from '../table-columns.tsx'
import type { CellEditing } from './cell-editing.ts'
import css from './cell-editor.module.css'
import { CellInput } from './cell-input.tsx'

/** A cell whose value is typed; a flag has a switch. */
interface EditableCell {
  readonly element: HTMLTableCellElement
  readonly row: AnyRow
  readonly name: string
  readonly field: Field
}

interface Props {
  readonly frame: Frame
  readonly rows: readonly AnyRow[]
  readonly columns: readonly DisplayColumn[]
  readonly editing: CellEditing
}

/** The editable cell at an element, if any. */
const cellAt = (target: EventTarget | null, { rows, columns, editing }: Props): EditableCell | null => {
  const element = target instanceof Element ? target.closest<HTMLTableCellElement>('tbody td[data-column]') : null
  const name = element?.dataset.column ?? ''
  const field = editing.fields[name]
  const row = rows.find(({ id }) => id === element?.closest('tr')?.dataset.id)
  const isPlain = columns.find((one) => one.name === name)?.isPlain?.()
  if (!element || !row || !field || field.kind === 'flag' || !isPlain) return null
  return applies(field, row) && editing.canEdit(row) ? { element, row, name, field } : null
}

/** The editable cell under the pointer or with the focus; F2 opens it. */
const useActiveCell = (props: Props, open: (cell: EditableCell) => void) => {
  const { frame } = props
  useFrameEvents(frame, {
    keydown: (event) => {
      const cell = event.key === 'F2' ? cellAt(event.target, props) : null
      if (!cell) return
      event.preventDefault()
      open(cell)
    },
  })
  return useActive(frame, '[data-cell-editor]', (target) => cellAt(target, props))
}

/** A pencil over the cell that is pointed at or focused, and the input it opens. One for all cells of a table. */
export const CellEditor = (props: Props) => {
  const { frame, editing } = props
  const t = useLocalize()
  const [cell, setCell] = useState<EditableCell | null>(null)
  const active = useActiveCell(props, setCell)
  if (!frame.current) return null
  if (cell)
    return (
      <CellInput
        key={`${cell.row.id} ${cell.name}`}
        name={cell.name}
        field={cell.field}
        row={cell.row}
        title={editing.titleOf(cell.row)}
        box={placeIn(frame.current, cell.element)}
        save={editing.save}
        close={(isByKey) => {
          setCell(null)
          if (!isByKey) return
          cell.element.tabIndex = -1
          cell.element.focus()
        }}
      />
    )
  if (!active?.element.isConnected) return null
  const { left, top, width, height } = placeIn(frame.current, active.element)
  const label = t(active.field.label)
  const isNumber = active.field.kind !== 'text'
  const title = editing.titleOf(active.row)
  return (
    <button
      type="button"
      className={css.pencil}
      data-cell-editor=""
      // the cell itself is reached by the arrow keys, and F2 opens it
      tabIndex={-1}
      // at the end that the text leaves free
      style={{ left: isNumber ? left + 4 : left + width - 30, top: top + height / 2 - 14 }}
      aria-label={t([`修改${label} ${title}`, `Change ${label}: ${title}`])}
      title={t([`修改${label}（F2）`, `Change ${label} (F2)`])}
      onClick={() => setCell(active)}
    >
      <PencilIcon aria-hidden="true" />
    </button>
  )
}
