import { useState } from 'react'
import { Link } from 'react-router'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { reportPath } from '#contract/report/report-path.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import { RecordModal } from '../dialog/record-modal.tsx'
import { titleIn } from '../entity/calls.ts'
import type { Columns } from '../table/table-columns.tsx'
import { FiltersControl } from './filters-control.tsx'
import { ReportFigures } from './report-figures.tsx'
import { reportFields } from './report-form.ts'

const PreviewDialog = ({ values, close }: { values: FormValues; close: () => void }) => {
  const t = useLocalize()
  const answer = useAnswer(report.calls.preview, { content: (values.content ?? null) as ReportContent | null })
  const title = t(['预览', 'Preview'])
  return (
    <RecordModal title={title} width={960} close={close} footer={<Button onClick={close}>{t(words.close)}</Button>}>
      <QueryView from={answer}>{(result) => <ReportFigures of={result} name={title} />}</QueryView>
    </RecordModal>
  )
}

const PreviewButton = ({ values }: { readonly values: FormValues }) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(['预览', 'Preview'])}</Button>
      {isOpen ? <PreviewDialog values={values} close={() => setOpen(false)} /> : null}
    </>
  )
}

const form: FormOptions = {
  fields: reportFields,
  controls: { 'content.filters': FiltersControl },
  extra: (values) => <PreviewButton values={values} />,
  note: [
    '报表只保存统计方式。打开时按打开者本人的数据权限统计，各人看到的数字可能不同。',
    'A report keeps how to count. It counts the rows that its reader may see, so figures may differ between people.',
  ],
}

const columns: Columns<typeof report> = [
  { name: 'name', cell: (row) => <Link to={reportPath(row.id)}>{titleIn(report, row)}</Link> },
]

/** Reports: what each counts, and its figures. */
export const Reports = () => (
  <RecordList of={report} source={usePageSource(report)} columns={columns} form={form} without={['view']} />
)
