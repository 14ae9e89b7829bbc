import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { useAnswer } from '#web/base/caller.ts'
import { type AnyRow, callsOf } from '../calls.ts'
import { listInputOf } from '../list-state.ts'
import type { ListSource } from './list-source.ts'
import { useListState } from './use-list-state.ts'

type PageSource = ListSource & Required<Pick<ListSource, 'sort' | 'paging'>>

/** One page of an entity's rows, with its state in the address; `call` replaces the default list call. */
export const usePageSource = (
  entity: AnyEntity,
  call: Endpoint<ListInput, Page<AnyRow>> | undefined = callsOf(entity).page,
): PageSource => {
  if (!call) throw new Error(`${entity.name} has no list of pages`)
  const { state, change } = useListState(entity)
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
      resize: (size) => change({ size, current: 1 }),
    },
  }
}
