import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { LoadingNotice } from '#web/ui/notice.tsx'
import { Pie } from '#web/ui/pie.tsx'
import { Sample, Section } from '../sample.tsx'

const ProgressBars = () => {
  const t = useLocalize()
  const label = t(['导出项目库', 'Export of the project library'])
  return (
    <Section name="progress" title={['进度条', 'Progress bar']}>
      <Sample name="start" label={['刚开始', 'Started']}>
        <progress aria-label={label} value={0} max={100} />
      </Sample>
      <Sample name="half" label={['进行中', 'In progress']}>
        <progress aria-label={label} value={56} max={100} />
      </Sample>
      <Sample name="done" label={['完成', 'Finished']}>
        <progress aria-label={label} value={100} max={100} />
      </Sample>
      <Sample name="loading" label={['加载中', 'Loading']}>
        <LoadingNotice words={t(words.loading)} />
      </Sample>
    </Section>
  )
}

const PieSample = () => {
  const t = useLocalize()
  const slices = [
    { name: t(['装备制造', 'Equipment']), value: 46, note: '46 (46%)' },
    { name: t(['原材料', 'Raw materials']), value: 28, note: '28 (28%)' },
    { name: t(['电子信息', 'Electronics']), value: 19, note: '19 (19%)' },
    { name: t(['其他', 'Other']), value: 7, note: '7 (7%)' },
  ]
  return <Pie name={t(['按行业', 'By industry'])} slices={slices} labelled={(_nth, label) => label} />
}

export const ProgressSamples = () => (
  <>
    <ProgressBars />
    <Section name="pie" title={['饼图', 'Pie chart']}>
      <Sample name="pie" label={['四项', 'Four parts']} wide>
        <PieSample />
      </Sample>
    </Section>
  </>
)
