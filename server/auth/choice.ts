import type { Ctx } from '../engine/context.ts'

/** The department and the role somebody with several has chosen to work as, while switch mode is on; null: all he holds. */
export interface Choice {
  readonly dept: string | null
  readonly role: string | null
}

const idIn = (header: unknown): string | null =>
  typeof header === 'string' && /^\d{1,19}$/.test(header) ? header : null

/** The choice in the headers Dept-Id and Role-Id (wire-and-fields.md 1.7); outside of switch mode there is none. */
export const choiceOf = (ctx: Ctx): Choice => {
  if (!ctx.app.env.switchMode) return { dept: null, role: null }
  const { headers } = ctx.request
  return { dept: idIn(headers['dept-id']), role: idIn(headers['role-id']) }
}

/** What of these is worked as: the chosen one while it is still held, else all. */
export const held = (all: readonly string[] | null, chosen: string | null): readonly string[] =>
  chosen && all?.includes(chosen) ? [chosen] : (all ?? [])
