import type { Rights } from './context.ts'

/** Whether a scope's address means this one: it is the same, or begins with what stands before `/**`. */
export const matchesPath = (scopePath: string, path: string): boolean =>
  scopePath.endsWith('/**') ? path.startsWith(scopePath.slice(0, -2)) : scopePath === path

/**
 * Whether an API scope keeps these rights from an address: one that some scope names and no role of the caller's holds. The
 * address is the one its route declares, never what stood in the request.
 */
export const isDeniedByApiScope = ({ administrator, addresses }: Rights, path: string): boolean =>
  !administrator &&
  addresses.guarded.some((scope) => matchesPath(scope, path)) &&
  !addresses.granted.some((scope) => matchesPath(scope, path))
