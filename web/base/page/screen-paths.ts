import { entities, screens } from '#contract/index.ts'
import type { AnyEntity, Area } from '#contract/kit/entity.ts'
import { kebab, snake } from '#contract/kit/text.ts'

interface ScreenRef {
  readonly area: Area
  readonly name: string
}

/** Console path of an entity's list, or of a screen without an entity. */
export const screenPathOf = ({ area, name }: ScreenRef): string => `/${area}/${kebab(name)}`

const all = Object.values(entities) as AnyEntity[]
const byCode = new Map([
  ...screens.map((screen) => [snake(screen.name), screenPathOf(screen)] as const),
  ...all.map((entity) => [entity.code, screenPathOf(entity)] as const),
])

/** Console path of a menu's screen, by the menu's code: the menu's own path is that of the family's clients. */
export const screenPathOfMenu = (code: string): string | undefined => byCode.get(code)

/** Console path for a path of the family's clients. */
export const screenPathForAddress = (path: string): string | undefined => {
  const found = [...all, ...screens].find(({ screen }) => screen === path)
  return found && screenPathOf(found)
}
