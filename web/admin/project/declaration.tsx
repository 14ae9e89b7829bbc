import { Link, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { reviewStages } from '#contract/project/review-stages.ts'
import type { StageCode } from '#contract/project/stages.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { useMay } from '#web/base/permissions.ts'
import { useUser } from '#web/base/session.ts'
import { StageTag } from '#web/declaration/timeline.tsx'
import { useOpeningView } from '../crud/opening-view.ts'
import { RecordList } from '../crud/record-list.tsx'
import type { ListSource } from '../crud/sources/list-source.ts'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { Columns } from '../crud/table-columns.tsx'
import { Views } from '../crud/views.tsx'

const open: Text = ['详情', 'Open']
const decide: Text = ['办理', 'Review']

const reviewOf = (id: string) => `/project/declaration/${id}`

const columns: Columns<typeof declaration> = [
  ...['declareNo', 'projectName', 'commpanyName', 'city'],
  { name: 'declareStatus', cell: (row) => <StageTag code={row.declareStatus as number | null} /> },
  'stageSince',
]

/** Enterprises edit and remove their declarations; everybody else only reviews them. */
const declarantRoles = ['enterprise', 'operator']
/** Drafts and withdrawn declarations. */
const removableStages: readonly number[] = [0, 90]

/** Number of visible declarations: all, and those at these stages; undefined until known, null if it cannot be read. */
const useCounts = (stages: readonly StageCode[]) => {
  const { data, error } = useAnswer(declaration.calls.statistics)
  if (!data) return { all: undefined, waiting: error ? null : undefined }
  const sum = (rows: typeof data.byStage) => rows.reduce((total, { value }) => total + value, 0)
  return { all: sum(data.byStage), waiting: sum(data.byStage.filter(({ status }) => stages.includes(status))) }
}

interface TabsProps {
  readonly source: ListSource
  /** The stages at which the user acts next, as a filter. */
  readonly stages: string
  readonly counts: ReturnType<typeof useCounts>
}

/** All declarations, and those that wait for the user. */
const Tabs = ({ source, stages, counts }: TabsProps) => {
  const t = useLocalize()
  const { declareStatus, ...others } = source.filters
  return (
    <Views
      views={[
        {
          key: 'all',
          label: t(['全部', 'All']),
          count: counts.all,
          isActive: declareStatus === undefined,
          show: () => source.filter(others),
        },
        {
          key: 'waiting',
          label: t(['待我办理', 'Waiting for me']),
          count: counts.waiting ?? undefined,
          urgent: true,
          isActive: declareStatus === stages,
          show: () => source.filter({ ...others, declareStatus: stages }),
        },
      ]}
    />
  )
}

/** Declarations the user may see; each opens on its review page. Reviewers start with those that wait for them. */
export const Declarations = () => {
  const t = useLocalize()
  const navigate = useNavigate()
  const myStages = reviewStages(useMay())
  const filter = myStages.join(',')
  const isReviewer = myStages.length > 0
  const counts = useCounts(myStages)
  const source = useOpeningView(declaration, usePageSource(declaration), {
    filters: isReviewer ? { declareStatus: filter } : null,
    count: counts.waiting,
  })
  const aliases = useUser()?.role_name.split(',') ?? []
  const isDeclarant = declarantRoles.some((alias) => aliases.includes(alias))
  return (
    <RecordList
      of={declaration}
      source={source}
      columns={columns}
      above={isReviewer ? <Tabs source={source} stages={filter} counts={counts} /> : null}
      rowMore={({ id, projectName, declareStatus }) => (
        <Link to={reviewOf(id)}>
          {t(myStages.includes((declareStatus ?? 0) as StageCode) ? decide : open)}
          <span className="hidden-words"> {projectName}</span>
        </Link>
      )}
      isProtected={({ declareStatus }) => !removableStages.includes(declareStatus ?? 0)}
      // enterprises fill in declarations in the portal; the review page replaces the detail
      without={['add', 'edit', 'view', ...(isDeclarant ? [] : ['remove'])]}
      open={({ id }) => navigate(reviewOf(id))}
    />
  )
}
