import type { Fields } from '#contract/kit/field.ts'
import { ownPreference, type Preference, type PreferenceCache } from '#web/base/preference-cache.ts'
import { readState, viewSearchOf } from '../list-state.ts'
import { type Layout, readLayout } from '../table/layout.ts'

/** Filters, order, page size and columns of a list under a name. */
export interface SavedView {
  /** As it stands in the address. */
  readonly id: string
  readonly label: string
  /** Of the address, as `viewSearchOf` writes it. */
  readonly search: string
  readonly layout: Layout
  /** Who shares it; null for one's own, which alone can be changed. */
  readonly owner: string | null
  /** Ids of the roles one's own is shared with, joined by commas, and their names. */
  readonly roleIds: string | null
  readonly roles: string | null
}

/** Where the parts of a screen are kept among the preferences. */
export const preferenceKeys = {
  layout: (screen: string) => `table.${screen}`,
  start: (screen: string) => `start.${screen}`,
  view: (screen: string, id: string) => `view.${screen}.${id}`,
}

export const maxLabelLength = 30

type Unknown = Readonly<Record<string, unknown>>
const textOf = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : ''

/** The views of a screen, one's own first; what was kept is read, whoever wrote it. */
export const viewsOf = (all: readonly Preference[], screen: string): SavedView[] => {
  const prefix = preferenceKeys.view(screen, '')
  return all.flatMap(({ name, value, owner, roleIds, roles }) => {
    const { label, search, layout } = (value ?? {}) as Unknown
    const id = name.slice(prefix.length)
    if (!name.startsWith(prefix) || !/^[a-z0-9]{1,16}$/.test(id) || !textOf(label, maxLabelLength)) return []
    return {
      id,
      owner,
      roleIds,
      roles,
      label: textOf(label, maxLabelLength),
      search: textOf(search, 2000),
      layout: readLayout(layout),
    }
  })
}

/** The view a screen opens with, if one was chosen and is still there. */
export const startOf = (copy: PreferenceCache, screen: string, views: readonly SavedView[]): SavedView | undefined => {
  const { view } = (ownPreference(copy, preferenceKeys.start(screen))?.value ?? {}) as Unknown
  return views.find(({ id }) => id === view)
}

/** The address that shows a view: what it holds of a search, and its name; none: the list as it is declared. */
export const addressOf = (view: SavedView | null, fields: Fields): URLSearchParams => {
  const search = viewSearchOf(readState(new URLSearchParams(view?.search), fields), fields)
  return new URLSearchParams(view ? `${search}${search && '&'}view=${view.id}` : '')
}
