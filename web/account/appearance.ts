import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '#web/base/api/local.ts'
import { isColour } from '#web/ui/colour.ts'
import { defaultColour, defaultTheme, isTheme, type Look, lookOf, type ThemeId } from '#web/ui/design-tokens.ts'

/** The theme and the colour chosen in this browser (specification 000, sections 2 and 9). */
export interface Appearance {
  readonly theme: ThemeId
  readonly colour: string
}

const read = (): Appearance => {
  const [theme, colour] = [readLocal('themeName'), readLocal('colorName')]
  return {
    theme: isTheme(theme) ? theme : defaultTheme,
    colour: isColour(colour) ? colour.toLowerCase() : defaultColour,
  }
}

let currentAppearance = read()
const listeners = new Set<() => void>()
const notifyListeners = () => {
  currentAppearance = read()
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// another window changed them; a null key means that the whole storage was cleared
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === 'saber-themeName' || key === 'saber-colorName') notifyListeners()
})

export const chooseTheme = (theme: ThemeId): void => {
  writeLocal('themeName', theme)
  notifyListeners()
}
export const chooseColour = (colour: string): void => {
  writeLocal('colorName', colour)
  notifyListeners()
}

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, () => currentAppearance)

/** A look as CSS custom properties. */
export const propertiesOf = (look: Look): Record<`--${string}`, string> =>
  Object.fromEntries(Object.entries(look).map(([name, value]) => [`--${name}`, value]))

/** Applies a look to the whole page while the component is mounted; the body carries the theme's name. */
export const useLook = ({ theme, colour }: Appearance): void => {
  const look = useMemo(() => lookOf(theme, colour), [theme, colour])
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const properties = Object.entries(propertiesOf(look))
    for (const [name, value] of properties) style.setProperty(name, value)
    document.body.classList.add(theme)
    return () => {
      for (const [name] of properties) style.removeProperty(name)
      document.body.classList.remove(theme)
    }
  }, [look, theme])
}

/** Applies the selected look to the whole page while a frame with a user is mounted. */
export const useApplyLook = (): void => useLook(useAppearance())
