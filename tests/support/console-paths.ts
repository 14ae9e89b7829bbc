import { areas, entities } from '#contract/index.ts'
import { kebab } from '#contract/kit/text.ts'

const screens = Object.values(entities)
  .filter(({ area }) => area in areas)
  .map(({ area, name }) => `/${area}/${kebab(name)}`)

const otherPaths = [
  '/wel/index',
  '/wel/dashboard',
  '/test/index',
  '/dict-horizontal/index',
  '/dict-vertical/index',
  '/system/permission-lens',
  '/myiframe/urlPath?src=%2FprojectList%2Fpolicy',
  '/myiframe/urlPath',
  '/work/process/leave/form/1',
  '/work/process/recommend/form/1',
  '/work/process/xmsb/detail/1/2',
  '/system/nothing',
]

/** The addresses of the console: the screen of each entity, the other pages, and an address that does not exist. */
export const consolePaths: readonly string[] = [...screens, ...otherPaths]
