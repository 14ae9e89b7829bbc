import { keepPreviousData } from '@tanstack/react-query'
import type { Text } from '#contract/kit/text.ts'
import { dashboard, type Dashboard as Figures } from '#contract/portal/dashboard.ts'
import { projectRowsAt } from '#contract/portal/figure-rows.ts'
import { isPeriod, type Period, periods } from '#contract/portal/periods.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import { ChoiceList } from '#web/form/select-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { InlineField } from '#web/ui/inline-field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Tag } from '#web/ui/notice.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Bars } from './bars.tsx'
import { ChartCard } from './chart-card.tsx'
import { Count, formatShare } from './count.tsx'
import css from './dashboard.module.css'
import { Funnel } from './funnel.tsx'
import { OperatorPie } from './operator-pie.tsx'
import { ProvinceMap } from './province-map.tsx'
import { Totals } from './totals.tsx'
import { Trend } from './trend.tsx'

interface Choice {
  readonly period: Period
  /** Code of a province; '' for the whole country. */
  readonly province: string
}

/** The period and the province in the address, and a function to change one of them. */
const useSelection = (): Choice & { readonly choose: (change: Partial<Choice>) => void } => {
  const [search, setSearch] = useSearch()
  const requestedPeriod = search.get('period')
  const requestedProvince = search.get('province') ?? ''
  const choose = (change: Partial<Choice>) =>
    setSearch((before) => {
      for (const [name, value] of Object.entries(change)) {
        if (value && value !== periods[0][0]) before.set(name, value)
        else before.delete(name)
      }
      return before
    })
  return {
    period: isPeriod(requestedPeriod) ? requestedPeriod : periods[0][0],
    province: Object.hasOwn(provinces, requestedProvince) ? requestedProvince : '',
    choose,
  }
}

/** Period and province of all figures, kept in the address. */
const DashboardFilters = () => {
  const t = useLocalize()
  const { period, province, choose } = useSelection()
  return (
    <div className={css.filters}>
      <Segments
        legend={t(['统计时段', 'Period'])}
        options={periods.map(([value, label]) => ({ value, label: t(label) }))}
        value={period}
        onValue={(chosen) => choose({ period: chosen })}
      />
      <InlineField label={t(['省份', 'Province'])}>
        <ChoiceList
          value={province}
          onValue={(code) => choose({ province: code })}
          disabled={false}
          placeholder={t(['全国', 'Whole country'])}
          options={Object.entries(provinces).map(([value, label]) => ({ value, label: t(label) }))}
        />
      </InlineField>
    </div>
  )
}

/** Listed projects by section of GB/T 4754. */
const Industries = ({ industries, selection }: Pick<Figures, 'industries' | 'selection'>) => {
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
        { head: t(['行业门类', 'Industry section']), cell: ({ code, name }) => `${code} ${name}` },
        { head: t(['项目数（个）', 'Projects']), cell: ({ code, value }) => <Count value={value} to={rowsOf(code)} /> },
        { head: t(['占比', 'Share']), cell: ({ value }) => formatShare(value, total) },
      ]}
    >
      <Bars rows={industries.map(({ code, name, value }) => ({ key: code, name, value, to: rowsOf(code) }))} />
    </ChartCard>
  )
}

/** The period and the province in words, for the printed page. */
const SelectionWords = () => {
  const t = useLocalize()
  const { period, province } = useSelection()
  const label = periods.find(([value]) => value === period)?.[1] ?? periods[0][1]
  return (
    <p className={css.selection}>
      {t(['统计范围：', 'Selection: '])}
      {t(label)}
      {t(['，', ', '])}
      {province ? t(provinces[province] ?? [province, province]) : t(['全国', 'whole country'])}
    </p>
  )
}

/** Where the figures come from. */
const Notes = ({ declarations, undated, selection }: Figures) => {
  const t = useLocalize()
  const isDated = selection.days.from !== null
  return (
    <ul className={css.notes}>
      <li>
        {t([
          '在库项目为全国公开数据，与首页、在库项目名单同源，按入库时间归入时段。',
          'Listed projects are public figures of the whole country, the same as on the home page, by the time of listing.',
        ])}
      </li>
      {declarations ? (
        <li>
          {t([
            '申报仅统计您有权查看的申报，按最近一次提交时间归入时段。',
            'Declarations are those that you may see, by the time of their last submission.',
          ])}
        </li>
      ) : null}
      {undated && isDated ? (
        <li>
          {t([
            `另有 ${undated} 个项目没有入库时间，只计入“全部”。`,
            `${undated} more without a time of listing are counted only under “All”.`,
          ])}
        </li>
      ) : null}
    </ul>
  )
}

/** Loaded when everything else is there. */
const PinnedReports = lazyComponent(async () => (await import('../report/pinned-reports.tsx')).PinnedReports)
const pinnedNote: Text = [
  '以下报表按各自的条件统计，不随所选时段和省份变化。',
  'These reports have conditions of their own and do not follow the chosen period and province.',
]

/** Figures of a period and a province as charts and tables; on paper they fit one page. */
export const Dashboard = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const { period, province } = useSelection()
  const answer = useAnswer(
    dashboard.read,
    { period, ...(province ? { province } : {}) },
    { placeholderData: keepPreviousData },
  )
  const asOf = answer.data?.asOf.slice(0, 16)
  return (
    <div className={css.page}>
      <PageHead
        title={title}
        extra={
          asOf ? (
            <>
              {t([`截至 ${asOf}`, `As of ${asOf}`])} {answer.data?.demo ? <Tag tone="ask">{t(words.demo)}</Tag> : null}
            </>
          ) : undefined
        }
      >
        <Button className={css.print} disabled={answer.isPlaceholderData} onClick={() => window.print()}>
          {t(['打印', 'Print'])}
        </Button>
      </PageHead>
      <DashboardFilters />
      <SelectionWords />
      <QueryView from={answer}>
        {(figures) => (
          <div aria-busy={answer.isPlaceholderData}>
            <Totals {...figures} />
            <div className={css.charts}>
              <Trend trend={figures.trend} selection={figures.selection} />
              {figures.declarations ? (
                <Funnel declarations={figures.declarations} selection={figures.selection} />
              ) : null}
              <ProvinceMap provinces={figures.provinces} selection={figures.selection} />
              <OperatorPie operators={figures.operators} selection={figures.selection} />
              <Industries industries={figures.industries} selection={figures.selection} />
            </div>
            <Notes {...figures} />
            <PinnedReports place="dashboard" note={pinnedNote} />
          </div>
        )}
      </QueryView>
    </div>
  )
}
