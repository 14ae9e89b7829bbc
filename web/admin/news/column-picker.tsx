import { column } from '#contract/news/column.ts'
import { isAllowedInColumn, type ReleaseKind } from '#contract/news/column-types.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import type { Control, ControlProps } from '#web/form/control.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { titleIn } from '../entity/calls.ts'

interface Row {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly nameEn: string | null
  readonly type: number
}

interface FlatRow {
  readonly row: Row
  readonly depth: number
}

/** Each column below its parent; a column whose parent is missing goes to the top level. */
const flattenTree = (rows: readonly Row[], parentRow: Row | null = null, depth = 0): FlatRow[] =>
  rows
    .filter(({ parentId }) => (parentRow ? parentId === parentRow.id : !rows.some(({ id }) => id === parentId)))
    .flatMap((row) => [{ row, depth }, ...flattenTree(rows, row, depth + 1)])

const Picker = ({ kind, ...props }: ControlProps & { readonly kind: ReleaseKind }) => {
  const { value, onChange } = props
  const { data, error } = useAnswer(column.calls.select, {}, { staleTime: 60_000 })
  const look = usePickerProps(props, !data && !error, error?.message)
  const options = flattenTree((data ?? []) as readonly Row[]).map(({ row, depth }) => ({
    id: row.id,
    label: titleIn(column, { ...row }),
    depth,
    // unsuitable columns stay in the list to keep the tree complete
    disabled: !isAllowedInColumn(row.type, kind) && row.id !== value,
  }))
  return <ComboBox {...look} options={options} value={typeof value === 'string' ? value : null} onChange={onChange} />
}

/** Columns as a tree; those that do not allow this kind of release are visible but disabled. */
export const ArticleColumn: Control = (props) => <Picker {...props} kind="article" />
export const FileColumn: Control = (props) => <Picker {...props} kind="file" />
