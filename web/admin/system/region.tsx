import { Link } from 'react-router'
import { region } from '#contract/system/region.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useSay } from '#web/base/say.ts'
import { type AnyRow, titleIn } from '../crud/calls.ts'
import { shownColumns } from '../crud/columns.tsx'
import { PageHead } from '../crud/page-head.tsx'
import { Pager } from '../crud/pager.tsx'
import { RowActions, Toolbar } from '../crud/record-actions.tsx'
import { RecordTable } from '../crud/record-table.tsx'
import { SearchBar } from '../crud/search-bar.tsx'
import { Empty } from '../crud/states.tsx'
import { type List, useList } from '../crud/use-list.ts'
import { useRecords } from '../crud/use-records.tsx'
import css from './region.module.css'

/** Code of the whole country (specification 001, section 9). */
const root = '00'
const search = ['code', 'name'] as const
/** The division above is where one is; its code stays what it is. */
const ownFields = ['code', 'name', 'regionLevel', 'sort', 'remark']

const useRegion = (code: string) => useAnswer(region.calls.detail, { code }, { enabled: code !== root }).data

/** Where one is: 全国 › 江苏省 › 苏州市, each a way back up. */
const Way = ({ code }: { code: string }) => {
  const t = useSay()
  const here = useRegion(code)
  const above = useRegion(here?.parentCode ?? root)
  const steps = [...(above && here?.parentCode !== root ? [above] : []), ...(code !== root && here ? [here] : [])]
  return (
    <nav className={css.way} aria-label={t(['所在区划', 'Where you are'])}>
      <Link to="?" aria-current={code === root ? 'location' : undefined}>
        {t(['全国', 'Whole country'])}
      </Link>
      {steps.map((step) => (
        <Link
          key={step.code}
          to={`?parentCode=${step.code}`}
          aria-current={step.code === code ? 'location' : undefined}
        >
          {step.name}
        </Link>
      ))}
    </nav>
  )
}

const deepest = 3

/** Rows of one level below a division, or of all levels where something is searched for. */
const useRows = (list: List, code: string, searching: boolean) => {
  const level = useAnswer(region.calls.select, { code }, { enabled: !searching })
  return searching
    ? { rows: list.page?.records, error: list.error, busy: list.busy, retry: list.retry }
    : {
        rows: level.data as readonly AnyRow[] | undefined,
        error: level.error,
        busy: level.isFetching,
        retry: level.refetch,
      }
}

/** Divisions level by level from the whole country down; a search looks on all levels. */
export const Regions = () => {
  const t = useSay()
  const list = useList(region)
  const { filters } = list.state
  const searching = search.some((name) => filters[name] !== undefined)
  const code = filters.parentCode ?? root
  const shown = useRows(list, code, searching)
  const records = useRecords(region, { fields: ownFields, locked: ['code'] })
  const columns = shownColumns(region, [
    {
      name: 'name',
      cell: (row) =>
        (row.regionLevel ?? 0) < deepest ? <Link to={`?parentCode=${row.code}`}>{row.name}</Link> : row.name,
    },
    ...['code', 'regionLevel', 'remark'],
  ])
  return (
    <>
      <PageHead title={region.label} />
      <SearchBar
        entity={region}
        dated={false}
        filters={Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'parentCode'))}
        filter={list.filter}
      />
      {searching ? null : <Way code={code} />}
      <Toolbar records={records} selected={[]} clear={() => {}} brought={{ parentCode: code }} several={false} />
      <RecordTable
        {...shown}
        caption={t(region.label)}
        columns={columns}
        empty={<Empty filtered={searching} />}
        titleOf={(row) => titleIn(region, row)}
        actions={(row) => <RowActions records={records} row={row} />}
      />
      {searching && list.page?.total ? (
        <Pager
          {...{ total: list.page.total, capped: false, current: list.state.current, size: list.state.size }}
          go={list.go}
          resize={list.resize}
        />
      ) : null}
      {records.dialog}
    </>
  )
}
