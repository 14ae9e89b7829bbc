/** A document as it is kept: by its owner's id and its name. */
export interface Preference {
  readonly name: string
  readonly value: unknown
  readonly userId: string
  /** Roles it is shared with, joined by commas, and their names. */
  readonly roleIds: string | null
  readonly roles: string | null
  /** Who shares it; null for one's own. */
  readonly owner: string | null
}

/** What this browser holds of them. `unsent` are names of own documents the server has not heard of yet. */
export interface PreferenceCache {
  readonly all: readonly Preference[]
  readonly unsent: readonly string[]
}

export const empty: PreferenceCache = { all: [], unsent: [] }

/** One's own document of this name. */
export const ownPreference = ({ all }: PreferenceCache, name: string): Preference | undefined =>
  all.find((one) => one.owner === null && one.name === name)

const withoutName = (names: readonly string[], name: string) => names.filter((one) => one !== name)

/** Puts one's own document in place of the former one of its name, or takes it away; the server is to hear of it. */
export const applyChange = (copy: PreferenceCache, name: string, next: Preference | null): PreferenceCache => {
  const previous = ownPreference(copy, name)
  const otherPreferences = copy.all.filter((one) => one !== previous)
  return {
    all: next ? [...otherPreferences, next] : otherPreferences,
    unsent: [...withoutName(copy.unsent, name), name],
  }
}

/** The server has heard of it, or will not hear of it. */
export const markSent = (copy: PreferenceCache, name: string): PreferenceCache => ({
  ...copy,
  unsent: withoutName(copy.unsent, name),
})

/** As it was before a change that was refused. */
export const revertChange = (
  copy: PreferenceCache,
  name: string,
  previous: Preference | undefined,
): PreferenceCache => {
  const now = ownPreference(copy, name)
  return markSent({ ...copy, all: [...copy.all.filter((one) => one !== now), ...(previous ? [previous] : [])] }, name)
}

/** What the server has, but for own documents that were changed here since it was asked. */
export const merged = (
  copy: PreferenceCache,
  serverRows: readonly Preference[],
  changedNames: ReadonlySet<string>,
): PreferenceCache => {
  const isNewer = ({ name, owner }: Preference) =>
    owner === null && (changedNames.has(name) || copy.unsent.includes(name))
  return { ...copy, all: [...copy.all.filter(isNewer), ...serverRows.filter((one) => !isNewer(one))] }
}
