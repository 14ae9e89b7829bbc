import { useMatch } from 'react-router'
import { formats } from '#contract/job/exporting.ts'
import { report } from '#contract/report/report.ts'
import { layOut } from '#contract/report/report-layout.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { failureOf, useAnswer } from '#web/base/api/caller.ts'
import { downloadFrom } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { ReportFigures } from './report-figures.tsx'
import css from './report-page.module.css'
import { reportPattern } from './report-path.ts'

/** Saves the figures as a file; a refusal says why. */
const ExportButtons = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const save = (format: string) => {
    const parameters = new URLSearchParams({ id, format })
    downloadFrom(`${report.calls.exportFigures.path}?${parameters}`, `${name}.${format}`).catch((error) =>
      toaster.error(failureOf(error).message),
    )
  }
  return formats.map(([format]) => (
    <Button key={format} onClick={() => save(format)}>
      {t([`导出 ${format}`, `Export ${format}`])}
    </Button>
  ))
}

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

/** The figures of one report. */
export const ReportPage = () => {
  const t = useLocalize()
  const id = useMatch(reportPattern)?.params.id ?? ''
  const answer = useAnswer(report.calls.run, { id })
  return (
    <QueryView from={answer}>
      {(result) => (
        <div className={css.page} data-wide={isWide(result) || undefined}>
          <PageHead title={result.name}>
            <div className={css.actions}>
              <Button onClick={() => window.print()}>{t(['打印', 'Print'])}</Button>
              <ExportButtons id={id} name={t(result.name)} />
            </div>
          </PageHead>
          <PrintedFor />
          {result.note ? <p className="muted below-12">{t(result.note)}</p> : null}
          <ReportFigures of={result} name={t(result.name)} />
        </div>
      )}
    </QueryView>
  )
}
