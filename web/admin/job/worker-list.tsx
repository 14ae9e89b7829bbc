import type { WorkerFault, WorkerState } from '#contract/job/job-answers.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import { amount } from './job-figures.ts'
import css from './job-instance.module.css'

const faults: Readonly<Record<WorkerFault, Text>> = {
  designated: ['未被指定', 'Not designated'],
  cores: ['空闲CPU不足', 'Too few free cores'],
  memory: ['可用内存不足', 'Too little memory'],
  disk: ['可用磁盘空间不足', 'Too little disk space'],
  count: ['超出最大执行机器数', 'Beyond the maximum of workers'],
}

const WorkerRow = ({ name, tag, freeCores, freeMemory, freeDisk, running, fault }: WorkerState) => {
  const t = useLocalize()
  const [cores, memory, disk] = [freeCores, freeMemory, freeDisk].map(amount)
  return (
    <li>
      {fault ? <Tag tone="ask">{t(faults[fault])}</Tag> : <Tag tone="good">{t(['可执行', 'Available'])}</Tag>} {name}{' '}
      {tag ? <span className="muted">{t([`标签 ${tag}`, `tag ${tag}`])}</span> : null}{' '}
      <span className="muted">
        {t([
          `空闲 ${cores} 核，内存 ${memory} GB，磁盘 ${disk} GB；执行中 ${running}`,
          `free: ${cores} cores, ${memory} GB memory, ${disk} GB disk; running: ${running}`,
        ])}
      </span>
    </li>
  )
}

/** Workers, with what keeps each from running a job. */
export const WorkerList = ({ of: workers }: { readonly of: readonly WorkerState[] }) => (
  <ul className={css.plain}>
    {workers.map((worker) => (
      <WorkerRow key={worker.name} {...worker} />
    ))}
  </ul>
)
