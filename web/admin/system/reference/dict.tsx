import { useEffect, useRef } from 'react'
import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { calendarDictionaries, periodText } from '#contract/system/calendar.ts'
import { dict } from '#contract/system/dict.ts'
import { dictBiz } from '#contract/system/dict-biz.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { currentLang, useLocalize } from '#web/base/api/language.ts'
import { ErrorState, QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { MousePointerClickIcon } from '#web/ui/icons.ts'
import { ListTable, useList } from '../../crud/list.tsx'
import { ListPager } from '../../crud/pager.tsx'
import { Toolbar } from '../../crud/record-actions.tsx'
import { AddBelow } from '../../crud/sources/add-below.tsx'
import { type ListSource, wholeList } from '../../crud/sources/list-source.ts'
import { OpenAll, useOpenRows } from '../../crud/sources/open-rows.tsx'
import { usePageSource } from '../../crud/sources/page-source.ts'
import type { AnyRow } from '../../entity/calls.ts'
import { titleIn } from '../../entity/calls.ts'
import { ReferencePicker } from '../../pickers/pickers.tsx'
import { SearchBar } from '../../search/search-bar.tsx'
import { entriesOf, leavesOf } from '../../shell/menu-entries.ts'
import { NoPermission } from '../../shell/problem-pages.ts'
import { useMenus } from '../../shell/use-menus.ts'
import { Empty, EmptyState } from '../../table/states.tsx'
import { displayColumns } from '../../table/table-columns.tsx'
import { copyNames } from './copy-name.ts'
import css from './dict.module.css'

type Of = typeof dict
// both entities come from the same factory and differ only in their names
const business = dictBiz as unknown as Of
type Dict = RowOf<Of>
const asDict = (row: AnyRow) => row as unknown as Dict
const titleOf = (row: AnyRow) => titleIn(dict, row)

// the list of heads takes the filters of every list in addition to its own parameters
const headsOf = (of: Of) => of.calls.parentList as unknown as Endpoint<ListInput, Page<AnyRow>>
const headFields = ['code', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark'] as const
const entryFields = ['parentId', 'dictKey', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark'] as const

/** An entry stays where it was added. */
const FixedParent: Control = (props) => <ReferencePicker {...props} disabled />
const entryForm = { controls: { parentId: FixedParent } }

/** The form of a copy starts with names and a code of its own. */
const openCopy = ([row]: readonly Dict[], openForm: (initial: FormValues) => void) => {
  if (!row) return
  const [dictValue, dictValueEn] = copyNames(row.dictValue, row.dictValueEn)
  openForm({ dictValue, dictValueEn, code: `${row.code}_copy` })
}

interface HeadsProps {
  readonly of: Of
  readonly selectedId: string | null
  readonly choose: (row: Dict) => void
}

/** List of the dictionaries; the selected one opens beside it. */
const Heads = ({ of, selectedId, choose }: HeadsProps) => {
  const t = useLocalize()
  const { paging, sort: _, ...source } = usePageSource(of, headsOf(of))
  const list = useList(of, source, {
    fields: headFields,
    without: ['view'],
    overrides: { copy: openCopy },
  })
  const columns = displayColumns(
    of,
    ['dictValue', 'code', 'isSealed'],
    [
      {
        name: 'dictValue',
        cell: (row) => (
          <Button kind="link" aria-pressed={row.id === selectedId} onClick={() => choose(row)}>
            {titleOf(row)}
          </Button>
        ),
      },
    ],
  )
  return (
    <section className={css.pane} aria-label={t(['字典列表', 'Dictionaries'])}>
      <SearchBar entity={of} dated={false} filters={source.filters} filter={source.filter} />
      <Toolbar list={list} defaults={{ parentId: '0' }} />
      <ListTable list={list} caption={t(['字典列表', 'Dictionaries'])} columns={columns} chosen={selectedId} />
      <ListPager paging={paging} />
      {list.records.dialog}
    </section>
  )
}

const Period = ({ remark }: Dict) => {
  const t = useLocalize()
  return <span className="nowrap">{t(periodText(remark))}</span>
}

/**
 * The columns of entries; in the calendar, whose remarks are the periods, these and the names always have room. In English the names are
 * the English ones already.
 */
const columnsFor = (of: Of, { code }: Dict) => {
  const others = [...(currentLang() === 'en' ? [] : ['dictValueEn']), 'dictKey', 'sort', 'isSealed']
  if (!(calendarDictionaries as readonly (string | null)[]).includes(code))
    return displayColumns(of, ['dictValue', ...others, 'remark'])
  const period = { name: 'remark', label: ['起止日期', 'Period'], cell: (row: Dict) => <Period {...row} /> } as const
  return displayColumns(of, ['dictValue', 'remark', ...others], [period]).map((column) => ({
    ...column,
    isEssential: ['dictValue', 'remark'].includes(column.name),
  }))
}

/** The entries of one dictionary, as a tree. */
const Entries = ({ of, head }: { of: Of; head: Dict }) => {
  const query = useAnswer(of.calls.childList, { parentId: head.id })
  const rows = query.data as readonly AnyRow[] | undefined
  const expanding = useOpenRows(rows)
  const source: ListSource = {
    ...wholeList(query.error ? undefined : rows, query),
    isTree: true,
    expanding,
    rowMore: (row, records) =>
      records.may.add ? <AddBelow records={records} row={row} defaults={{ code: asDict(row).code }} /> : null,
  }
  const list = useList(of, source, { fields: entryFields, form: entryForm, without: ['view', 'copy'] })
  const { openId, dialog } = list.records
  const defaults = { parentId: head.id, code: head.code }
  const pane = useRef<HTMLElement>(null)
  // below a long list of dictionaries the entries would open out of view
  useEffect(() => {
    if ((pane.current?.getBoundingClientRect().top ?? 0) > innerHeight / 2) pane.current?.scrollIntoView()
  }, [])
  return (
    <section ref={pane} className={css.pane} aria-labelledby="entries" data-open={openId ? '' : undefined}>
      <h2 id="entries" className={css.name}>
        {titleOf(head)} <code>{head.code}</code>
      </h2>
      <Toolbar list={list} defaults={defaults} exports={false}>
        <OpenAll rows={expanding} />
      </Toolbar>
      <ListTable
        list={list}
        caption={titleOf(head)}
        columns={columnsFor(of, head)}
        empty={<Empty filtered={false} />}
      />
      {dialog}
    </section>
  )
}

interface Props {
  readonly of?: Of
  readonly stacked?: boolean
}

/** Dictionaries: the list, and beside it, or below it if `stacked`, the entries of the selected dictionary. */
export const Dictionaries = ({ of = dict, stacked = false }: Props) => {
  const t = useLocalize()
  const [search, setSearch] = useSearch()
  const id = search.get('head')
  const selected = useAnswer(of.calls.detail, { id }, { enabled: id !== null })
  const choose = (row: Dict) =>
    setSearch((next) => {
      next.set('head', row.id)
      return next
    })
  return (
    <>
      <PageHead title={usePageTitle(of.label)} />
      <div className={css.panes} data-stacked={stacked || undefined}>
        <Heads of={of} selectedId={id} choose={choose} />
        {selected.data ? (
          <Entries key={selected.data.id} of={of} head={selected.data} />
        ) : selected.error ? (
          <ErrorState error={selected.error} />
        ) : (
          <section className={css.pane}>
            <EmptyState sign={<MousePointerClickIcon />} title={t(['请选择一个字典', 'Choose a dictionary'])}>
              <p>{t(['点击字典名称，查看并维护它的字典项。', 'Select a dictionary to see and edit its entries.'])}</p>
            </EmptyState>
          </section>
        )}
      </div>
    </>
  )
}

export const BusinessDictionaries = () => <Dictionaries of={business} />

/**
 * The two further addresses of the dictionaries (specification 001, section 2): the platform's for callers with its menu,
 * otherwise the business ones.
 */
const GrantedDictionaries = ({ stacked }: { stacked: boolean }) => {
  const menus = useMenus()
  return (
    <QueryView from={menus}>
      {(nodes) => {
        const menuCodes = leavesOf(entriesOf(nodes)).map(({ code }) => code)
        const of = [dict, business].find(({ code }) => menuCodes.includes(code))
        return of ? <Dictionaries of={of} stacked={stacked} /> : <NoPermission />
      }}
    </QueryView>
  )
}

export const SideBySideDictionaries = () => <GrantedDictionaries stacked={false} />
export const StackedDictionaries = () => <GrantedDictionaries stacked />
