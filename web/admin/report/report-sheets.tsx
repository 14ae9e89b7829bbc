import { fill } from '#contract/kit/text.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Notice } from '#web/ui/notice.tsx'
import css from './report-page.module.css'
import { ReportTable } from './report-table.tsx'
import { maxSheets, sheetsOf } from './sheets.ts'

/** A sheet of paper for each group of the first level, under its name: what an office hands to each province. */
export const ReportSheets = ({ of: result, name }: { readonly of: ReportResult; readonly name: string }) => {
  const t = useLocalize()
  const sheets = sheetsOf(result)
  const label = t(result.heads.rows[0] ?? ['', ''])
  return (
    <>
      {sheets.length > maxSheets ? (
        <Notice
          tone="calm"
          title={t(
            fill(
              [
                '共 {0} 张，只显示前 {1} 张；增加筛选条件可查看其余各张',
                'There are {0} sheets; these are the first {1}. Add filters to see others',
              ],
              sheets.length,
              maxSheets,
            ),
          )}
        />
      ) : null}
      {sheets.slice(0, maxSheets).map((sheet) => (
        <section key={sheet.id} className={css.sheet} aria-label={`${name} · ${sheet.name}`}>
          <h2>
            <span className={css.onPaper}>{name} · </span>
            {label}
            {t(['：', ': '])}
            {sheet.name}
          </h2>
          <ReportTable of={sheet.result} name={sheet.name} />
        </section>
      ))}
    </>
  )
}
