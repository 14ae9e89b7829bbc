import { areas, entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'

/** The screens of entities, by address. */
export const screens: ReadonlyMap<string, AnyEntity> = new Map(
  (Object.values(entities) as AnyEntity[])
    .filter(({ area, hasMenu }) => area in areas && hasMenu !== false)
    .map((entity) => [`/${entity.area}/${kebab(entity.name)}`, entity]),
)

/** The other pages, and an address that does not exist. */
export const otherPaths: readonly string[] = [
  '/wel/index',
  '/wel/dashboard',
  '/test/index',
  '/dict-horizontal/index',
  '/dict-vertical/index',
  '/inbox/messages',
  '/system/permission-lens',
  '/myiframe/urlPath?src=%2FprojectList%2Fpolicy',
  '/myiframe/urlPath',
  '/work/process/leave/form/1',
  '/work/process/leave/detail/1/2',
  '/work/process/general/form/1',
  '/work/process/general/detail/1/2',
  '/work/process/recommend/form/1',
  '/system/nothing',
]

/** The addresses of the console: the screen of each entity, the other pages, and an address that does not exist. */
export const consolePaths: readonly string[] = [...screens.keys(), ...otherPaths]
