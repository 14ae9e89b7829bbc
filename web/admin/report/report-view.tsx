import type { OutOf } from '#contract/kit/call.ts'
import type { report } from '#contract/report/report.ts'
import { isWide } from '#contract/report/report-layout.ts'
import { readerWords } from '#contract/report/report-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { useTabName } from '../shell/page-tab.ts'
import { FileTools } from './file-tools.tsx'
import { ReportFigures } from './report-figures.tsx'
import css from './report-page.module.css'

const PrintedFor = () => {
  const t = useLocalize()
  const user = useUser()
  const name = user?.real_name || user?.account || ''
  return <p className={css.reader}>{t(readerWords(name))}</p>
}

/** The figures of a report with its name and what can be done with them. */
export const ReportView = ({
  id,
  result,
}: {
  readonly id: string
  readonly result: OutOf<typeof report.calls.run>
}) => {
  const t = useLocalize()
  const name = t(result.name)
  useTabName(name)
  return (
    <div className={css.page} data-wide={isWide(result) || undefined}>
      <PageHead title={result.name}>
        <div className={css.actions}>
          <Button onClick={() => window.print()}>{t(['打印', 'Print'])}</Button>
          <FileTools id={id} name={name} source={result.source} />
        </div>
      </PageHead>
      <PrintedFor />
      {result.note ? <p className="muted below-12">{t(result.note)}</p> : null}
      <ReportFigures of={result} name={name} />
    </div>
  )
}
