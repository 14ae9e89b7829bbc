import { type Db, isDatabaseAway } from './db.ts'

type Versions = Readonly<Record<string, string>>

interface Options {
  /** Milliseconds the versions are valid. */
  readonly ttlMs?: number
  /** Milliseconds a request waits for newer versions before it gets the previous ones; after `clear`, which follows a write. */
  readonly waitMs?: number
  readonly waitAfterClearMs?: number
}

const after = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, value).unref())

/**
 * Reads the counters of the table `epoch`, which show when cached data is out of date. What is in memory must not wait for a database
 * that does not answer: then the previous versions are returned, from the second request on at once.
 */
export const createVersionReader = (
  db: Db,
  { ttlMs = 1000, waitMs = 250, waitAfterClearMs = 1000 }: Options = {},
): { readonly read: () => Promise<Versions>; readonly clear: () => void } => {
  let last: { readonly at: number; readonly versions: Versions } | null = null
  let refresh: { readonly since: number; readonly waitMs: number; readonly versions: Promise<Versions> } | null = null
  let isCleared = false
  const load = async () => {
    const rows = await db.selectFrom('epoch').selectAll().execute()
    return Object.fromEntries(rows.map(({ name, version }) => [name, version]))
  }
  const startRefresh = () => {
    const current = { since: Date.now(), waitMs: isCleared ? waitAfterClearMs : waitMs, versions: load() }
    const end = (versions: Versions | null) => {
      // a write may have begun another one meanwhile
      if (refresh !== current) return
      refresh = null
      if (versions) last = { at: current.since, versions }
    }
    current.versions.then(end, () => end(null))
    isCleared = false
    refresh = current
    return current
  }
  const read = async (): Promise<Versions> => {
    const isFresh = last && !isCleared && Date.now() - last.at < ttlMs
    if (last && isFresh && !refresh) return last.versions
    const current = refresh && !isCleared ? refresh : startRefresh()
    if (!last) return current.versions
    const previous = last.versions
    const restMs = isDatabaseAway(db) ? 0 : Math.max(0, current.since + current.waitMs - Date.now())
    return Promise.race([current.versions.catch(() => previous), after(restMs, previous)])
  }
  return {
    read,
    clear: () => {
      isCleared = true
    },
  }
}
