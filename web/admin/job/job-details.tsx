import { jobInfo } from '#contract/job/job-info.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DetailSection } from '../crud/detail-section.tsx'
import { NextRunList } from './next-runs.tsx'

/** What the details of a job show besides its fields: when it runs next, as long as it is enabled and planned here. */
export const JobDetails = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const job = useAnswer(jobInfo.calls.detail, { id }).data
  const isPlanned = job !== undefined && job.nextAt !== null
  const schedule = isPlanned
    ? {
        timeExpressionType: job.timeExpressionType,
        timeExpression: job.timeExpression,
        timeZone: job.timeZone,
        lifecycle: job.lifecycle,
      }
    : {}
  const { data } = useAnswer(jobInfo.calls.nextRuns, schedule, { enabled: isPlanned })
  if (!isPlanned || !data) return null
  return (
    <DetailSection title={t(['接下来的运行时间', 'Next runs'])}>
      {data.words ? <p>{data.words}</p> : null}
      <NextRunList runs={data.runs} visible={5} />
    </DetailSection>
  )
}
