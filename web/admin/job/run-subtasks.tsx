import type { Subtask, Subtasks } from '#contract/job/job-instance.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DetailSection } from '../crud/detail-section.tsx'
import css from './job-instance.module.css'
import { RunStatusTag } from './run-status-tag.tsx'

const SubtaskRow = ({ status, worker, attempts, startedAt, result }: Subtask) => {
  const t = useLocalize()
  return (
    <li>
      <RunStatusTag of={status} /> {startedAt}{' '}
      {worker ? <span className="faint">{t([`进程 ${worker}`, `worker ${worker}`])}</span> : null}{' '}
      {attempts > 1 ? <span className="faint">{t([`第 ${attempts} 次`, `attempt ${attempts}`])}</span> : null} {result}
    </li>
  )
}

/** The parts of a run that several workers share, with how many of them are over. */
export const RunSubtasks = ({ of: { total, done, failed, parts } }: { of: Subtasks }) => {
  const t = useLocalize()
  const over = done + failed
  const more = total - parts.length
  return (
    <DetailSection title={t(['子任务', 'Subtasks'])}>
      <p>
        <progress
          className={css.progress}
          value={over}
          max={total}
          aria-label={t(['子任务进度', 'Subtasks that are over'])}
        />{' '}
        {t([`共 ${total} 个，成功 ${done}，失败 ${failed}`, `${total} in all, ${done} succeeded, ${failed} failed`])}
      </p>
      <ul className={css.plain}>
        {parts.map((part) => (
          <SubtaskRow key={part.id} {...part} />
        ))}
      </ul>
      {more > 0 ? <p className="muted">{t([`另有 ${more} 个未列出`, `${more} more`])}</p> : null}
    </DetailSection>
  )
}
