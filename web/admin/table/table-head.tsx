import { consoleWords } from '#contract/console-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Sort } from '../entity/list-state.ts'
import { HeadCell, type ResizedColumn } from './head-cell.tsx'
import css from './row.module.css'
import type { Selecting } from './selection.ts'
import type { DisplayColumn } from './table-columns.tsx'

interface Props {
  readonly columns: readonly DisplayColumn[]
  readonly sort: { readonly now: Sort | null; readonly set: (sort: Sort | null) => void } | undefined
  readonly setWidth: ((name: string, width: number | null) => void) | undefined
  readonly setResized: (resized: ResizedColumn | null) => void
  /** Undefined if rows cannot be selected. */
  readonly selecting: Selecting | undefined
  readonly hasActions: boolean
  /** Whether the actions have no room for their title. */
  readonly isCompact: boolean
  /** Columns for which there is no room. */
  readonly dropped: readonly DisplayColumn[]
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

/** How many columns have no room, and which. */
const DroppedNote = ({ columns }: { columns: readonly DisplayColumn[] }) => {
  const t = useLocalize()
  const labels = columns.map(({ label }) => t(label))
  const explanation = t([
    `宽度不足，未显示：${labels.join('、')}。可在详情中查看。`,
    `No room for: ${labels.join(', ')}. The details show them.`,
  ])
  return (
    <span className={css.dropped} title={explanation}>
      <span aria-hidden="true">+{columns.length}</span>
      <span className="hidden-words">{explanation}</span>
    </span>
  )
}

/** The header of a table. */
export const TableHead = ({ columns, sort, setWidth, setResized, selecting, ...more }: Props) => {
  const t = useLocalize()
  const { hasActions, isCompact, dropped } = more
  return (
    <thead>
      <tr>
        {selecting ? <PickAll selecting={selecting} /> : null}
        {columns.map((column, at) => (
          <HeadCell key={column.name} column={column} at={at} sort={sort} setWidth={setWidth} setResized={setResized} />
        ))}
        {hasActions ? (
          <th scope="col" data-actions="">
            <span className={isCompact ? 'hidden-words' : undefined}>{t(consoleWords.operations)}</span>
            {dropped.length ? <DroppedNote columns={dropped} /> : null}
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
