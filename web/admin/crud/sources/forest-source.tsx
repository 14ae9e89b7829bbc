import { keepPreviousData } from '@tanstack/react-query'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { type AnyRow, callsOf, noCall } from '../../entity/calls.ts'
import { useListState } from '../../entity/use-list-state.ts'
import { AddBelow } from './add-below.tsx'
import type { ListSource } from './list-source.ts'
import { OpenAll, useOpenRows } from './open-rows.tsx'

/** All rows of an entity as a tree, loaded at once; its filters are in the address. */
export const useForestSource = (entity: AnyEntity): ListSource => {
  const { state, change } = useListState(entity)
  const { data, error, isFetching, refetch } = useAnswer(callsOf(entity).forest ?? noCall, state.filters as never, {
    placeholderData: keepPreviousData,
  })
  const rows = data as readonly AnyRow[] | undefined
  const expanding = useOpenRows(rows)
  return {
    filters: state.filters,
    filter: (filters) => change({ filters, current: 1 }),
    rows,
    error,
    busy: isFetching,
    retry: refetch,
    isTree: true,
    expanding,
    tools: <OpenAll rows={expanding} />,
    rowMore: (row, records) => (records.may.add ? <AddBelow records={records} row={row} /> : null),
  }
}
