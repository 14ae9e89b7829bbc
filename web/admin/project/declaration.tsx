import { Link, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { stageOf } from '#contract/project/stages.ts'
import { useLocalize } from '#web/base/language.ts'
import { StageTag } from '#web/declaration/timeline.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../crud/table-columns.tsx'

const open: Text = ['详情', 'Open']
const decide: Text = ['办理', 'Review']

const reviewOf = (id: string) => `/project/declaration/${id}`

const columns: Columns<typeof declaration> = [
  ...['declareNo', 'projectName', 'commpanyName', 'city'],
  { name: 'declareStatus', cell: (row) => <StageTag code={row.declareStatus as number | null} /> },
  'stageSince',
]

/** Declarations the user may see; each opens on its review page. */
export const Declarations = () => {
  const t = useLocalize()
  const navigate = useNavigate()
  const source = usePageSource(declaration)
  return (
    <RecordList
      of={declaration}
      source={source}
      columns={columns}
      rowMore={({ id, projectName, declareStatus }) => {
        const { holder } = stageOf(declareStatus as number | null)
        const waits = holder !== 'nobody' && holder !== 'enterprise' && holder !== 'operator'
        return (
          <Link to={reviewOf(id)}>
            {t(waits ? decide : open)}
            <span className="hidden-words"> {projectName}</span>
          </Link>
        )
      }}
      // enterprises create declarations in the portal; the review page replaces the detail
      without={['add', 'view']}
      open={({ id }) => navigate(reviewOf(id))}
    />
  )
}
