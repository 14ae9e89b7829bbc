import type { Access } from '#contract/kit/call.ts'
import type { Route } from '#server/engine/http.ts'

const wordsOf = (access: Access): string => (typeof access === 'string' ? access : access.perm.join('|'))

/** All routes as text, one a line: method, path and who may call it (public, login, or any of these permission codes). */
export const routeLines = (routes: readonly Route[]): string => {
  const lines = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path} ${wordsOf(endpoint.access)}`)
  return `${lines.sort().join('\n')}\n`
}
