import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { type AnyRow, callsOf } from '../../entity/calls.ts'
import { type ListState, listInputOf, sizes } from '../../entity/list-state.ts'
import { useListState } from '../../entity/use-list-state.ts'
import { type ListSource, maxLoadedRows } from './list-source.ts'

type PageSource = ListSource & Required<Pick<ListSource, 'sort' | 'paging'>>

/** Loads all pages of a list, in as few requests as possible, up to `limit` rows. */
export const loadAllPages = async (
  call: Endpoint<ListInput, Page<AnyRow>>,
  state: ListState,
  limit: number = maxLoadedRows,
): Promise<readonly AnyRow[]> => {
  const size = Math.max(...sizes)
  // by id: a row that is added meanwhile moves others to the next page
  const rows = new Map<string, AnyRow>()
  for (let current = 1; (current - 1) * size < limit; current += 1) {
    const { records } = await ask(call, { ...listInputOf(state), current, size })
    for (const row of records) rows.set(row.id, row)
    if (records.length < size) break
  }
  return [...rows.values()]
}

/** One page of an entity's rows, with its state in the address; `call` replaces the default list call. */
export const usePageSource = (
  entity: AnyEntity,
  call: Endpoint<ListInput, Page<AnyRow>> | undefined = callsOf(entity).page,
): PageSource => {
  if (!call) throw new Error(`${entity.name} has no list of pages`)
  const { state, change, resize } = useListState(entity)
  const { data, error, isFetching, refetch } = useAnswer(call, listInputOf(state), {
    placeholderData: keepPreviousData,
  })
  const isPastEnd = data !== undefined && !isFetching && data.records.length === 0 && state.current > 1
  const returnToFirst = useEffectEvent(() => change({ current: 1 }, true))
  useEffect(() => {
    if (isPastEnd) returnToFirst()
  }, [isPastEnd])
  return {
    filters: state.filters,
    filter: (filters) => change({ filters, current: 1 }),
    rows: data?.records,
    error,
    busy: isFetching,
    retry: refetch,
    isTree: false,
    sort: { now: state.sort, set: (sort) => change({ sort, current: 1 }) },
    paging: {
      total: data?.total,
      capped: data?.capped === true,
      current: state.current,
      size: state.size,
      go: (current) => change({ current }),
      resize,
      filterKey: JSON.stringify(state.filters),
      loadAll: () => loadAllPages(call, state),
    },
  }
}
