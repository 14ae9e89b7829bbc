import { useState } from 'react'
import type { Figure } from '#contract/portal.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, FigureTable } from '#web/ui/figure-table.tsx'
import { Pie } from '#web/ui/pie.tsx'
import { digits, percent } from '../number.ts'
import css from './china-figure.module.css'
import own from './operators.module.css'

/** Which operator builds the network of how many projects: a pie, or the same as a table. */
export const Operators = ({ operators }: { operators: readonly Figure[] }) => {
  const t = useSay()
  const [asTable, setAsTable] = useState(false)
  const total = operators.reduce((sum, { value }) => sum + value, 0)
  const title = t(['承建运营商分布', 'Projects by operator'])
  const projects = t(['项目数（个）', 'Projects'])
  const columns: readonly Column<Figure>[] = [
    { head: t(['运营商', 'Operator']), cell: ({ name }) => name },
    { head: projects, cell: ({ value }) => digits(value) },
    { head: t(['占比', 'Share']), cell: ({ value }) => percent(value, total) },
  ]
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
          <FigureTable caption={title} columns={columns} rows={operators} keyOf={({ name }) => name} />
        ) : total > 0 ? (
          <Pie slices={slices} name={title} />
        ) : (
          <p className={own.none}>
            {t(['暂无项目，尚无分布可示。', 'No projects yet, so there is nothing to divide.'])}
          </p>
        )}
      </div>
    </figure>
  )
}
