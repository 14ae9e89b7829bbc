import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { dict } from '#contract/system/dict.ts'
import { useAnswer } from '#web/base/caller.ts'
import { Refused, useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import type { AnyRow } from '../crud/calls.ts'
import { titleIn } from '../crud/calls.ts'
import { shownColumns } from '../crud/columns.tsx'
import { EmptyList } from '../crud/crud-screen.tsx'
import { PageHead } from '../crud/page-head.tsx'
import { Pager } from '../crud/pager.tsx'
import { RowActions, Toolbar } from '../crud/record-actions.tsx'
import { RecordTable } from '../crud/record-table.tsx'
import { SearchBar } from '../crud/search-bar.tsx'
import { Empty, Nothing } from '../crud/states.tsx'
import { AddBelow, OpenAll, useOpenRows } from '../crud/tree-screen.tsx'
import { useList } from '../crud/use-list.ts'
import { useRecords } from '../crud/use-records.tsx'
import css from './dict.module.css'

type Dict = RowOf<typeof dict>
const asDict = (row: AnyRow) => row as unknown as Dict
const titleOf = (row: AnyRow) => titleIn(dict, row)

// the list of heads takes the filters of every list beside its own parameters
const heads = dict.calls.parentList as unknown as Endpoint<ListInput, Page<AnyRow>>
const headFields = ['code', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark']
const entryFields = ['parentId', 'dictKey', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark']

interface HeadsProps {
  readonly chosen: string | null
  readonly choose: (row: Dict) => void
}

/** The dictionaries themselves; one of them is shown beside the list. */
const Heads = ({ chosen, choose }: HeadsProps) => {
  const t = useSay()
  const list = useList(dict, heads)
  const [selected, setSelected] = useState<readonly AnyRow[]>([])
  const records = useRecords(dict, { fields: headFields, without: ['view'], written: () => setSelected([]) })
  const columns = shownColumns(dict, [
    {
      name: 'dictValue',
      cell: (row) => (
        <Button kind="link" aria-pressed={row.id === chosen} onClick={() => choose(row)}>
          {row.dictValue}
        </Button>
      ),
    },
    'code',
    'isSealed',
  ])
  return (
    <section className={css.pane} aria-label={t(['字典列表', 'Dictionaries'])}>
      <SearchBar entity={dict} dated={false} filters={list.state.filters} filter={list.filter} />
      <Toolbar records={records} selected={selected} clear={() => setSelected([])} brought={{ parentId: '0' }} />
      <RecordTable
        caption={t(['字典列表', 'Dictionaries'])}
        columns={columns}
        rows={list.page?.records}
        error={list.error}
        busy={list.busy}
        retry={list.retry}
        empty={<EmptyList list={list} records={records} />}
        titleOf={titleOf}
        selection={records.may.remove ? { rows: selected, set: setSelected } : undefined}
        actions={(row) => <RowActions records={records} row={row} />}
        chosen={chosen}
      />
      {list.page?.total ? (
        <Pager
          {...{ total: list.page.total, capped: false, current: list.state.current, size: list.state.size }}
          go={list.go}
          resize={list.resize}
        />
      ) : null}
      {records.dialog}
    </section>
  )
}

/** The entries of one dictionary, below one another. */
const Entries = ({ head }: { head: Dict }) => {
  const { data, error, isFetching, refetch } = useAnswer(dict.calls.childList, { parentId: head.id })
  const rows = data as readonly AnyRow[] | undefined
  const [selected, setSelected] = useState<readonly AnyRow[]>([])
  const records = useRecords(dict, {
    fields: entryFields,
    locked: ['parentId'],
    without: ['view'],
    written: () => setSelected([]),
  })
  const opened = useOpenRows(rows)
  const brought = { parentId: head.id, code: head.code }
  return (
    <section className={css.pane} aria-labelledby="entries">
      <h2 id="entries" className={css.name}>
        {head.dictValue} <code>{head.code}</code>
      </h2>
      <Toolbar records={records} selected={selected} clear={() => setSelected([])} brought={brought}>
        <OpenAll rows={opened} />
      </Toolbar>
      <RecordTable
        caption={head.dictValue}
        columns={shownColumns(dict, ['dictValue', 'dictValueEn', 'dictKey', 'sort', 'isSealed', 'remark'])}
        rows={error ? undefined : rows}
        error={error}
        busy={isFetching}
        retry={refetch}
        empty={<Empty filtered={false} />}
        titleOf={titleOf}
        selection={records.may.remove ? { rows: selected, set: setSelected } : undefined}
        actions={(row) => (
          <RowActions records={records} row={row}>
            <AddBelow records={records} row={row} brought={{ code: asDict(row).code }} />
          </RowActions>
        )}
        expanding={opened}
      />
      {records.dialog}
    </section>
  )
}

/** Dictionaries: the list of them, and beside it, or `stacked` below it, the entries of the one that is chosen. */
export const Dictionaries = ({ stacked = false }: { stacked?: boolean }) => {
  const t = useSay()
  const [search, setSearch] = useSearchParams()
  const id = search.get('head')
  const chosen = useAnswer(dict.calls.detail, { id }, { enabled: id !== null })
  const choose = (row: Dict) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.set('head', row.id)
      return next
    })
  return (
    <>
      <PageHead title={useHere(dict.label)} />
      <div className={css.panes} data-stacked={stacked || undefined}>
        <Heads chosen={id} choose={choose} />
        {chosen.data ? (
          <Entries key={chosen.data.id} head={chosen.data} />
        ) : chosen.error ? (
          <Refused error={chosen.error} />
        ) : (
          <section className={css.pane}>
            <Nothing sign={stacked ? '↑' : '←'} title={t(['请选择一个字典', 'Choose a dictionary'])}>
              <p>{t(['点击字典名称，查看并维护它的字典项。', 'Press the name of a dictionary to see its entries.'])}</p>
            </Nothing>
          </section>
        )}
      </div>
    </>
  )
}

export const StackedDictionaries = () => <Dictionaries stacked />
