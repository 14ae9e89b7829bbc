import type { Figure } from '#contract/portal/portal.ts'
import type { ProjectFilters } from '#contract/portal/project-places.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber, formatPercent } from '#web/base/page/number.ts'
import { type Column, FigureTable } from '#web/ui/figure-table.tsx'
import { operatorLink } from './operator-link.tsx'

interface Props {
  readonly title: string
  readonly operators: readonly Figure[]
  readonly total: number
  /** Further filters for the links to the projects. */
  readonly filters: ProjectFilters
}

/** The pie chart as a table. */
export const OperatorTable = ({ title, operators, total, filters }: Props) => {
  const t = useLocalize()
  const columns: readonly Column<Figure>[] = [
    { head: t(['主要运营商', 'Main operator']), cell: ({ name }) => name },
    { head: t(['项目数（个）', 'Projects']), cell: (one) => operatorLink(one, filters, formatNumber(one.value)) },
    { head: t(['占比', 'Share']), cell: ({ value }) => formatPercent(value, total) },
  ]
  return <FigureTable caption={title} columns={columns} rows={operators} keyOf={({ name }) => name} />
}
