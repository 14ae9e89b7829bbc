import { jobInfo } from '#contract/job/job-info.ts'
import { localServerUrl } from '#contract/job/job-server.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useDebounced } from '#web/base/page/use-debounced.ts'
import type { Control } from '#web/form/control.ts'
import { controls } from '#web/form/controls.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useServers } from './job-controls.tsx'
import { WorkerList } from './worker-list.tsx'

/** Which workers may run the job as it is typed, once typing has paused; nothing for a job of another job server. */
const Eligible = ({ values }: { readonly values: FormValues }) => {
  const t = useLocalize()
  const { designatedWorkers, maxWorkerCount, minCpuCores, minMemorySpace, minDiskSpace } = values
  const typed = JSON.stringify({ designatedWorkers, maxWorkerCount, minCpuCores, minMemorySpace, minDiskSpace })
  const settled = useDebounced(typed, 300)
  const server = useServers()?.find(({ id }) => id === values.jobServerId)
  const isLocal = server?.jobServerUrl === localServerUrl
  const { data } = useAnswer(jobInfo.calls.workers, JSON.parse(settled), { enabled: isLocal })
  // the answer about earlier values says nothing about these
  if (!isLocal || typed !== settled || !data) return null
  const able = data.filter(({ fault }) => !fault).length
  return (
    <div className="above-4 small">
      <p role="status" className={able ? 'muted' : 'bad'}>
        {t([
          `当前 ${data.length} 个执行进程中，${able} 个可执行此任务`,
          `Workers that may run this job now: ${able} of ${data.length}`,
        ])}
      </p>
      <WorkerList of={data} />
    </div>
  )
}

/** Names of workers, and below them which ones meet all that the form demands. */
export const DesignatedWorkersControl: Control = (props) => (
  <>
    {controls.text(props)}
    <Eligible values={props.values ?? {}} />
  </>
)
