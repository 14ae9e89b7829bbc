import { inBrowser } from '../api/local.ts'

/** Milliseconds before loading a file of a page fails (specification 000, sections 8 and 9). */
const loadTimeoutMs = 120_000

/** A file of a page did not arrive in time. */
export class PageLoadError extends Error {
  constructor() {
    super(`No file within ${loadTimeoutMs / 1000} s`)
  }
}

let waiting = 0
const listeners = new Set<() => void>()

const count = (step: 1 | -1) => {
  waiting += step
  for (const listener of listeners) listener()
}

/** Whether a page is loading, for useSyncExternalStore. */
export const isWaiting = (): boolean => waiting > 0
export const onWaiting = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the code of a page and counts it as loading until then; fails with PageLoadError on timeout. */
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
