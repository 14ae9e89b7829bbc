import type { Rights } from './context.ts'

/** Whether the path of a scope matches this path: it is equal, or ends in `/**` and this path starts with the rest. */
export const matchesPath = (scopePath: string, path: string): boolean =>
  scopePath.endsWith('/**') ? path.startsWith(scopePath.slice(0, -2)) : scopePath === path

/**
 * Whether API scopes deny these rights a path: some scope names it, but no role of the caller has such a scope. Pass the path
 * that the route declares, never the one from the request.
 */
export const isDeniedByApiScope = ({ administrator, addresses }: Rights, path: string): boolean =>
  !administrator &&
  addresses.guarded.some((scope) => matchesPath(scope, path)) &&
  !addresses.granted.some((scope) => matchesPath(scope, path))
