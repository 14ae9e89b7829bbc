import type { Rights } from './context.ts'

/** Whether a scope's address means this one: it is the same, or begins with what stands before `/**`. */
export const covers = (scopePath: string, path: string): boolean =>
  scopePath.endsWith('/**') ? path.startsWith(scopePath.slice(0, -2)) : scopePath === path

/**
 * Whether an API scope keeps these rights from an address: one that some scope names and no role of the caller's holds. The
 * address is the one its route declares, never what stood in the request.
 */
export const closedTo = ({ administrator, addresses }: Rights, path: string): boolean =>
  !administrator &&
  addresses.guarded.some((scope) => covers(scope, path)) &&
  !addresses.granted.some((scope) => covers(scope, path))
