import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useArePermissionsLoaded } from '#web/base/api/permissions.ts'
import { ownPreference } from '#web/base/preferences/preference-cache.ts'
import { storePreference, usePreferences } from '#web/base/preferences/preferences.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { furtherColumns } from '../entity/default-columns.ts'
import { readState, viewSearchOf } from '../entity/list-state.ts'
import { useUsualSize } from '../entity/use-list-state.ts'
import {
  type ArrangedColumn,
  arrange,
  defaultLayout,
  isSame,
  type Layout,
  readLayout,
  withWidth,
} from '../table/layout.ts'
import { type Columns, columnNames, type DisplayColumn, displayColumns } from '../table/table-columns.tsx'
import { addressOf, preferenceKeys, type SavedView, startOf, viewsOf } from './saved-view.ts'

/** A user's settings of a table: its columns, their layout, and the saved views. */
export interface TableSettings {
  /** The visible columns, in order. */
  readonly columns: readonly DisplayColumn[]
  /** All columns, including the hidden ones. */
  readonly all: readonly ArrangedColumn<DisplayColumn>[]
  readonly layout: Layout
  readonly change: (layout: Layout) => void
  /** Restores the declaration, or the saved view if one is active. */
  readonly reset: () => void
  readonly isChanged: boolean
  /** Whether the user's preferences and permissions are loaded; a table displayed earlier would change its layout. */
  readonly isReady: boolean
  readonly views: SavedViews
}

export interface SavedViews {
  readonly screen: string
  readonly all: readonly SavedView[]
  /** The view in the address. */
  readonly active: SavedView | undefined
  /** The view that the screen opens with. */
  readonly start: SavedView | undefined
  /** Whether the list differs from the active view. */
  readonly isChanged: boolean
  /** What a view of the current list would store. */
  readonly current: { readonly search: string; readonly layout: Layout }
  readonly show: (view: SavedView | null) => void
  /** Saves the current list as the active view, replacing its content. */
  readonly saveChanges: () => Promise<void>
  readonly savePreference: (name: string, value: object | null, roleIds?: string) => Promise<void>
}

const useViews = (entity: AnyEntity, screen: string) => {
  const preferences = usePreferences()
  const { all, isLoaded } = preferences
  const [search, setSearch] = useSearchParams()
  const views = useMemo(() => viewsOf(all, screen), [all, screen])
  const start = startOf(preferences, screen, views)
  const usual = useUsualSize(entity)
  const currentSearch = viewSearchOf(readState(search, entity.fields, usual), entity.fields)
  const show = (view: SavedView | null, replace = false) =>
    setSearch(addressOf(view, entity.fields, usual), { replace })
  const hasStarted = useRef(false)
  const showStart = useEffectEvent(() => {
    if (start && search.toString() === '') show(start, true)
  })
  useEffect(() => {
    if (!isLoaded || hasStarted.current) return
    hasStarted.current = true
    showStart()
  }, [isLoaded])
  return { preferences, views, start, currentSearch, show, active: views.find(({ id }) => id === search.get('view')) }
}

const noColumns: Columns = []

/**
 * The settings of a table for the current user. Without a saved view, changes to the columns are saved at once; with one, they
 * are a draft until the user saves them to the view.
 */
export const useTable = (entity: AnyEntity, custom: Columns = noColumns): TableSettings => {
  const toaster = useToaster()
  const arePermissionsLoaded = useArePermissionsLoaded()
  const screen = entity.name
  const { preferences, views, start, currentSearch, show, active } = useViews(entity, screen)
  const [draft, setDraft] = useState<{ readonly of: string; readonly layout: Layout } | null>(null)
  const storedLayout = ownPreference(preferences, preferenceKeys.layout(screen))?.value
  const baseLayout = useMemo(() => active?.layout ?? readLayout(storedLayout), [active, storedLayout])
  const layout = active && draft?.of === active.id ? draft.layout : baseLayout
  const arranged = useMemo(() => {
    const names = columnNames(entity, custom)
    const further = displayColumns(entity, furtherColumns(entity, names), custom)
    return arrange(
      [...displayColumns(entity, names, custom), ...further.map((one) => ({ ...one, extra: true }))],
      layout,
    )
  }, [entity, custom, layout])
  const columns = useMemo(() => arranged.filter(({ isVisible }) => isVisible), [arranged])
  const savePreference = (name: string, value: object | null, roleIds?: string) => storePreference(name, value, roleIds)
  const reportFailure = (error: unknown): void => {
    toaster.error(failureOf(error).message)
  }
  const saveChanges = async () => {
    if (!active) return
    const { label, id, roleIds } = active
    await savePreference(preferenceKeys.view(screen, id), { label, search: currentSearch, layout }, roleIds ?? '')
    setDraft(null)
  }
  const change = (next: Layout) => {
    if (active) setDraft({ of: active.id, layout: next })
    else
      void savePreference(preferenceKeys.layout(screen), isSame(next, defaultLayout) ? null : next).catch(reportFailure)
  }
  return {
    columns,
    all: arranged,
    layout,
    change,
    isReady: preferences.isLoaded && arePermissionsLoaded,
    reset: () => (active ? setDraft(null) : change(defaultLayout)),
    isChanged: !isSame(layout, active?.layout ?? defaultLayout),
    views: {
      screen,
      all: views,
      active,
      start,
      savePreference,
      current: { search: currentSearch, layout },
      isChanged: active !== undefined && (active.search !== currentSearch || !isSame(layout, active.layout)),
      saveChanges: () => saveChanges().catch(reportFailure),
      show: (view) => {
        setDraft(null)
        show(view)
      },
    },
  }
}

/** Row spacing and column widths of the user's layout, as props of the table. */
export const tableLook = ({ layout, change }: TableSettings) => ({
  density: layout.density,
  setWidth: (name: string, width: number | null) => change(withWidth(layout, name, width)),
})
