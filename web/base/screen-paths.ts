import { entities, screens } from '#contract/index.ts'
import type { AnyEntity, Area } from '#contract/kit/entity.ts'
import { kebab, snake } from '#contract/kit/text.ts'

interface ScreenRef {
  readonly area: Area
  readonly name: string
}

/** Where the console shows an entity's own list, or a screen of none. */
export const screenPathOf = ({ area, name }: ScreenRef): string => `/${area}/${kebab(name)}`

const all = Object.values(entities) as AnyEntity[]
const byCode = new Map([
  ...screens.map((screen) => [snake(screen.name), screenPathOf(screen)] as const),
  ...all.map((entity) => [entity.code, screenPathOf(entity)] as const),
])

/** Where the console has the screen of a menu: the menu's code tells it, its path is that of the family's clients. */
export const screenPathOfMenu = (code: string): string | undefined => byCode.get(code)

/** Where the console has what clients of the family show at this address. */
export const screenPathForAddress = (path: string): string | undefined => {
  const entity = all.find(({ screen }) => screen === path)
  return entity && screenPathOf(entity)
}
