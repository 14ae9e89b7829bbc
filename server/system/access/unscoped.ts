import type { Ctx } from '../../engine/context.ts'

/** The same caller without data scopes, for calls that ignore them: the caller's own account, announcements to everybody. */
export const unscoped = <C extends Pick<Ctx, 'actor'>>(ctx: C): C => ({
  ...ctx,
  actor: { ...ctx.actor, rights: { ...ctx.actor.rights, scopes: new Map() } },
})
