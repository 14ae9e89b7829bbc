import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { readLocal, writeLocal } from '#web/base/api/local.ts'
import { currentUser, onSession } from '#web/base/api/session.ts'
import { ownPreference } from '#web/base/preferences/preference-cache.ts'
import { storePreference, usePreferences } from '#web/base/preferences/preferences.ts'
import { useKeys } from '#web/ui/keys.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { inSameTab } from '../shell/use-tabs.tsx'
import { type Position, positionIn, type Walk, withArrivals, withDecided } from './walk.ts'
import { isOfWaiting, loadPaths } from './walk-lists.ts'

const itemOf = () => `walk-${currentUser()?.tenant_id}-${currentUser()?.user_id}`

/** The walk of this window; a reload keeps it. */
let current = readLocal<Walk>(itemOf())
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

onSession(() => {
  current = readLocal<Walk>(itemOf())
  notify()
})

const currentWalk = (): Walk | null => current

const onWalk = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const storeWalk = (next: Walk): void => {
  current = next
  writeLocal(itemOf(), next, true)
  notify()
}

/** State of a navigation from a list to one of its rows: a walk through the list begins there. */
export interface WalkStart {
  readonly list: string
}

export interface OpenWalk {
  /** Whether the list is one of what waits for the person: only then something is handled, left or new. */
  readonly waits: boolean
  /** Null while the list is read. */
  readonly position: Position | null
  readonly go: (path: string | undefined) => void
  readonly addArrivals: () => void
  /**
   * To be called after a decision: opens the next page, unless the person wants to stay, or says how the walk ended. Returns whether it
   * goes on.
   */
  readonly decided: () => boolean
  /** Returns to the list. */
  readonly leave: () => void
}

const preference = 'walk'

/** Whether the next page opens after a decision; a setting of the person. */
export const useOpensNext = () => {
  const stored = ownPreference(usePreferences(), preference)?.value as { staysOnPage?: boolean } | undefined
  return {
    opensNext: stored?.staysOnPage !== true,
    setOpensNext: (opensNext: boolean) =>
      void storePreference(preference, opensNext ? null : { staysOnPage: true }).catch(() => null),
  }
}

export const stepWords = { next: ['下一件', 'Next'], previous: ['上一件', 'Previous'] } as const

const passedWords = (count: number): Text => [
  `已跳过 ${count} 件，他人已办理`,
  `Passed over, handled by others: ${count}`,
]
/** How far a walk has come. */
export const progressWords = ({ decided, left }: Pick<Position, 'decided' | 'left'>): Text => [
  `本次已办 ${decided} 件，余 ${left} 件`,
  `Decided: ${decided}, left: ${left}`,
]

/** A list of more rows takes several requests, so it is not asked again at each page. */
const oneRequest = 200
const minute = 60_000

/** The walk of the window if this page is part of it, and begins one if the page was opened from a list. */
const useStoredWalk = (path: string) => {
  const { state, key } = useLocation()
  const stored = useSyncExternalStore(onWalk, currentWalk)
  const opened = (state as Partial<WalkStart> | null)?.list
  const isNew = opened !== undefined && stored?.visit !== key
  const isPart = !isNew && stored?.paths.includes(path) === true
  const list = isNew ? opened : isPart ? stored.list : undefined
  const waits = list !== undefined && isOfWaiting(list)
  const { data, error, isFetchedAfterMount } = useQuery({
    queryKey: ['walk', list ?? ''],
    queryFn: () => loadPaths(list ?? ''),
    // of a list of all it is enough to know what it was
    enabled: list !== undefined && (isNew || waits),
    // each page asks what others have handled meanwhile
    staleTime: ({ state }) => ((state.data?.paths.length ?? 0) > oneRequest ? minute : 0),
    refetchOnMount: isNew ? 'always' : true,
  })
  const begin = useEffectEvent(() => {
    if (isNew && data?.paths.includes(path)) storeWalk({ list: opened, visit: key, paths: data.paths, decided: [] })
  })
  useEffect(() => {
    if (isNew && isFetchedAfterMount) begin()
  }, [isNew, isFetchedAfterMount])
  // its list does not contain the page any more, or cannot be read
  const isLost = isNew && isFetchedAfterMount && (error !== null || data?.paths.includes(path) === false)
  return { list: isLost ? undefined : list, waits, walk: isPart ? stored : null, now: waits ? data : undefined }
}

/** What leads from a page to the ones before and after it in the list it was opened from; null if it was not. */
export const useWalk = (path: string): OpenWalk | null => {
  const t = useLocalize()
  const navigate = useNavigate()
  const toaster = useToaster()
  const { opensNext } = useOpensNext()
  const { list, waits, walk, now } = useStoredWalk(path)
  const position = walk ? positionIn(walk, path, now) : null
  const go = (to: string | undefined) => {
    if (to === undefined) return false
    if (to === position?.next && position.handledByOthers) toaster.success(t(passedWords(position.handledByOthers)))
    void navigate(to, { state: inSameTab })
    return true
  }
  useKeys(
    position
      ? [
          { key: 'j', words: t(stepWords.next), act: () => go(position.next) },
          { key: 'k', words: t(stepWords.previous), act: () => go(position.previous) },
        ]
      : [],
  )
  if (!list) return null
  return {
    waits,
    position,
    go,
    leave: () => void navigate(list, { state: inSameTab }),
    addArrivals: () => walk && storeWalk(withArrivals(walk, position?.arrivals ?? [])),
    decided: () => {
      if (!walk || !waits) return false
      const after = withDecided(walk, path)
      storeWalk(after)
      const reached = positionIn(after, path, now)
      if (reached?.nextOpen && opensNext) return go(reached.nextOpen)
      if (reached?.left === 0) toaster.success(t(progressWords(reached)))
      return !opensNext
    },
  }
}
