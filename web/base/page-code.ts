import { inBrowser } from './local.ts'

/** Milliseconds after which a file of a page counts as lost (specification 000, sections 8 and 9). */
const loadTimeoutMs = 120_000

/** A file of a page that did not come in time. */
export class PageLoadError extends Error {
  constructor() {
    super(`A file of the page did not arrive within ${loadTimeoutMs / 1000} seconds`)
  }
}

let waiting = 0
const listeners = new Set<() => void>()

const count = (step: 1 | -1) => {
  waiting += step
  for (const listener of listeners) listener()
}

/** Whether a page is on its way, for useSyncExternalStore. */
export const isWaiting = (): boolean => waiting > 0
export const onWaiting = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the code of a page: it counts as on its way until it is there, and fails with NotLoaded when it takes too long. */
export const fetchCode = async <T>(load: () => Promise<T>): Promise<T> => {
  if (!inBrowser) return load()
  let timer = 0
  const timeout = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new PageLoadError()), loadTimeoutMs)
  })
  count(1)
  try {
    return await Promise.race([load(), timeout])
  } finally {
    clearTimeout(timer)
    count(-1)
  }
}
