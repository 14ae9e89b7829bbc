import { keepPreviousData } from '@tanstack/react-query'
import { dashboard, type Dashboard as Figures } from '#contract/portal/dashboard.ts'
import { periods } from '#contract/portal/periods.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import css from './dashboard.module.css'
import { DashboardFilters } from './dashboard-filters.tsx'
import { Funnel } from './funnel.tsx'
import { Industries } from './industries.tsx'
import { OperatorPie } from './operator-pie.tsx'
import { ProvinceMap } from './province-map.tsx'
import { Totals } from './totals.tsx'
import { Trend } from './trend.tsx'
import { useSelection } from './use-selection.ts'

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
          </div>
        )}
      </QueryView>
    </div>
  )
}
