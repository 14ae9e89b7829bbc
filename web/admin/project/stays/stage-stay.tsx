import { Link } from 'react-router'
import { stageStay } from '#contract/project/stage-stay.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { RecordList } from '../../crud/record-list.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import type { Columns } from '../../table/table-columns.tsx'
import { figuresPath, figuresTitle } from './stay-places.ts'

const columns: Columns<typeof stageStay> = [
  {
    name: 'declarationId',
    cell: ({ declarationId, ...row }) => (
      <Link to={`/project/declaration/${declarationId}`}>
        {(row as { declarationName?: string }).declarationName ?? declarationId}
      </Link>
    ),
  },
]

/** The time of declarations at the stages of their review. */
export const StageStays = () => {
  const t = useLocalize()
  const figures = (
    <Link className={buttonClass()} to={figuresPath}>
      {t(figuresTitle)}
    </Link>
  )
  return <RecordList of={stageStay} source={usePageSource(stageStay)} columns={columns} toolsMore={figures} />
}
