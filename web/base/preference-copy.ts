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
export interface Copy {
  readonly all: readonly Preference[]
  readonly unsent: readonly string[]
}

export const empty: Copy = { all: [], unsent: [] }

/** One's own document of this name. */
export const ownOf = ({ all }: Copy, name: string): Preference | undefined =>
  all.find((one) => one.owner === null && one.name === name)

const withoutName = (names: readonly string[], name: string) => names.filter((one) => one !== name)

/** Puts one's own document in place of the former one of its name, or takes it away; the server is to hear of it. */
export const changed = (copy: Copy, name: string, next: Preference | null): Copy => {
  const former = ownOf(copy, name)
  const others = copy.all.filter((one) => one !== former)
  return { all: next ? [...others, next] : others, unsent: [...withoutName(copy.unsent, name), name] }
}

/** The server has heard of it, or will not hear of it. */
export const settled = (copy: Copy, name: string): Copy => ({ ...copy, unsent: withoutName(copy.unsent, name) })

/** As it was before a change that was refused. */
export const undone = (copy: Copy, name: string, former: Preference | undefined): Copy => {
  const now = ownOf(copy, name)
  return settled({ ...copy, all: [...copy.all.filter((one) => one !== now), ...(former ? [former] : [])] }, name)
}

/** What the server has, but for own documents that were changed here since it was asked. */
export const merged = (copy: Copy, told: readonly Preference[], touched: ReadonlySet<string>): Copy => {
  const isNewer = ({ name, owner }: Preference) => owner === null && (touched.has(name) || copy.unsent.includes(name))
  return { ...copy, all: [...copy.all.filter(isNewer), ...told.filter((one) => !isNewer(one))] }
}
