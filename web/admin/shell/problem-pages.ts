import { Loading } from '#web/base/page/page.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** Pages that few people see: loaded when the first one is opened. */
const load = () => import('./problem-page.tsx')

export const NoPermission = lazyComponent(async () => (await load()).NoPermission, Loading)
export const NotFound = lazyComponent(async () => (await load()).NotFound, Loading)
export const ServerProblem = lazyComponent(async () => (await load()).ServerProblem, Loading)
