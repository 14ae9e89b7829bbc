import type { ReactNode } from 'react'
import { type Field, type Kind, nameKey, split } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { openFile } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { numberText } from '#web/form/number-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import type { AnyRow } from '../entity/calls.ts'
import { FlagCell } from './cell-editing/flag-cell.tsx'
import css from './cells.module.css'

interface CellProps {
  readonly name: string
  readonly field: Field
  readonly row: AnyRow
}
type Cell = (props: CellProps) => ReactNode

export const EmptyCell = () => <span className={css.blank}>—</span>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Text on one line; if it is truncated, the table displays the whole text in a tooltip. */
export const SingleLine = ({ words: text }: { words: string }) => (
  <span className={css.line} data-line="">
    {text}
  </span>
)

const asText: Cell = ({ name, row }) => <SingleLine words={String(row[name])} />
const asNumber: Cell = ({ name, field, row }) => numberText(field, Number(row[name]))
const asTime: Cell = ({ name, row }) => <span className="nowrap">{String(row[name]).slice(0, 16)}</span>
/** A coded value by its label, which the row contains in addition to the code. */
const asLabel: Cell = ({ name, row }) => <SingleLine words={String(row[nameKey(name)] ?? row[name])} />
// output-only choices are states; a tag makes them stand out
const asChoice: Cell = (props) =>
  props.field.direction === 'out' ? (
    <Tag>{String(props.row[nameKey(props.name)] ?? props.row[props.name])}</Tag>
  ) : (
    asLabel(props)
  )

const YesNo: Cell = (props) => {
  const t = useLocalize()
  return (
    <FlagCell {...props}>
      {props.row[props.name] === 1 ? t(words.yes) : <span className={css.no}>{t(words.no)}</span>}
    </FlagCell>
  )
}

const File: Cell = ({ name, field, row }) => {
  const t = useLocalize()
  const ids = split(String(row[name]))
  if (ids.length !== 1) return t([`${ids.length} 个文件`, `${ids.length} files`])
  return (
    <Button kind="link" onClick={() => void openFile(ids[0] as string, t(field.label))}>
      {t(['下载', 'Download'])}
    </Button>
  )
}

const Count: Cell = ({ name, row }) => (Array.isArray(row[name]) ? row[name].length : '…')

interface Shape {
  readonly Cell: Cell
  /** Right-aligned, for numbers. */
  readonly end?: boolean
  readonly sorts?: boolean
}

/** How a table displays each kind of value. */
const shapes: Readonly<Record<Kind, Shape>> = {
  text: { Cell: asText, sorts: true },
  longText: { Cell: asText },
  richText: { Cell: asText },
  int: { Cell: asNumber, end: true, sorts: true },
  decimal: { Cell: asNumber, end: true, sorts: true },
  money: { Cell: asNumber, end: true, sorts: true },
  date: { Cell: asText, sorts: true },
  time: { Cell: asTime, sorts: true },
  flag: { Cell: (props) => <YesNo {...props} />, sorts: true },
  choice: { Cell: asChoice, sorts: true },
  dict: { Cell: asLabel, sorts: true },
  dicts: { Cell: asLabel },
  ref: { Cell: asLabel },
  refs: { Cell: asLabel },
  tree: { Cell: asLabel },
  code: { Cell: asLabel, sorts: true },
  codes: { Cell: asLabel },
  file: { Cell: (props) => <File {...props} /> },
  files: { Cell: (props) => <File {...props} /> },
  secret: { Cell: () => '••••••' },
  one: { Cell: Count },
  many: { Cell: Count, end: true },
}

export const shapeOf = (field: Field): Shape => shapes[field.kind]

/** A table cell for the value of a field. */
export const cellOf = (name: string, field: Field, row: AnyRow): ReactNode =>
  isEmpty(row[name]) && field.kind !== 'secret' ? <EmptyCell /> : shapeOf(field).Cell({ name, field, row })
