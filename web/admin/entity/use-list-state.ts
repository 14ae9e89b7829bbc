import type { AnyEntity } from '#contract/kit/entity.ts'
import { useSearch } from '#web/base/search.ts'
import { type ListState, readState, writeState } from './list-state.ts'

/** The state of a list in the address, and a function to change it; the back button restores earlier states. */
export const useListState = (entity: AnyEntity) => {
  const [search, setSearch] = useSearch()
  const state = readState(search, entity.fields)
  const change = (next: Partial<ListState>, replace = false) =>
    setSearch((before) => writeState({ ...readState(before, entity.fields), ...next }, before, entity.fields), {
      replace,
    })
  return { state, change }
}
