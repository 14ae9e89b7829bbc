import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { JobTimeline, TimelineJob } from '#contract/job/job-overview.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './timeline.module.css'
import { hoursAfter, readTime, shareOfDay, timesText } from './timeline-times.ts'

/** The place of a moment in the day that begins then. */
const placeOf = (moment: number, from: number): CSSProperties => ({
  insetInlineStart: `${100 * shareOfDay(moment, from)}%`,
})

const Row = ({ of: job, from }: { of: TimelineJob; from: number }) => {
  const t = useLocalize()
  return (
    <li className={css.row}>
      <span>
        <Link to={`/job/job-info?record=${job.id}`}>{job.name}</Link>
        {job.words && !job.isMore ? <small className="block muted small">{job.words}</small> : null}
      </span>
      <span className={css.track} aria-hidden="true">
        {hoursAfter(from).map((hour) => (
          <i key={hour} className={css.hour} style={placeOf(hour, from)} />
        ))}
        {job.isMore ? <i className={css.often} /> : null}
        {job.times.map((at) => (
          <i key={at} className={css.time} style={placeOf(readTime(at), from)} title={at} />
        ))}
      </span>
      <span className={css.times}>{t(timesText(job))}</span>
    </li>
  )
}

/** When the jobs run within the next day, one row for each. The times stand beside it in words, too. */
export const Timeline = ({ of: { from, jobs, more } }: { of: JobTimeline }) => {
  const t = useLocalize()
  const start = readTime(from)
  return (
    <>
      <div className={css.head} aria-hidden="true">
        <span className={css.track}>
          {hoursAfter(start).map((hour) => (
            <span key={hour} className={css.label} style={placeOf(hour, start)}>
              {new Date(hour).toISOString().slice(11, 16)}
            </span>
          ))}
        </span>
      </div>
      <ul>
        {jobs.map((job) => (
          <Row key={job.id} of={job} from={start} />
        ))}
      </ul>
      {more > 0 ? <p className="muted above-8">{t([`另有 ${more} 个任务未列出`, `${more} more jobs`])}</p> : null}
    </>
  )
}
