import { useEffect, useEffectEvent, useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { usePreferences } from '#web/base/preferences/preferences.ts'
import { useSearch } from '#web/base/preferences/search.ts'
import { type ListState, readState, writeState } from '../entity/list-state.ts'
import { startOf, viewsOf } from '../table-settings/saved-view.ts'
import type { ListSource } from './sources/list-source.ts'

interface Opening {
  /** The query that shows the rows that wait for the user; null for users without such a duty. */
  readonly searchFor: ((before: URLSearchParams) => URLSearchParams) | null
  /** How many rows wait: undefined until it is known, null if it cannot be read. */
  readonly count: number | null | undefined
}

/**
 * Opens a list at the rows that wait for the user, if there are any and the address requests nothing else; a default view of
 * the user takes precedence. False until this is decided, so that no rows are replaced at once.
 */
export const useOpening = (entity: AnyEntity, { searchFor, count }: Opening): boolean => {
  const [search, setSearch] = useSearch()
  const preferences = usePreferences()
  const isPlain = [...search.keys()].every((name) => name === 'lang')
  const [isDecided, setIsDecided] = useState(!isPlain)
  const isReady = searchFor !== null && count !== undefined && preferences.isLoaded
  const decide = useEffectEvent(() => {
    setIsDecided(true)
    const hasDefaultView = startOf(preferences, entity.name, viewsOf(preferences.all, entity.name)) !== undefined
    if (searchFor && count && isPlain && !hasDefaultView) setSearch(searchFor, { replace: true })
  })
  useEffect(() => {
    if (!isDecided && isReady) decide()
  }, [isDecided, isReady])
  return isDecided || searchFor === null
}

interface OpeningFilters {
  /** The filters of the rows that wait for the user; null for users without such a duty. */
  readonly filters: ListState['filters'] | null
  readonly count: Opening['count']
}

/** The source of a list that opens at the rows that wait for the user; until this is decided it has no rows. */
export const useOpeningView = <S extends ListSource>(
  entity: AnyEntity,
  source: S,
  { filters, count }: OpeningFilters,
): S => {
  const isDecided = useOpening(entity, {
    count,
    searchFor:
      filters && ((before) => writeState({ ...readState(before, entity.fields), filters }, before, entity.fields)),
  })
  return isDecided ? source : { ...source, rows: undefined }
}
