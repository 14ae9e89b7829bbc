import { Link } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { noticeStates, publicNotice } from '#contract/project/public-notice.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import type { FormOptions } from '../../dialog/form-options.ts'
import { ArticleColumn } from '../../news/column-picker.tsx'
import type { Columns } from '../../table/table-columns.tsx'
import { WaitingTemplates } from '../waiting-templates.tsx'
import { NoticeStateTag } from './notice-state.tsx'

export { NoticePage } from './notice-content.tsx'

type Row = RowOf<typeof publicNotice>

const columns: Columns<typeof publicNotice> = [{ name: 'noticeState', cell: (row) => <NoticeStateTag of={row} /> }]

const canChange = ({ noticeState }: Row): boolean => noticeState === noticeStates.draft

const note: Text = [
  '保存时列入该模板（所选批次）待发布公示的申报，最多500件；保存不会发布。由拟稿人以外的另一人核对后发布，公示期从发布次日起按工作日计算。公告正文不填的，使用标准文本。',
  'Saving names the declarations of the template or batch that wait for a notice, at most 500, and publishes nothing. Another person checks and publishes it; its working days count from the next day. Without an opening it has a standard text.',
]

const form: FormOptions = { controls: { columnId: ArticleColumn }, note }

const { waiting } = publicNotice.calls

/** The templates and batches whose declarations wait for a notice. */
const WaitingForNotice = () => {
  const t = useLocalize()
  const may = useMay()
  const { data } = useAnswer(waiting, {}, { enabled: waiting.access.perm.some(may), staleTime: 0 })
  return (
    <WaitingTemplates title={['有申报待发布公示', 'Declarations wait for a notice']} rows={data}>
      {({ templateName, batchName, count, drafted }) => (
        <>
          {[templateName, batchName].filter(Boolean).join(' · ')}
          {t([`：${count} 件，其中 ${drafted} 件已拟稿。`, `: ${count}, of which ${drafted} in a draft.`])}
        </>
      )}
    </WaitingTemplates>
  )
}

/** Leads to the notice as visitors read it. */
const Content = ({ id, title }: Pick<Row, 'id' | 'title'>) => (
  <Link to={`/project/public-notice/${id}`}>
    {useLocalize()(['查看公告', 'Read the notice'])}
    <span className="hidden-words"> {title}</span>
  </Link>
)

/** Public notices: drafted here, and published and withdrawn on their pages, where they have been read. */
export const PublicNotices = () => (
  <RecordList
    of={publicNotice}
    source={usePageSource(publicNotice)}
    columns={columns}
    canChange={canChange}
    rowMore={(row) => <Content {...row} />}
    above={<WaitingForNotice />}
    form={form}
  />
)
