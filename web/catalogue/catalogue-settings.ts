import { createContext, useContext } from 'react'
import type { Lang } from '#contract/kit/text.ts'
import { type Density, densities } from '#web/admin/table/layout.ts'
import { defaultTheme, isTheme, type ThemeId } from '#web/ui/design-tokens.ts'

/** What the address of the catalogue says. */
export interface CatalogueSettings {
  readonly theme: ThemeId
  readonly density: Density
  readonly lang: Lang
  /** Name of the group to show; null: all groups. */
  readonly group: string | null
  /** Name of the sample that is open, such as a dialog. */
  readonly open: string | null
}

const defaults: CatalogueSettings = { theme: defaultTheme, density: 'middle', lang: 'zh', group: null, open: null }

export const readSettings = (search: URLSearchParams): CatalogueSettings => {
  const theme = search.get('theme')
  return {
    theme: isTheme(theme) ? theme : defaults.theme,
    density: densities.find((one) => one === search.get('density')) ?? defaults.density,
    lang: search.get('lang') === 'en' ? 'en' : 'zh',
    group: search.get('group') || null,
    open: search.get('open') || null,
  }
}

/** The address of the catalogue with these settings. */
export const searchOf = (settings: CatalogueSettings): string => {
  const present = Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  return `?${new URLSearchParams(Object.fromEntries(present))}`
}

const SettingsContext = createContext(defaults)
export const SettingsProvider = SettingsContext.Provider
export const useSettings = (): CatalogueSettings => useContext(SettingsContext)
