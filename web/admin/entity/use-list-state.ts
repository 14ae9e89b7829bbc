import type { AnyEntity } from '#contract/kit/entity.ts'
import { ownPreference } from '#web/base/preferences/preference-cache.ts'
import { storePreference, usePreferences } from '#web/base/preferences/preferences.ts'
import { useSearch } from '#web/base/preferences/search.ts'
import { type ListState, readState, usualSizeOf, writeState } from './list-state.ts'

/** The name of the preference with the number of rows per page of a list. */
export const pageSizeKey = (entity: AnyEntity): string => `size.${entity.name}`

/** The number of rows per page that the person last chose for this list. */
export const useUsualSize = (entity: AnyEntity): number =>
  usualSizeOf(ownPreference(usePreferences(), pageSizeKey(entity))?.value)

/** The state of a list in the address, and functions to change it; the back button restores earlier states. */
export const useListState = (entity: AnyEntity) => {
  const [search, setSearch] = useSearch()
  const usual = useUsualSize(entity)
  const state = readState(search, entity.fields, usual)
  const change = (next: Partial<ListState>, replace = false, size = usual) =>
    setSearch(
      (before) => writeState({ ...readState(before, entity.fields, size), ...next }, before, entity.fields, size),
      { replace },
    )
  /** Remembers the number of rows per page: the list opens with it from now on. In a saved view it belongs to the view. */
  const resize = (size: number) => {
    if (search.has('view')) return change({ size, current: 1 })
    // a choice that cannot be stored still holds for this page
    void storePreference(pageSizeKey(entity), size === usualSizeOf(null) ? null : { size }).catch(() => null)
    change({ size, current: 1 }, false, size)
  }
  return { state, change, resize }
}
