import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Figure, portal } from '#contract/portal/portal.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber, formatPercent } from '#web/base/page/number.ts'
import { ErrorState } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Pie } from '#web/ui/pie.tsx'
import css from './china-figure.module.css'
import { operatorLink } from './operator-link.tsx'
import own from './operators.module.css'
import type { RankedPlace } from './ranked-places.ts'

/** Loaded on demand. */
const OperatorTable = lazy(async () => ({ default: (await import('./operator-table.tsx')).OperatorTable }))

interface MapSelection {
  readonly province: RankedPlace | undefined
  readonly year: string | null
}
interface Props {
  /** The selection above, which the pie chart displays. */
  readonly of: MapSelection
  /** Figures of the whole country and all years. */
  readonly all: readonly Figure[]
}

const useTitle = ({ province, year }: MapSelection): string => {
  const t = useLocalize()
  const place = [province?.name, year].filter(Boolean)
  const placeSuffix = place.length ? [`（${place.join('，')}）`, ` (${place.join(', ')})`] : ['', '']
  return t([`主要运营商分布${placeSuffix[0]}`, `Projects by main operator${placeSuffix[1]}`])
}

/** The operators of the selection; the previous data while loading. */
const useOperators = ({ province, year }: MapSelection, all: readonly Figure[]) => {
  const isNarrowed = province !== undefined || year !== null
  const { data, error, refetch } = useAnswer(
    portal.operators,
    { ...(province ? { code: province.code } : {}), ...(year ? { year } : {}) },
    { enabled: isNarrowed, placeholderData: keepPreviousData },
  )
  return {
    operators: isNarrowed ? (data ?? all) : all,
    errorView: isNarrowed && error ? <ErrorState error={error} retry={refetch} /> : null,
  }
}

/** Number of projects by the operator that builds the network, as a pie chart or a table. */
export const Operators = ({ of, all }: Props) => {
  const t = useLocalize()
  const [asTable, setAsTable] = useState(false)
  const { operators, errorView } = useOperators(of, all)
  const filters = { ...(of.province ? { province: of.province.code } : {}), ...(of.year ? { year: of.year } : {}) }
  const total = operators.reduce((sum, { value }) => sum + value, 0)
  const title = useTitle(of)
  const noteOf = (count: string, share: string) => t([`${count} 个（${share}）`, `${count} (${share})`])
  const slices = operators.map(({ name, value }) => ({
    name,
    value,
    note: noteOf(formatNumber(value), formatPercent(value, total)),
  }))
  return (
    <figure className={css.figure}>
      <div className={css.bar}>
        <h3 className={own.title}>{title}</h3>
        <Button kind="link" onClick={() => setAsTable(!asTable)}>
          {asTable ? t(['以图形显示', 'Show as a chart']) : t(['以表格显示', 'Show as a table'])}
        </Button>
      </div>
      {errorView}
      <div className={own.stage}>
        {asTable ? (
          <Suspense>
            <OperatorTable title={title} operators={operators} total={total} filters={filters} />
          </Suspense>
        ) : total > 0 ? (
          <Pie
            slices={slices}
            name={title}
            labelled={(i, words) => operatorLink(operators[i] as Figure, filters, words)}
          />
        ) : (
          <p className="muted">{t(['暂无项目分布数据。', 'No projects yet.'])}</p>
        )}
      </div>
    </figure>
  )
}
