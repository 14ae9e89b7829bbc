import { useMemo } from 'react'
import { Link } from 'react-router'
import { consoleWords } from '#contract/console-words.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { notFound } from '#contract/kit/fail.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState } from '#web/base/page/page.tsx'
import { useSearch } from '#web/base/preferences/search.ts'
import { type AnyRow, titleIn } from '../../entity/calls.ts'
import { type ListState, readState, writeState } from '../../entity/list-state.ts'
import type { DisplayColumn } from '../../table/table-columns.tsx'
import { ListNote } from '../list-note.tsx'
import css from './in-tree.module.css'
import type { TreeRows } from './use-tree-rows.ts'

/** Address parameter: id of the row to display at its position in the tree. */
const parameter = 'at'

/** The state of a tree, all of it in the address: the filters, or else one row at its position. */
export const useTreeState = (of: AnyEntity) => {
  const [search, setSearch] = useSearch()
  return useMemo(() => {
    const state = readState(search, of.fields)
    const searchFor = (filters: ListState['filters'], at: string | null, before: URLSearchParams) => {
      const next = writeState({ ...readState(before, of.fields), filters, current: 1 }, before, of.fields)
      next.delete(parameter)
      if (at) next.set(parameter, at)
      return next
    }
    return {
      filters: state.filters,
      filter: (filters: ListState['filters']) => setSearch((before) => searchFor(filters, null, before)),
      at: search.get(parameter),
      /** Query string that opens a row at its position in the whole tree. */
      placeOf: (id: string) => `?${searchFor({}, id, search)}`,
    }
  }, [of, search, setSearch])
}

interface PlaceLinkProps {
  readonly of: AnyEntity
  readonly row: AnyRow
  readonly to: string
}

const PlaceLink = ({ of, row, to }: PlaceLinkProps) => {
  const t = useLocalize()
  return (
    <span className={css.place}>
      <span>{row.place ? String(row.place) : t(consoleWords.topLevel)}</span>
      <Link to={to}>
        {t(['在树中查看', 'Show in the tree'])}
        <span className="hidden-words"> {titleIn(of, row)}</span>
      </Link>
    </span>
  )
}

/** Column with the position of a search hit, linked to the row in its tree. */
export const placeColumn = (of: AnyEntity, placeOf: (id: string) => string): DisplayColumn => ({
  name: 'place',
  label: ['所在位置', 'Place'],
  end: false,
  sorts: false,
  cell: (row) => <PlaceLink of={of} row={row} to={placeOf(row.id)} />,
})

/** Notice that the requested row does not exist, or that loading it failed. */
export const MissingRowNote = ({ missing, reread }: Pick<TreeRows, 'missing' | 'reread'>) => {
  const t = useLocalize()
  if (missing === 'gone') return <ListNote tone="ask" live title={t(notFound().text)} />
  return missing ? <ErrorState error={missing} retry={reread} /> : null
}
