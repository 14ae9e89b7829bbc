import { backgroundJob } from '#contract/job/background-job.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { report } from '#contract/report/report.ts'
import { words } from '#contract/words.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { invalidateJobs, isOpen, type Job } from '#web/base/login/jobs.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReportView } from './report-view.tsx'

const [waitingWords, sinceWords]: readonly [Text, Text] = [
  ['正在排队。可以离开本页，完成后发送消息通知您。', 'It waits. You can leave this page; a message will tell you.'],
  [
    '{0} 开始，最长 5 分钟。可以离开本页，完成后发送消息通知您。',
    'Started at {0}, at most 5 minutes. You can leave this page; a message will tell you.',
  ],
]

const Progress = ({ of: { id, startedAt, message, ...job }, again }: { of: Job; again: () => void }) => {
  const t = useLocalize()
  if (!isOpen(job))
    return (
      <Notice tone="bad" title={t(['统计未完成', 'The report was not computed'])} live>
        <p>{message}</p>
        <Button onClick={again}>{t(words.retry)}</Button>
      </Notice>
    )
  return (
    <Notice tone="calm" title={t(['统计时间较长，已转入后台', 'This takes long and goes on in the background'])} live>
      <p>{t(startedAt ? fill(sinceWords, startedAt.slice(11)) : waitingWords)}</p>
      <Button onClick={() => void ask(backgroundJob.calls.cancel, { id }).finally(invalidateJobs)}>
        {t(words.cancel)}
      </Button>
    </Notice>
  )
}

const Figures = ({ id, job }: { readonly id: string; readonly job: string }) => {
  const answer = useAnswer(report.calls.figures, { job })
  return <QueryView from={answer}>{(result) => <ReportView id={id} result={result} />}</QueryView>
}

/** A report that is computed in the background: how it goes, and then its figures. */
export const ContinuedReport = (props: { readonly id: string; readonly job: string; readonly again: () => void }) => {
  const { id, job, again } = props
  const title = usePageTitle()
  const answer = useAnswer(
    backgroundJob.calls.detail,
    { id: job },
    { refetchInterval: ({ state: { data } }) => (!data || isOpen(data) ? 1000 : false) },
  )
  return (
    <QueryView from={answer}>
      {(one) =>
        one.state === 'done' ? (
          <Figures id={id} job={job} />
        ) : (
          <>
            <PageHead title={title} />
            <Progress of={one} again={again} />
          </>
        )
      }
    </QueryView>
  )
}
