import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useReturnPath } from './bin-link.tsx'
import { type AnyRow, buttonsOf, callsOf, listFieldsOf, titleIn } from './calls.ts'
import { PageHead } from './page-head.tsx'
import { ListPager } from './pager.tsx'
import { Toolbar } from './record-actions.tsx'
import { RecordTable } from './record-table.tsx'
import { SearchBar } from './search-bar.tsx'
import { Empty, EmptyState } from './states.tsx'
import { type Column, displayColumns } from './table-columns.tsx'
import { useList } from './use-list.ts'
import { useRecords } from './use-records.tsx'

const removedBy: Column = {
  name: 'updateUserName',
  label: ['删除人', 'Removed by'],
  cell: ({ updateUserName }) => String(updateUserName ?? '—'),
}
const removedAt: Column = {
  name: 'updateTime',
  label: ['删除时间', 'Removed at'],
  cell: ({ updateTime }) => String(updateTime).slice(0, 16),
}

/** Operations on live rows only; removed rows can only be restored. */
const idle = (of: AnyEntity) => ['add', 'edit', 'remove', 'view', ...buttonsOf(of).map(({ name }) => name)]
const restoreWords: Text = ['恢复', 'Restore']
const backWords: Text = ['返回列表', 'Back to the list']

/** Title of a bin, such as 已删除的用户. */
const removedOf = ({ rowLabel: thing, label }: AnyEntity): Text => [
  `已删除的${(thing ?? label)[0]}`,
  `Removed: ${label[1]}`,
]

/** The removed rows of an entity, by whom and when: search them and restore one or several. */
export const RecycleBin = ({ of }: { of: AnyEntity }) => {
  const t = useLocalize()
  const { removed } = callsOf(of)
  const list = useList(of, removed)
  const [selected, setSelected] = useState<readonly AnyRow[]>([])
  const records = useRecords(of, {
    without: idle(of),
    onWritten: (done) => setSelected((now) => now.filter(({ id }) => !done.includes(id))),
  })
  const back = useReturnPath(of)
  const columns = useMemo(() => displayColumns(of, [...listFieldsOf(of), removedBy, removedAt]), [of])
  return (
    <>
      <PageHead title={removedOf(of)}>
        <Link className={buttonClass()} to={back}>
          {t(backWords)}
        </Link>
      </PageHead>
      <SearchBar entity={of} filters={list.state.filters} filter={list.filter} />
      <Toolbar
        records={records}
        selected={selected}
        exports={false}
        pageIds={list.page?.records.map(({ id }) => id)}
        clear={() => setSelected([])}
      >
        <Button kind="main" onClick={() => records.restore(selected)}>
          {t(restoreWords)}
        </Button>
      </Toolbar>
      <RecordTable
        caption={t(removedOf(of))}
        columns={columns}
        rows={list.page?.records}
        error={list.error}
        busy={list.busy}
        retry={list.retry}
        empty={<NothingRemoved list={list} back={back} />}
        titleOf={(row) => titleIn(of, row)}
        sort={{ now: list.state.sort, set: list.sort }}
        selection={{ rows: selected, set: setSelected }}
        actions={(row) => (
          <Button kind="link" onClick={() => records.restore([row])}>
            {t(restoreWords)}
            <span className="hidden-words"> {titleIn(of, row)}</span>
          </Button>
        )}
      />
      <ListPager list={list} />
      {records.dialog}
    </>
  )
}

const NothingRemoved = ({ list, back }: { list: ReturnType<typeof useList>; back: string }) => {
  const t = useLocalize()
  if (Object.keys(list.state.filters).length)
    return (
      <Empty filtered>
        <Button onClick={() => list.filter({})}>{t(['重置条件', 'Reset the filters'])}</Button>
      </Empty>
    )
  return (
    <EmptyState sign="○" title={t(['回收站是空的', 'The recycle bin is empty'])}>
      <p>
        {t([
          '从列表中删除的数据会出现在这里，可以恢复。',
          'What is removed from the list is found here and can be restored.',
        ])}
      </p>
      <Link to={back}>{t(backWords)}</Link>
    </EmptyState>
  )
}
