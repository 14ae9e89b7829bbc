import { amountOf } from '#contract/portal/amount.ts'
import type { Dashboard } from '#contract/portal/dashboard.ts'
import { declarationRowsAt, projectRowsAt } from '#contract/portal/figure-rows.ts'
import { benchmarkWords, figureWords } from '#contract/portal/figure-words.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { Tile, Tiles } from '#web/ui/tiles.tsx'
import { Count } from './count.tsx'

/** The totals of the selection; each opens the rows that it counts or sums. */
export const Totals = ({ totals, declarations, selection }: Dashboard) => {
  const t = useLocalize()
  const lang = useLang()
  const all = projectRowsAt(selection)
  const amount = amountOf(totals.investment, lang)
  const { investment, terminals } = figureWords
  return (
    <Tiles>
      <Tile name={t(['在库项目', 'Listed projects'])} unit={t(figureWords.projects.unit)}>
        <Count value={totals.projects} to={all} />
      </Tile>
      <Tile name={t(['采用5G专网的项目', 'Projects with a private network'])} unit={t(figureWords.projects.unit)}>
        <Count value={totals.networks} to={projectRowsAt(selection, { hasNetwork: '1' })} />
      </Tile>
      <Tile name={t(investment.name)} unit={amount.unit}>
        <Count value={totals.investment} to={all}>
          {amount.figure}
        </Count>
      </Tile>
      <Tile name={t(terminals.name)} unit={t(terminals.unit)}>
        <Count value={totals.terminals} to={all} />
      </Tile>
      <Tile name={t(benchmarkWords.name)} unit={t(benchmarkWords.unit)}>
        <Count value={totals.benchmarks} to={projectRowsAt(selection, { isBenchmark: '1' })} />
      </Tile>
      {declarations ? (
        <Tile name={t(['提交的申报', 'Submitted declarations'])} unit={t(['件', ''])}>
          <Count value={declarations.submitted} to={declarationRowsAt(selection, 10)}>
            {formatNumber(declarations.submitted)}
          </Count>
        </Tile>
      ) : null}
    </Tiles>
  )
}
