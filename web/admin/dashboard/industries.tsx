import type { Dashboard } from '#contract/portal/dashboard.ts'
import { projectRowsAt } from '#contract/portal/figure-rows.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Bars } from './bars.tsx'
import { ChartCard } from './chart-card.tsx'
import { Count, formatShare } from './count.tsx'

/** Listed projects by section of GB/T 4754. */
export const Industries = ({ industries, selection }: Pick<Dashboard, 'industries' | 'selection'>) => {
  const t = useLocalize()
  const total = industries.reduce((sum, { value }) => sum + value, 0)
  const rowsOf = (code: string) => projectRowsAt(selection, { nationalEconomy1: code })
  return (
    <ChartCard
      title={['行业门类', 'Industry sections']}
      note={t(['在库项目，按 GB/T 4754 门类', 'Listed projects by section of GB/T 4754'])}
      empty={total ? null : ['所选范围内没有在库项目。', 'No listed projects in this selection.']}
      rows={industries}
      keyOf={({ code }) => code}
      columns={[
        { head: t(['行业门类', 'Section']), cell: ({ code, name }) => `${code} ${name}` },
        { head: t(['项目数（个）', 'Projects']), cell: ({ code, value }) => <Count value={value} to={rowsOf(code)} /> },
        { head: t(['占比', 'Share']), cell: ({ value }) => formatShare(value, total) },
      ]}
    >
      <Bars rows={industries.map(({ code, name, value }) => ({ key: code, name, value, to: rowsOf(code) }))} />
    </ChartCard>
  )
}
