import { useEffect } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Empty } from '#web/admin/table/states.tsx'
import { Failure } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState } from '#web/base/page/page.tsx'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice, Tag, type Tone } from '#web/ui/notice.tsx'
import { type ToastTone, useToaster } from '#web/ui/toasts.tsx'
import { OpenSample, Sample, Section, states } from '../sample.tsx'

const tones: Readonly<Record<Tone, { readonly label: Text; readonly title: Text }>> = {
  calm: {
    label: ['说明', 'Information'],
    title: ['申报窗口将于 12 月 31 日关闭', 'The declaration window closes on 31 December'],
  },
  busy: { label: ['进行中', 'In progress'], title: ['正在核对材料', 'The documents are being checked'] },
  good: { label: ['成功', 'Success'], title: ['申报已提交', 'The declaration was submitted'] },
  bad: { label: ['错误', 'Error'], title: ['网络连接失败', 'No connection'] },
  ask: { label: ['需要处理', 'Action needed'], title: ['有 3 处需要修改', '3 values to correct'] },
}
const toneNames = Object.keys(tones) as Tone[]
const detail: Text = [
  '请在截止时间之前完成全部八个部分的填报，逾期系统不再受理。',
  'Complete all eight parts before the deadline; later submissions are not accepted.',
]

const NoticeSamples = () => {
  const t = useLocalize()
  return (
    <>
      <Section name="notice" title={['提示', 'Notice']}>
        {toneNames.map((tone) => (
          <Sample key={tone} name={tone} label={tones[tone].label}>
            <Notice tone={tone} title={t(tones[tone].title)}>
              <p>{t(detail)}</p>
            </Notice>
          </Sample>
        ))}
        <Sample name="title" label={['只有标题', 'Title only']}>
          <Notice title={t(tones.calm.title)} />
        </Sample>
      </Section>
      <Section name="tag" title={['标签', 'Tag']}>
        {toneNames.map((tone) => (
          <Sample key={tone} name={tone} label={tones[tone].label}>
            <Tag tone={tone}>{t(tones[tone].label)}</Tag>
          </Sample>
        ))}
      </Section>
    </>
  )
}

const StateSamples = () => {
  const t = useLocalize()
  const failed = new Failure(t(words.offline), 0)
  const broken = new Failure(t(words.systemError), 500, null, [], '8f3c1a7e')
  return (
    <Section name="states" title={['空与错误', 'Empty and error']}>
      <Sample name="empty" label={['空', 'Empty']}>
        <Empty filtered={false}>
          <Button>{t(words.add)}</Button>
        </Empty>
      </Sample>
      <Sample name="empty-filtered" label={['无符合条件的数据', 'No match']}>
        <Empty filtered />
      </Sample>
      <Sample name="offline" label={['网络错误', 'No connection']}>
        <ErrorState error={failed} retry={() => {}} />
      </Sample>
      <Sample name="broken" label={['系统错误', 'System error']}>
        <ErrorState error={broken} retry={() => {}} />
      </Sample>
      <Sample name="forbidden" label={['无权限', 'Forbidden']}>
        <ErrorState error={new Failure('', 403)} />
      </Sample>
    </Section>
  )
}

const Faults = () => {
  const t = useLocalize()
  const faults = [
    { at: 'name', msg: t(['项目名称至少 4 个字', 'The project name needs at least 4 characters']) },
    { at: 'amount', msg: t(['投资额：请输入数字', 'Investment: enter a number']) },
  ]
  return <FaultSummary faults={faults} go={() => {}} />
}

const toastTones: Readonly<Record<ToastTone, Text>> = {
  good: words.updated,
  ask: consoleWords.chooseOne,
  bad: words.offline,
  busy: ['正在删除 12 / 200', 'Deleting 12 of 200'],
}

/** One toast of each tone, which stay until they are dismissed. */
const Toasts = () => {
  const t = useLocalize()
  const toaster = useToaster()
  useEffect(() => {
    const all = Object.entries(toastTones) as [ToastTone, Text][]
    for (const [tone, label] of all) toaster.show({ key: tone, tone, content: t(label), seconds: null })
    const action = <Button kind="link">{t(['撤销', 'Undo'])}</Button>
    toaster.show({ key: 'detail', tone: 'good', content: t(words.removed), detail: t(detail), action, seconds: null })
    return () => {
      for (const key of [...all.map(([tone]) => tone), 'detail']) toaster.dismiss(key)
    }
  })
  return null
}

export const MessageSamples = () => (
  <>
    <NoticeSamples />
    <StateSamples />
    <Section name="fault-summary" title={['错误汇总', 'List of faults']}>
      <OpenSample name="fault-summary" label={states.plain}>
        <Faults />
      </OpenSample>
    </Section>
    <Section name="toast" title={['消息条', 'Toast']}>
      <OpenSample name="toast" label={['全部类型', 'All kinds']}>
        <Toasts />
      </OpenSample>
    </Section>
  </>
)
