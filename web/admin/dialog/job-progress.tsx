import { useLocalize } from '#web/base/api/language.ts'
import type { Job } from '#web/base/login/jobs.ts'
import css from './job-progress.module.css'

/** How far a background job is, in the dialog that has started it. */
export const JobProgress = ({ job, label }: { readonly job: Job | undefined; readonly label: string }) => {
  const t = useLocalize()
  const { done = 0, total } = job ?? { total: null }
  return (
    <div className={css.progress} role="status">
      <p>
        {label}
        {total ? ` ${done ?? 0} / ${total}` : ''}
      </p>
      <progress aria-label={label} {...(total ? { value: done ?? 0, max: total } : {})} />
      <p className={css.note}>
        {t(['可以关闭此窗口，任务会在后台继续。', 'You can close this window; the job continues in the background.'])}
      </p>
    </div>
  )
}
