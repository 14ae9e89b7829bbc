import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { Dashboard, TrendMonth } from '#contract/portal/dashboard.ts'
import { declarationRowsAt, inMonth, projectRowsAt } from '#contract/portal/figure-rows.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { ChartCard, type ChartColumn } from './chart-card.tsx'
import { Count } from './count.tsx'
import css from './trend.module.css'

const monthName = (month: string): Text => {
  const name = new Date(`${month}-01T00:00:00Z`).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  return [`${Number(month.slice(5))}月`, `${name}`]
}

interface BarProps {
  readonly kind: 'listed' | 'submitted'
  readonly value: number
  readonly maxValue: number
  readonly to: string
  readonly label: string
}

const Bar = ({ kind, value, maxValue, to, label }: BarProps) => {
  const style = { '--share': value / maxValue } as CSSProperties
  const content = (
    <>
      <span className={css.value}>{value ? formatNumber(value) : null}</span>
      <i className={css.bar} data-bar data-kind={kind} style={style} />
    </>
  )
  return value ? (
    <Link to={to} className={css.column} aria-label={label}>
      {content}
    </Link>
  ) : (
    <span className={css.column} aria-hidden="true">
      {content}
    </span>
  )
}

type Props = Pick<Dashboard, 'trend' | 'selection'>

const useNames = () => {
  const t = useLocalize()
  return {
    listed: t(['入库项目（个）', 'Listed projects']),
    submitted: t(['提交申报（件）', 'Submitted declarations']),
  }
}

const Chart = ({ trend, selection }: Props) => {
  const t = useLocalize()
  const names = useNames()
  const hasDeclarations = trend.some(({ submitted }) => submitted !== null)
  const maxValue = Math.max(1, ...trend.flatMap(({ listed, submitted }) => [listed, submitted ?? 0]))
  return (
    <>
      <p className={css.legend}>
        <span>
          <i className={css.bar} data-bar data-kind="listed" /> {names.listed}
        </span>
        {hasDeclarations ? (
          <span>
            <i className={css.bar} data-bar data-kind="submitted" /> {names.submitted}
          </span>
        ) : null}
      </p>
      <ol className={css.months}>
        {trend.map(({ month, listed, submitted }, i) => {
          const isYearVisible = i === 0 || month.endsWith('-01')
          return (
            <li key={month}>
              <span className={css.columns}>
                <Bar
                  kind="listed"
                  value={listed}
                  maxValue={maxValue}
                  to={projectRowsAt(inMonth(selection, month))}
                  label={t([`${month} 入库项目 ${listed} 个`, `${month}, listed projects: ${listed}`])}
                />
                {submitted === null ? null : (
                  <Bar
                    kind="submitted"
                    value={submitted}
                    maxValue={maxValue}
                    to={declarationRowsAt(inMonth(selection, month), 10)}
                    label={t([`${month} 提交申报 ${submitted} 件`, `${month}, submitted declarations: ${submitted}`])}
                  />
                )}
              </span>
              <span className={css.month}>
                {t(monthName(month))}
                {isYearVisible ? <small>{month.slice(0, 4)}</small> : null}
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Listed projects and submitted declarations of twelve months. */
export const Trend = ({ trend, selection }: Props) => {
  const t = useLocalize()
  const names = useNames()
  const columns: readonly ChartColumn<TrendMonth>[] = [
    { head: t(['月份', 'Month']), cell: ({ month }) => month },
    {
      head: names.listed,
      cell: ({ month, listed }) => <Count value={listed} to={projectRowsAt(inMonth(selection, month))} />,
    },
    ...(trend.some(({ submitted }) => submitted !== null)
      ? [
          {
            head: names.submitted,
            cell: ({ month, submitted }: TrendMonth) => (
              <Count value={submitted ?? 0} to={declarationRowsAt(inMonth(selection, month), 10)} />
            ),
          },
        ]
      : []),
  ]
  return (
    <ChartCard
      size="wide"
      empty={
        trend.some(({ listed, submitted }) => listed || submitted)
          ? null
          : [
              '这十二个月没有入库项目和提交的申报。',
              'No listed projects and no submitted declarations in these months.',
            ]
      }
      title={['近十二个月趋势', 'Twelve-month trend']}
      columns={columns}
      rows={trend}
      keyOf={({ month }) => month}
    >
      <Chart trend={trend} selection={selection} />
    </ChartCard>
  )
}
