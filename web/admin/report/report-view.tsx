import type { OutOf } from '#contract/kit/call.ts'
import type { report } from '#contract/report/report.ts'
import { isWide } from '#contract/report/report-layout.ts'
import { readerWords } from '#contract/report/report-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import { Button } from '#web/ui/button.tsx'
import { useTabName } from '../shell/page-tab.ts'
import { FileTools } from './file-tools.tsx'
import { ReportFigures } from './report-figures.tsx'
import css from './report-page.module.css'
import { ReportSheets } from './report-sheets.tsx'

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
  const [search, setSearch] = useSearch()
  const isInSheets = search.get('sheets') === '1'
  const toggle = () =>
    setSearch((before: URLSearchParams) => {
      const after = new URLSearchParams(before)
      if (isInSheets) after.delete('sheets')
      else after.set('sheets', '1')
      return after
    })
  return (
    <div className={css.page} data-wide={isWide(result) || undefined}>
      <PageHead title={result.name}>
        <div className={css.actions}>
          <Button onClick={toggle}>{t(isInSheets ? ['汇总表', 'One table'] : ['打印单', 'Sheets'])}</Button>
          <Button onClick={() => window.print()}>{t(['打印', 'Print'])}</Button>
          <FileTools id={id} name={name} source={result.source} />
        </div>
      </PageHead>
      <PrintedFor />
      {result.note ? <p className="muted below-12">{t(result.note)}</p> : null}
      {isInSheets ? <ReportSheets of={result} name={name} /> : <ReportFigures of={result} name={name} />}
    </div>
  )
}
