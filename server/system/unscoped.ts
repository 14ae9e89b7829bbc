import type { Ctx } from '../engine/context.ts'

/** The same caller with no data scopes, for what a call shows him whatever they are: himself, what is announced to all. */
export const unscoped = <C extends Pick<Ctx, 'actor'>>(ctx: C): C => ({
  ...ctx,
  actor: { ...ctx.actor, rights: { ...ctx.actor.rights, scopes: new Map() } },
})
