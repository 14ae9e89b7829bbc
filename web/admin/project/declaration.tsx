import { Link, useLocation, useNavigate } from 'react-router'
import type { RowOf } from '#contract/kit/entity.ts'
import { kitTerms } from '#contract/kit/kit-terms.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { filteredDeclaration } from '#contract/project/readings.ts'
import { isRemovable, isWithReviewers } from '#contract/project/stages.ts'
import { useIsDeclarant } from '#web/base/api/declarant.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Loading } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { StageTag } from '#web/declaration/stage-tag.tsx'
import { InboxIcon } from '#web/ui/icons.ts'
import { ListTable, useList } from '../crud/list.tsx'
import { Toolbar } from '../crud/record-actions.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { withFilters } from '../entity/with-filters.ts'
import { SearchBar } from '../search/search-bar.tsx'
import { useSelected } from '../table/selection.ts'
import { Empty, EmptyState } from '../table/states.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { TableTools } from '../table-settings/table-tools.tsx'
import { tableLook, useTable } from '../table-settings/use-table.ts'
import type { WalkStart } from '../walk/use-walk.ts'
import { Due } from '../work/due.tsx'
import { DeclarationViews, useIsWaiting, useOpenAtWaiting } from './declaration-views.tsx'
import { useManyMoves } from './many-moves.tsx'

/** With the filters that figures of reports open. */
const listed = withFilters(filteredDeclaration)

const open: Text = kitTerms.details
const decide: Text = ['办理', 'Review']

const reviewOf = (id: string) => `/project/declaration/${id}`

const columns: Columns<typeof declaration> = [
  {
    name: 'declareStatus',
    cell: ({ declareStatus, stageName, stageNameEn }) => (
      <StageTag code={declareStatus} name={stageName} nameEn={stageNameEn} />
    ),
  },
  {
    name: 'timeLeft',
    label: ['剩余时间', 'Time left'],
    after: 'stageSince',
    cell: ({ stageUntil }) => <Due at={stageUntil} />,
  },
]

/** What begins a walk through the list as it is now. */
const useWalkStart = (): WalkStart => {
  const { pathname, search } = useLocation()
  return { list: pathname + search }
}

const DeclarationLink = ({ row }: { row: RowOf<typeof declaration> }) => {
  const t = useLocalize()
  const { declareStatus } = row
  return (
    <Link to={reviewOf(row.id)} state={useWalkStart()}>
      {t(isWithReviewers(declareStatus) ? decide : open)}
      <span className="hidden-words"> {row.projectName}</span>
    </Link>
  )
}

/** What waits for the user, in the order of the deadlines. An export would not respect this selection, so there is none. */
const WaitingDeclarations = () => {
  const t = useLocalize()
  const navigate = useNavigate()
  const walkStart = useWalkStart()
  const source = usePageSource(declaration, declaration.calls.waiting as typeof declaration.calls.page)
  const settings = useTable(declaration, columns as Columns)
  const selected = useSelected()
  const moves = useManyMoves(selected.clear)
  const list = useList(declaration, settings.isReady ? source : { ...source, rows: undefined }, {
    selected,
    without: ['add', 'edit', 'view', 'remove'],
    rowMore: (row) => <DeclarationLink row={row} />,
    bulkMore: moves.buttons,
  })
  return (
    <>
      <PageHead title={declaration.label} />
      <DeclarationViews />
      <SearchBar entity={declaration} filters={source.filters} filter={source.filter} />
      <Toolbar list={list} exports={false} tools={<TableTools settings={settings} reread={source.retry} />} />
      <ListTable
        list={{ ...list, open: ({ id }) => navigate(reviewOf(id), { state: walkStart }) }}
        columns={settings.columns}
        empty={
          Object.keys(source.filters).length ? (
            <Empty filtered />
          ) : (
            <EmptyState sign={<InboxIcon />} title={t(['目前没有等待您办理的申报', 'No declaration waits for you'])} />
          )
        }
        look={tableLook(settings)}
      />
      {moves.dialog}
    </>
  )
}

const AllDeclarations = () => {
  const navigate = useNavigate()
  const walkStart = useWalkStart()
  const source = usePageSource(listed)
  // declarants remove their declarations; everybody else only reviews them
  const isDeclarant = useIsDeclarant()
  return (
    <RecordList
      of={listed}
      source={source}
      columns={columns}
      above={<DeclarationViews />}
      rowMore={(row) => <DeclarationLink row={row} />}
      isProtected={({ declareStatus }) => !isRemovable(declareStatus)}
      // enterprises fill in declarations in the portal; the review page replaces the detail
      without={['add', 'edit', 'view', ...(isDeclarant ? [] : ['remove'])]}
      open={({ id }) => navigate(reviewOf(id), { state: walkStart })}
    />
  )
}

/** Declarations the user may see; each opens on its review page. Reviewers start with those that wait for them. */
export const Declarations = () => {
  const isDecided = useOpenAtWaiting()
  const isWaiting = useIsWaiting()
  if (!isDecided) return <Loading />
  return isWaiting ? <WaitingDeclarations /> : <AllDeclarations />
}
