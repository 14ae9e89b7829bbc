import { useState } from 'react'
import { exportCallsOf, exportWords, formats, listVerbOf, maxExportRows } from '#contract/job/exporting.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { invalidateJobs, startedJobs } from '#web/base/login/jobs.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { type ListState, listInputOf } from '../entity/list-state.ts'
import { useListState } from '../entity/use-list-state.ts'
import { type ExportRange, ExportRanges, type Range } from './export-ranges.tsx'

interface Props {
  readonly of: AnyEntity
  /** Names of the visible columns; those of the declaration if absent. */
  readonly columns?: readonly string[] | undefined
  /** Total number of rows in the list, if known. */
  readonly total?: number | undefined
  /** Ids of the rows on this page, if the list has pages. */
  readonly pageIds?: readonly string[] | undefined
  /** Ids of the selected rows, on this page and on others. */
  readonly selected?: readonly string[]
}

/** The ranges to choose from: the whole list first, then the page and the selection if they differ from it. */
const exportRangesFor = ({ total, pageIds = [], selected = [] }: Props): readonly [ExportRange, ...ExportRange[]] => [
  { range: 'all', count: total === undefined ? undefined : Math.min(total, maxExportRows.job), ids: [] },
  ...(pageIds.length && pageIds.length !== total
    ? [{ range: 'page', count: pageIds.length, ids: pageIds } as const]
    : []),
  ...(selected.length ? [{ range: 'selected', count: selected.length, ids: selected } as const] : []),
]

/** The list's parameters in its address; selected rows are exported even if the current filters do not match them. */
const queryOf = (state: ListState, { range }: ExportRange): string => {
  const {
    current: _current,
    size: _size,
    ...list
  } = listInputOf(range === 'selected' ? { ...state, filters: {} } : state)
  return new URLSearchParams(list as Record<string, string>).toString()
}

/** Starts an export of the list in its current state, with its filters and its order. */
export const ExportButton = (props: Props) => {
  const { of, columns } = props
  const t = useLocalize()
  const may = useMay()
  const toaster = useToaster()
  const { state } = useListState(of)
  const [range, setRange] = useState<Range | null>(null)
  if (!listVerbOf(of) || !may(`${of.code}_export`)) return null
  const ranges = exportRangesFor(props)
  // a selection is the default range until the user chooses another
  const candidates = [range, 'selected', 'all'].map((one) => ranges.find((other) => other.range === one))
  const current = candidates.find((one) => one !== undefined) ?? ranges[0]
  const start = async (format: (typeof formats)[number][0]) => {
    const which = { format, query: queryOf(state, current), ids: current.ids.join(',') || null }
    try {
      const { id } = await ask(exportCallsOf(of).start, {
        ...which,
        ...(columns ? { columns: columns.join(',') } : {}),
      })
      startedJobs.add(id)
      toaster.success(
        t(['已开始导出，进度见右上角“后台任务”', 'Export started; see “Background jobs” at the top right']),
      )
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
    void invalidateJobs()
  }
  return (
    <Dropdown opener={buttonClass()} label={t(exportWords)} name={t(['导出为', 'Export as'])}>
      <ExportRanges ranges={ranges} current={current} choose={setRange} />
      {formats.map(([format, label]) => (
        <button key={format} type="button" onClick={() => void start(format)}>
          {t(label)}
        </button>
      ))}
    </Dropdown>
  )
}
