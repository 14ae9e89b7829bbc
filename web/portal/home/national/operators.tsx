import { lazy, Suspense, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { Figure } from '#contract/portal/portal.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { Pie } from '#web/ui/pie.tsx'
import { digits, percent } from '../../number.ts'
import css from './china-figure.module.css'
import { operatorRows } from './operator-rows.tsx'
import own from './operators.module.css'

/** Only who asks for it needs it. */
const OperatorTable = lazy(async () => ({ default: (await import('./operator-table.tsx')).OperatorTable }))

interface Props {
  readonly operators: readonly Figure[]
  /** What stands above is of a province or a year only; this is not, and says so. */
  readonly narrowed: boolean
}

const whole: Text = ['承建运营商分布', 'Projects by operator']
const allTheSame: Text = ['承建运营商分布（全国，全部年份）', 'Projects by operator (whole country, all years)']

/** Which operator builds the network of how many projects: a pie, or the same as a table. */
export const Operators = ({ operators, narrowed }: Props) => {
  const t = useSay()
  const [asTable, setAsTable] = useState(false)
  const total = operators.reduce((sum, { value }) => sum + value, 0)
  const title = t(narrowed ? allTheSame : whole)
  const noteOf = (count: string, share: string) => t([`${count} 个（${share}）`, `${count} (${share})`])
  const slices = operators.map(({ name, value }) => ({
    name,
    value,
    note: noteOf(digits(value), percent(value, total)),
  }))
  return (
    <figure className={css.figure}>
      <div className={css.bar}>
        <h3 className={own.title}>{title}</h3>
        <Button kind="link" onClick={() => setAsTable(!asTable)}>
          {asTable ? t(['以图形显示', 'Show as a chart']) : t(['以表格显示', 'Show as a table'])}
        </Button>
      </div>
      <div className={own.stage}>
        {asTable ? (
          <Suspense>
            <OperatorTable {...{ title, operators, total }} />
          </Suspense>
        ) : total > 0 ? (
          <Pie slices={slices} name={title} labelled={(i, words) => operatorRows(operators[i] as Figure, words)} />
        ) : (
          <p className={own.none}>
            {t(['暂无项目，尚无分布可示。', 'No projects yet, so there is nothing to divide.'])}
          </p>
        )}
      </div>
    </figure>
  )
}
