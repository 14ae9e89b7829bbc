import { Link } from 'react-router'
import { report } from '#contract/report/report.ts'
import { reportPath, subscriptionsPath } from '#contract/report/report-path.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import css from './published-reports.module.css'

/** The reports that everybody who is signed in may open. */
export const PublishedReports = () => {
  const t = useLocalize()
  return (
    <>
      <PageHead title={['公告报表', 'Published reports']}>
        <Link className={buttonClass()} to={subscriptionsPath}>
          {t(['我的订阅', 'My subscriptions'])}
        </Link>
      </PageHead>
      <QueryView from={useAnswer(report.calls.published, {})}>
        {(reports) =>
          reports.length ? (
            <ul className={css.list}>
              {reports.map(({ id, name, nameEn, note, noteEn }) => (
                <li key={id}>
                  <Link to={reportPath(id)}>{t([name, nameEn || name])}</Link>
                  {note ? <p className="muted small">{t([note, noteEn || note])}</p> : null}
                </li>
              ))}
            </ul>
          ) : (
            <p className="muted">{t(['尚无公告报表', 'No report has been published yet'])}</p>
          )
        }
      </QueryView>
    </>
  )
}
