import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import type { Failure } from '#web/base/caller.ts'
import { useAnswer } from '#web/base/caller.ts'
import { type AnyRow, callsOf } from './calls.ts'
import { type ListState, listInputOf, readState, type Sort, writeState } from './list-state.ts'

export interface List {
  readonly state: ListState
  /** Undefined until the first answer; kept during a refetch, and beside the error if the refetch fails. */
  readonly page: Page<AnyRow> | undefined
  readonly error: Failure | null
  readonly busy: boolean
  readonly retry: () => unknown
  /** Sets new filters and returns to page 1. */
  readonly filter: (filters: ListState['filters']) => void
  readonly sort: (sort: Sort | null) => void
  readonly go: (current: number) => void
  readonly resize: (size: number) => void
}

/** The state of a list in the address, and functions to change it; the back button restores earlier states. */
export const useListState = (entity: AnyEntity) => {
  const [search, setSearch] = useSearchParams()
  const state = readState(search, entity.fields)
  const change = (next: Partial<ListState>, replace = false) =>
    setSearch((before) => writeState({ ...state, ...next }, before, entity.fields), { replace })
  return { state, change }
}

/** One page of an entity's rows, with its state in the address; `call` replaces the default list call. */
export const useList = (
  entity: AnyEntity,
  call: Endpoint<ListInput, Page<AnyRow>> | undefined = callsOf(entity).page,
): List => {
  if (!call) throw new Error(`${entity.name} has no list of pages`)
  const { state, change } = useListState(entity)
  const { data, error, isFetching, refetch } = useAnswer(call, listInputOf(state), {
    placeholderData: keepPreviousData,
  })
  const isPastEnd = data !== undefined && !isFetching && data.records.length === 0 && state.current > 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the page no longer exists, and returns to the first
  useEffect(() => {
    if (isPastEnd) change({ current: 1 }, true)
  }, [isPastEnd])
  return {
    state,
    page: data,
    error,
    busy: isFetching,
    retry: refetch,
    filter: (filters) => change({ filters, current: 1 }),
    sort: (sort) => change({ sort, current: 1 }),
    go: (current) => change({ current }),
    resize: (size) => change({ size, current: 1 }),
  }
}
