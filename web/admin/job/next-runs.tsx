import type { NextRuns, ZonedTime } from '#contract/job/job-answers.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import css from './next-runs.module.css'

type Run = NextRuns['runs'][number]

/** Times on the wire have no offset: they are read as if they were UTC. */
const weekdayOf = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${at.slice(0, 10)}T00:00:00Z`),
  )

/** A time by the clock of the job's zone; where that clock changes, with its offset. */
const zonedText = ({ at, offset }: ZonedTime): Text => {
  const time = offset ? `${at} UTC${offset}` : at
  return [`当地 ${time}`, `local ${time}`]
}

interface Props {
  readonly runs: readonly Run[]
  /** How many are visible at once; the others are folded. */
  readonly visible: number
}

const List = ({ runs }: { readonly runs: readonly Run[] }) => {
  const t = useLocalize()
  const language = t(['zh-CN', 'en-GB'])
  return (
    <ul className={css.runs}>
      {runs.map(({ at, isHoliday, zoned }) => (
        <li key={at}>
          {at} <span className="muted">{weekdayOf(at, language)}</span>{' '}
          {zoned ? <span className="muted">{t(zonedText(zoned))}</span> : null}{' '}
          {isHoliday ? <Tag tone="ask">{t(['法定节假日', 'Public holiday'])}</Tag> : null}
        </li>
      ))}
    </ul>
  )
}

/** The next runs of a schedule with their weekdays; holidays are marked. */
export const NextRunList = ({ runs, visible }: Props) => {
  const t = useLocalize()
  const more = runs.length - visible
  return (
    <>
      <List runs={runs.slice(0, visible)} />
      {more > 0 ? (
        <details className={css.more}>
          <summary>{t([`再看 ${more} 次`, `${more} more`])}</summary>
          <List runs={runs.slice(visible)} />
        </details>
      ) : null}
    </>
  )
}
