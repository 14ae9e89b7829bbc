import { useMemo } from 'react'
import { Link } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { type AnyRow, buttonsOf, callsOf, titleIn } from '../entity/calls.ts'
import { listedColumns } from '../entity/default-columns.ts'
import { SearchBar } from '../search/search-bar.tsx'
import { EmptyState } from '../table/states.tsx'
import { type Columns, displayColumns } from '../table/table-columns.tsx'
import { useReturnPath } from './bin-link.tsx'
import { NoMatch } from './empty-list.tsx'
import { ListTable, useList } from './list.tsx'
import { Toolbar } from './record-actions.tsx'
import { isFiltered, type ListSource } from './sources/list-source.ts'
import { usePageSource } from './sources/page-source.ts'

const removal: Columns = [
  {
    name: 'updateUserName',
    label: ['删除人', 'Deleted by'],
    cell: ({ updateUserName }) => String(updateUserName ?? '—'),
  },
  {
    name: 'updateTime',
    label: ['删除时间', 'Deleted at'],
    cell: ({ updateTime }) => String(updateTime).slice(0, 16),
  },
]

/** The listed fields of the entity itself, by whom a row was removed, and when. */
const columnsOf = (of: AnyEntity) =>
  displayColumns(
    of,
    [...listedColumns(of).filter((name) => name in of.fields), ...removal.map(({ name }) => name)],
    removal,
  )

/** Operations that do not apply to removed rows, which can only be restored. */
const excludedOperations = (of: AnyEntity) => [
  'add',
  'edit',
  'remove',
  'view',
  ...buttonsOf(of).map(({ name }) => name),
]
const restoreWords: Text = ['恢复', 'Restore']
const backWords: Text = ['返回列表', 'Back to the list']

/** Title of a bin, such as 已删除的用户. */
const removedOf = ({ rowLabel, label }: AnyEntity): Text => [
  `已删除的${(rowLabel ?? label)[0]}`,
  `Deleted: ${label[1]}`,
]

/** The removed rows of an entity, by whom and when: search them and restore one or several. */
export const RecycleBin = ({ of }: { of: AnyEntity }) => {
  const t = useLocalize()
  const source = usePageSource(of, callsOf(of).removed)
  const list = useList(of, source, { without: excludedOperations(of) })
  const { records, selected } = list
  const back = useReturnPath(of)
  const restoreButton = (
    <Button kind="main" onClick={() => records.restore(selected.rows)}>
      {t(restoreWords)}
    </Button>
  )
  const actions = (row: AnyRow) => (
    <Button kind="link" onClick={() => records.restore([row])}>
      {t(restoreWords)}
      <span className="hidden-words"> {titleIn(of, row)}</span>
    </Button>
  )
  const columns = useMemo(() => columnsOf(of), [of])
  return (
    <>
      <PageHead title={removedOf(of)}>
        <Link className={buttonClass()} to={back}>
          {t(backWords)}
        </Link>
      </PageHead>
      <SearchBar entity={of} filters={source.filters} filter={source.filter} />
      <Toolbar list={{ ...list, bulkMore: restoreButton }} exports={false}>
        {restoreButton}
      </Toolbar>
      <ListTable
        list={{ ...list, selection: selected, actions }}
        caption={t(removedOf(of))}
        columns={columns}
        empty={<NothingRemoved source={source} back={back} />}
      />
      {records.dialog}
    </>
  )
}

const NothingRemoved = ({ source, back }: { source: ListSource; back: string }) => {
  const t = useLocalize()
  if (isFiltered(source)) return <NoMatch source={source} />
  return (
    <EmptyState sign="○" title={t(['回收站是空的', 'The recycle bin is empty'])}>
      <p>
        {t([
          '从列表中删除的数据会出现在这里，可以恢复。',
          'Rows deleted from the list appear here and can be restored.',
        ])}
      </p>
      <Link to={back}>{t(backWords)}</Link>
    </EmptyState>
  )
}
