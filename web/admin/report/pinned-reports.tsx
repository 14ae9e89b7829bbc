import { Link } from 'react-router'
import type { OutOf } from '#contract/kit/call.ts'
import type { Text } from '#contract/kit/text.ts'
import { type ReportPlace, report } from '#contract/report/report.ts'
import { reportPath } from '#contract/report/report-path.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { useSeen } from '#web/ui/use-seen.ts'
import css from './pinned-reports.module.css'
import { ReportFigures } from './report-figures.tsx'

type Pinned = OutOf<typeof report.calls.pinned>

/** One report, and below it the others: a person's reports are computed one after another. */
const Cards = ({ of: [first, ...others] }: { readonly of: Pinned }) => {
  const t = useLocalize()
  const [at, isSeen] = useSeen()
  const answer = useAnswer(report.calls.run, { id: first?.id ?? '' }, { enabled: isSeen && first !== undefined })
  if (!first) return null
  const name = t([first.name, first.nameEn || first.name])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section ref={at} className={css.card} aria-label={name} tabIndex={0}>
        <h2>
          <Link to={reportPath(first.id)}>{name}</Link>
        </h2>
        <QueryView from={answer}>{(result) => <ReportFigures of={result} name={name} />}</QueryView>
      </section>
      {answer.data || answer.error ? <Cards of={others} /> : null}
    </>
  )
}

/** The reports of a place that the user may read; nothing if there is none. */
export const PinnedReports = ({ place, note }: { readonly place: ReportPlace; readonly note?: Text }) => {
  const t = useLocalize()
  const { data = [] } = useAnswer(report.calls.pinned, { place })
  return data.length ? (
    <div className={css.cards}>
      {note ? <p className="muted small">{t(note)}</p> : null}
      <Cards of={data} />
    </div>
  ) : null
}
