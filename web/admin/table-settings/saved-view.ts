import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { ownPreference, type Preference, type PreferenceCache } from '#web/base/preferences/preference-cache.ts'
import { readState, writeState } from '../entity/list-state.ts'
import { type Layout, readLayout } from '../table/layout.ts'

/** Named filters, order, page size and columns of a list. */
export interface SavedView {
  /** The `view` parameter of the address. */
  readonly id: string
  readonly label: string
  /** Query string in the format of `viewSearchOf`. */
  readonly search: string
  readonly layout: Layout
  /** The owner of a shared view; null for the user's own, which only they can change. */
  readonly owner: string | null
  /** Ids of the roles that the user's own view is shared with, comma-separated, and their names. */
  readonly roleIds: string | null
  readonly roles: string | null
}

/** Preference keys of a screen's settings. */
export const preferenceKeys = {
  layout: (screen: string) => `table.${screen}`,
  start: (screen: string) => `start.${screen}`,
  view: (screen: string, id: string) => `view.${screen}.${id}`,
}

export const maxLabelLength = 30

/** The name of the list as declared, without a view. */
export const allRowsWords: Text = ['全部数据', 'All rows']

type Unknown = Readonly<Record<string, unknown>>
const textOf = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : ''

/** The views of a screen, the user's own first; ignores stored values that are not valid views. */
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

/** The view that a screen opens with, if one was chosen and still exists. */
export const startOf = (copy: PreferenceCache, screen: string, views: readonly SavedView[]): SavedView | undefined => {
  const { view } = (ownPreference(copy, preferenceKeys.start(screen))?.value ?? {}) as Unknown
  return views.find(({ id }) => id === view)
}

/**
 * The query string that opens a view; null opens the list as declared. A view keeps its number of rows for a person with another
 * `usual` one.
 */
export const addressOf = (view: SavedView | null, fields: Fields, usual?: number): URLSearchParams => {
  const state = readState(new URLSearchParams(view?.search), fields)
  const search = writeState({ ...state, current: 1 }, new URLSearchParams(), fields, usual)
  search.sort()
  return new URLSearchParams(view ? `${search}${search.size ? '&' : ''}view=${view.id}` : '')
}
