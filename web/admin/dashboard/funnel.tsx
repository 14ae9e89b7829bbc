import type { Dashboard, FunnelStage } from '#contract/portal/dashboard.ts'
import { declarationRowsAt, type Selection } from '#contract/portal/figure-rows.ts'
import { stageOf } from '#contract/project/stages.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { Bars } from './bars.tsx'
import { ChartCard } from './chart-card.tsx'
import { Count, formatShare } from './count.tsx'

type Declarations = NonNullable<Dashboard['declarations']>

const useDays = () => {
  const t = useLocalize()
  return ({ stage, medianDays }: FunnelStage): string => {
    if (stage === 60) return ''
    return medianDays === null ? '—' : t([`${medianDays} 天`, `${medianDays} ${medianDays === 1 ? 'day' : 'days'}`])
  }
}

/** Declarations by the stages they entered, with the median days in each. */
export const Funnel = ({ declarations, selection }: { declarations: Declarations; selection: Selection }) => {
  const t = useLocalize()
  const daysOf = useDays()
  const { funnel, submitted, inMedian } = declarations
  const rowsOf = ({ stage }: FunnelStage) => declarationRowsAt(selection, stage)
  const nameOf = ({ stage }: FunnelStage) => t(stageOf(stage).name)
  return (
    <ChartCard
      title={['申报流转', 'Stages of the declarations']}
      note={t(
        inMedian === null
          ? [
              '到达各环节的申报数；右侧为停留天数（中位数），按已离开该环节的申报计算',
              'Declarations that entered each stage; at the right the median days of the finished stays',
            ]
          : [
              `到达各环节的申报数；右侧为停留天数（中位数），按最近提交的 ${formatNumber(inMedian)} 件中已离开该环节的申报计算`,
              `Declarations that entered each stage; at the right the median days of the finished stays of the ${formatNumber(inMedian)} submitted last`,
            ],
      )}
      empty={submitted ? null : ['所选范围内没有提交的申报。', 'No declarations were submitted in this selection.']}
      rows={funnel}
      keyOf={({ stage }) => String(stage)}
      columns={[
        { head: t(['环节', 'Stage']), cell: nameOf },
        { head: t(['申报数（件）', 'Declarations']), cell: (one) => <Count value={one.value} to={rowsOf(one)} /> },
        { head: t(['占提交数', 'Share of submitted']), cell: ({ value }) => formatShare(value, submitted) },
        { head: t(['停留天数（中位数）', 'Median days']), cell: ({ medianDays }) => medianDays ?? '—' },
      ]}
    >
      <Bars
        rows={funnel.map((one) => ({
          key: String(one.stage),
          name: nameOf(one),
          value: one.value,
          to: rowsOf(one),
          note: daysOf(one),
        }))}
      />
    </ChartCard>
  )
}
