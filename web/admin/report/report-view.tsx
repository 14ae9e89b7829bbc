import type { OutOf } from '#contract/kit/call.ts'
import type { report } from '#contract/report/report.ts'
import { layOut } from '#contract/report/report-layout.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileTools } from './file-tools.tsx'
import { ReportFigures } from './report-figures.tsx'
import css from './report-page.module.css'

/** More columns of figures than these do not fit beside each other on upright paper. */
const maxUpright = 7

const isWide = (result: ReportResult): boolean =>
  result.heads.measures.length * (layOut(result).columns.length + 1) > maxUpright

/** Whose rows are counted, on paper: two readers can have two figures. */
const PrintedFor = () => {
  const t = useLocalize()
  const user = useUser()
  const name = user?.real_name || user?.account || ''
  return <p className={css.reader}>{t([`按“${name}”的数据权限统计`, `Counted from the rows that ${name} may see`])}</p>
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
