import type { Access } from '#contract/kit/call.ts'
import type { Route } from '#server/engine/context.ts'

const accessText = (access: Access): string =>
  typeof access === 'string' ? access : `${access.perm.join('|')}${access.staff ? ' staff' : ''}`

/** All routes as text, one per line: method, path and access (public, login, or any of these permission codes; `staff`: no declarants). */
export const routeLines = (routes: readonly Route[]): string => {
  const lines = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path} ${accessText(endpoint.access)}`)
  return `${lines.sort().join('\n')}\n`
}
