import { useEffect, useEffectEvent, useState } from 'react'
import { runStatus } from '#contract/job/run-status.ts'
import type { Failure } from '#web/base/api/caller.ts'
import type { AnyRow } from '../entity/calls.ts'

const openMs = 3_000
/** As often as the overview of jobs. */
const quietMs = 10_000

interface Listed {
  readonly rows: readonly AnyRow[] | undefined
  readonly error: Failure | null
  /** The number of the page. */
  readonly current: number
}

const goesOn = ({ status, trigger }: AnyRow): boolean => Number(status) <= runStatus.running && trigger !== 'repeat'

/**
 * After how many milliseconds a page of runs is read again; null: not by itself. A run that goes on ends soon; one that repeats by
 * itself goes on for ever and shows nothing new. The first page also gets runs that the planner or another person starts, at any
 * time, so it is never final. On a later page runs that are over do not change, and new ones would only move them from under the
 * eyes of their reader. A refusal stays one until the person does something.
 */
export const refreshMsOf = ({ rows, error, current }: Listed): number | null => {
  if (!rows || (error && error.code !== 0 && error.code !== 503)) return null
  if (!error && rows.some(goesOn)) return openMs
  return current === 1 ? quietMs : null
}

/** Whether a menu is open: it belongs to a row, which could leave the page, and it closes when the page scrolls. */
const isMenuOpen = () => document.querySelector('[popover=auto]:popover-open') !== null

interface Source {
  readonly busy: boolean
  readonly retry: () => unknown
}

/**
 * Reads a list again every `ms` milliseconds while its page is visible, and at once when it becomes visible again. Returns whether the
 * list is busy for another reason: its bar and its pointer are for what a person waits for.
 */
export const useRefresh = ({ busy, retry }: Source, ms: number | null): boolean => {
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = useEffectEvent(async () => {
    if (busy || document.visibilityState === 'hidden' || isMenuOpen()) return
    setRefreshing(true)
    await retry()
    setRefreshing(false)
  })
  useEffect(() => {
    if (ms === null) return
    const start = () => void refresh()
    const timer = window.setInterval(start, ms)
    document.addEventListener('visibilitychange', start)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [ms])
  return busy && !isRefreshing
}
