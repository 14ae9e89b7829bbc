import type { Area } from '#contract/kit/entity.ts'
import { kebab, snake } from '#contract/kit/text.ts'
import { screens } from '#contract/plain-screens.ts'
import { outlines } from '../entities/outlines.ts'

interface ScreenRef {
  readonly area: Area
  readonly name: string
}

/** Console path of an entity's list, or of a screen without an entity. */
export const screenPathOf = ({ area, name }: ScreenRef): string => `/${area}/${kebab(name)}`

const byCode = new Map([
  ...screens.map((screen) => [snake(screen.name), screenPathOf(screen)] as const),
  ...outlines.map((entity) => [entity.code, screenPathOf(entity)] as const),
])

/** Console path of a menu's screen, by the menu's code: the menu's own path is that of the family's clients. */
export const screenPathOfMenu = (code: string): string | undefined => byCode.get(code)

/** Console path for a path of the family's clients. */
export const screenPathForAddress = (path: string): string | undefined => {
  const found = [...outlines, ...screens].find(({ screen }) => screen === path)
  return found && screenPathOf(found)
}
