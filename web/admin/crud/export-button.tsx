import { App } from 'antd'
import { exportCallsOf, exportWords, formats, listVerbOf, mostRows } from '#contract/job/exporting.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { ask, failureOf } from '#web/base/caller.ts'
import { jobsChanged } from '#web/base/jobs.ts'
import { useMay } from '#web/base/permissions.ts'
import { useSay } from '#web/base/say.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import css from './export-button.module.css'
import { askedFor } from './list-state.ts'
import { useListState } from './use-list.ts'

const counted = (total: number) => Math.min(total, mostRows.job).toLocaleString('zh-CN')

interface Props {
  readonly of: AnyEntity
  /** Names of the columns that are shown; those of the declaration where absent. */
  readonly columns?: readonly string[] | undefined
  /** How many rows the list has, where that is known. */
  readonly total?: number | undefined
}

/** Starts the export of a list as it is shown now: its filters and its order stand in the address. */
export const ExportButton = ({ of, columns, total }: Props) => {
  const t = useSay()
  const may = useMay()
  const { message } = App.useApp()
  const { state } = useListState(of)
  if (!listVerbOf(of) || !may(`${of.code}_export`)) return null
  const { current: _current, size: _size, ...list } = askedFor(state)
  const query = new URLSearchParams(list as Record<string, string>).toString()
  const start = async (format: (typeof formats)[number][0]) => {
    try {
      await ask(exportCallsOf(of).start, { format, query, ...(columns ? { columns: columns.join(',') } : {}) })
      message.success(t(['已开始导出，进度见右上角“后台任务”', 'The export has begun; see “Background jobs” above']))
    } catch (error) {
      message.error(failureOf(error).message)
    }
    void jobsChanged()
  }
  return (
    <Dropdown opener={buttonClass()} label={t(exportWords)} name={t(['导出为', 'Export as'])}>
      {total === undefined ? null : (
        <p className={css.count}>{t([`共 ${counted(total)} 行`, `${counted(total)} rows`])}</p>
      )}
      {formats.map(([format, label]) => (
        <button key={format} type="button" onClick={() => void start(format)}>
          {t(label)}
        </button>
      ))}
    </Dropdown>
  )
}
