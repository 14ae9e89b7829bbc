import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { usePreferences } from '#web/base/preferences.ts'
import { type ListState, readState, writeState } from './list-state.ts'
import { startOf, viewsOf } from './saved/saved-view.ts'
import type { ListSource } from './sources/list-source.ts'

interface Opening {
  /** The rows that wait for the user; null for users without such a duty. */
  readonly filters: ListState['filters'] | null
  /** How many rows wait: undefined until it is known, null if it cannot be read. */
  readonly count: number | null | undefined
}

/**
 * Opens a list at the rows that wait for the user, if there are any and the address requests nothing else; a default view of
 * the user takes precedence. Until this is decided the source has no rows, so that none are replaced at once.
 */
export const useOpeningView = <S extends ListSource>(entity: AnyEntity, source: S, { filters, count }: Opening): S => {
  const [search, setSearch] = useSearchParams()
  const preferences = usePreferences()
  const isPlain = [...search.keys()].every((name) => name === 'lang')
  const [isDecided, setIsDecided] = useState(!isPlain)
  const isReady = filters !== null && count !== undefined && preferences.isLoaded
  const decide = useEffectEvent(() => {
    setIsDecided(true)
    const hasDefaultView = startOf(preferences, entity.name, viewsOf(preferences.all, entity.name)) !== undefined
    if (!filters || !count || hasDefaultView || !isPlain) return
    const state = readState(search, entity.fields)
    setSearch((before) => writeState({ ...state, filters }, before, entity.fields), { replace: true })
  })
  useEffect(() => {
    if (!isDecided && isReady) decide()
  }, [isDecided, isReady])
  return isDecided || filters === null ? source : { ...source, rows: undefined }
}
