import { Link } from 'react-router'
import type { Dashboard } from '#contract/portal/dashboard.ts'
import { projectRowsAt } from '#contract/portal/figure-rows.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { Pie } from '#web/ui/pie.tsx'
import { ChartCard } from './chart-card.tsx'
import { Count, formatShare } from './count.tsx'
import css from './operator-pie.module.css'

/** Listed projects by operator. */
export const OperatorPie = ({ operators, selection }: Pick<Dashboard, 'operators' | 'selection'>) => {
  const t = useLocalize()
  const total = operators.reduce((sum, { value }) => sum + value, 0)
  const title = ['主要运营商', 'Main operators'] as const
  const rowsOf = (key: number | string | undefined) => projectRowsAt(selection, { operator: String(key) })
  const slices = operators
    .filter(({ value }) => value > 0)
    .map(({ key, name, value }) => {
      const [count, share] = [formatNumber(value), formatShare(value, total)]
      return { key, name, value, note: t([`${count} 个（${share}）`, `${count} (${share})`]) }
    })
  return (
    <ChartCard
      title={title}
      note={t(['在库项目', 'Listed projects'])}
      empty={total ? null : ['所选范围内没有在库项目。', 'No listed projects in this selection.']}
      rows={operators}
      keyOf={({ name }) => name}
      columns={[
        { head: t(['主要运营商', 'Main operator']), cell: ({ name }) => name },
        { head: t(['项目数（个）', 'Projects']), cell: ({ key, value }) => <Count value={value} to={rowsOf(key)} /> },
        { head: t(['占比', 'Share']), cell: ({ value }) => formatShare(value, total) },
      ]}
    >
      <div className={css.pie}>
        <Pie
          name={t(title)}
          slices={slices}
          labelled={(i, words) => <Link to={rowsOf(slices[i]?.key)}>{words}</Link>}
        />
      </div>
    </ChartCard>
  )
}
