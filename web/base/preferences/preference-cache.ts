/** A stored document, identified by its owner's id and its name. */
export interface Preference {
  readonly name: string
  readonly value: unknown
  readonly userId: string
  /** Comma-separated ids of the roles it is shared with, and their names. */
  readonly roleIds: string | null
  readonly roles: string | null
  /** Who shares it; null for the current person's documents. */
  readonly owner: string | null
}

/** This browser's copy. `unsent` lists names of the person's documents with changes not yet on the server. */
export interface PreferenceCache {
  readonly all: readonly Preference[]
  readonly unsent: readonly string[]
}

export const empty: PreferenceCache = { all: [], unsent: [] }

/** The current person's document with this name. */
export const ownPreference = ({ all }: PreferenceCache, name: string): Preference | undefined =>
  all.find((one) => one.owner === null && one.name === name)

const withoutName = (names: readonly string[], name: string) => names.filter((one) => one !== name)

/** Replaces the current person's document, or removes it if `next` is null, and marks the name as unsent. */
export const applyChange = (copy: PreferenceCache, name: string, next: Preference | null): PreferenceCache => {
  const previous = ownPreference(copy, name)
  const otherPreferences = copy.all.filter((one) => one !== previous)
  return {
    all: next ? [...otherPreferences, next] : otherPreferences,
    unsent: [...withoutName(copy.unsent, name), name],
  }
}

/** Unmarks a name: the server has stored the change or will never accept it. */
export const markSent = (copy: PreferenceCache, name: string): PreferenceCache => ({
  ...copy,
  unsent: withoutName(copy.unsent, name),
})

/** Restores the previous document after the server rejected a change. */
export const revertChange = (
  copy: PreferenceCache,
  name: string,
  previous: Preference | undefined,
): PreferenceCache => {
  const changed = ownPreference(copy, name)
  return markSent(
    { ...copy, all: [...copy.all.filter((one) => one !== changed), ...(previous ? [previous] : [])] },
    name,
  )
}

/** The server's rows, except for the person's documents that were changed here after the request. */
export const merged = (
  copy: PreferenceCache,
  serverRows: readonly Preference[],
  changedNames: ReadonlySet<string>,
): PreferenceCache => {
  const isNewer = ({ name, owner }: Preference) =>
    owner === null && (changedNames.has(name) || copy.unsent.includes(name))
  return { ...copy, all: [...copy.all.filter(isNewer), ...serverRows.filter((one) => !isNewer(one))] }
}
