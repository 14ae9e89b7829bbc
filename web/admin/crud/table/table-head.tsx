import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import type { Sort } from '../list-state.ts'
import type { DisplayColumn } from '../table-columns.tsx'
import { HeadCell, type ResizedColumn } from './head-cell.tsx'
import css from './row.module.css'
import type { Selecting } from './selection.ts'

interface Props {
  readonly columns: readonly DisplayColumn[]
  readonly sort: { readonly now: Sort | null; readonly set: (sort: Sort | null) => void } | undefined
  readonly setWidth: ((name: string, width: number | null) => void) | undefined
  readonly setResized: (resized: ResizedColumn | null) => void
  /** Undefined if rows cannot be selected. */
  readonly selecting: Selecting | undefined
  readonly hasActions: boolean
}

const PickAll = ({ selecting: { all, some, selectAll } }: { selecting: Selecting }) => {
  const t = useLocalize()
  return (
    <th className={css.pick} data-pin="pick">
      <input
        type="checkbox"
        aria-label={t(['选择本页全部', 'Select all on this page'])}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = some && !all
        }}
        onChange={selectAll}
      />
    </th>
  )
}

/** The header of a table. */
export const TableHead = ({ columns, sort, setWidth, setResized, selecting, hasActions }: Props) => {
  const t = useLocalize()
  return (
    <thead>
      <tr>
        {selecting ? <PickAll selecting={selecting} /> : null}
        {columns.map((column, at) => (
          <HeadCell key={column.name} column={column} at={at} sort={sort} setWidth={setWidth} setResized={setResized} />
        ))}
        {hasActions ? (
          <th scope="col" data-actions="">
            {t(words.operations)}
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
