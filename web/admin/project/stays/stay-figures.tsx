import { keepPreviousData } from '@tanstack/react-query'
import type { Text } from '#contract/kit/text.ts'
import { stageStay, stayGroups } from '#contract/project/stage-stay.ts'
import {
  countNames,
  type Days,
  type StayFigures as Figures,
  filtersOfCount,
  filtersOfGroup,
  periodOf,
  periodUnits,
  type StayGroupFigures,
} from '#contract/project/stay-figures.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { DateRangeInput } from '#web/form/date-range-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { FigureTable } from '#web/ui/figure-table.tsx'
import { InlineField } from '#web/ui/inline-field.tsx'
import { ScrolledTable } from '#web/ui/scrolled-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Select } from '#web/ui/select.tsx'
import { Count } from '../../dashboard/count.tsx'
import { definitions, figureNames, periodName } from './figure-words.ts'
import css from './stay-figures.module.css'
import { figuresTitle, staysAt } from './stay-places.ts'
import { StayTotals } from './stay-totals.tsx'
import { stepFrom, useQuestion } from './use-period.ts'

const lengths = ['mean', 'median', 'slowest'] as const

const Choices = () => {
  const t = useLocalize()
  const { question, ask, today } = useQuestion()
  const { unit, days, by } = question
  const isLast = unit === 'range' || periodOf(unit, days.from).to >= today
  return (
    <div className={css.choices}>
      <Segments
        legend={t(['周期', 'Period'])}
        options={periodUnits.map(([value, label]) => ({ value, label: t(label) }))}
        value={unit}
        onValue={(chosen) => ask({ unit: chosen, ...(chosen === 'range' ? { ...days } : { from: days.from }) })}
      />
      {unit === 'range' ? (
        <DateRangeInput
          from={days.from}
          to={days.to}
          onChange={(from, to) => ask({ ...(from ? { from } : {}), ...(to ? { to } : {}) })}
        />
      ) : (
        <div className="row gap-8 middle">
          <Button onClick={() => ask({ from: stepFrom(question, -1) })}>{t(['上一期', 'Previous'])}</Button>
          <strong className="nowrap" role="status">
            {t(periodName(unit, days.from))}
          </strong>
          <Button disabled={isLast} onClick={() => ask({ from: stepFrom(question, 1) })}>
            {t(['下一期', 'Next'])}
          </Button>
        </div>
      )}
      <InlineField label={t(['分组', 'Group by'])}>
        <Select
          value={by}
          onValue={(chosen) => ask({ by: chosen })}
          options={stayGroups.map(([value, label]) => ({ value, label: t(label) }))}
        />
      </InlineField>
    </div>
  )
}

const daysText = (value: number | null): string => (value === null ? '—' : formatNumber(value))

const Groups = ({ figures, by }: { figures: Figures; by: string }) => {
  const t = useLocalize()
  const rows = [...figures.groups, figures.total]
  const filtersOf = (row: StayGroupFigures) => (row === figures.total ? {} : filtersOfGroup(by, row.key))
  const columns = [
    {
      head: t(stayGroups.find(([value]) => value === by)?.[1] ?? ['', '']),
      cell: ({ name }: StayGroupFigures) => name,
    },
    ...countNames.map((name) => ({
      head: t(figureNames[name]),
      cell: (row: StayGroupFigures) => (
        <Count
          value={row[name]}
          to={staysAt({ ...filtersOf(row), ...filtersOfCount(name, figures.days, figures.at) })}
        />
      ),
    })),
    ...lengths.map((name) => ({ head: t(figureNames[name]), cell: (row: StayGroupFigures) => daysText(row[name]) })),
  ]
  const caption = t(['各组办理情况', 'Figures by group'])
  return (
    <ScrolledTable label={caption}>
      <FigureTable
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={(row) => (row === figures.total ? 'total' : (row.key ?? 'none'))}
        marked="total"
        whole
      />
    </ScrolledTable>
  )
}

const spanWords = ({ from, to }: Days): string => (from === to ? from : `${from} – ${to}`)

const Definitions = ({ figures: { days, before, yearBefore, at } }: { figures: Figures }) => {
  const t = useLocalize()
  const mayOfficers = useMay()('stage_stay_officer')
  const lines: Text[] = [
    [
      `本期 ${spanWords(days)}；环比对照 ${spanWords(before)}；同比对照 ${spanWords(yearBefore)}；统计时间 ${at}`,
      `This period ${spanWords(days)}; the one before ${spanWords(before)}; the year before ${spanWords(yearBefore)}; counted at ${at}`,
    ],
    ...definitions,
    ...(mayOfficers ? [] : [['按经办人统计时只显示本人的数据', 'By officer, you see your own figures'] as const]),
  ]
  return (
    <ul className={css.notes}>
      {lines.map((line) => (
        <li key={line[1]}>{t(line)}</li>
      ))}
    </ul>
  )
}

/** What the offices received, finished and have, and in how many working days (design: the officer's day, section 6). */
export const StayFigures = () => {
  const t = useLocalize()
  const { question } = useQuestion()
  const { unit, days, by } = question
  const answer = useAnswer(
    stageStay.calls.figures,
    { unit, ...days, by },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <>
      <PageHead title={figuresTitle}>
        <Button onClick={() => window.print()}>{t(['打印', 'Print'])}</Button>
      </PageHead>
      <Choices />
      <QueryView from={answer}>
        {(figures) => (
          <>
            <div className="below-16">
              <StayTotals of={figures} />
            </div>
            <Groups figures={figures} by={by} />
            <Definitions figures={figures} />
          </>
        )}
      </QueryView>
    </>
  )
}
