import type { Text } from '#contract/kit/text.ts'
import type { Ctx, Route, UserCtx } from '../../engine/context.ts'
import { guard } from '../../engine/gates.ts'

/** A call on rows that may run in the background. */
export interface CallOnRows {
  /** Titles of those of these rows that the caller sees. */
  readonly titles: (ctx: UserCtx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Throws if the caller may not make such a call of any row, besides the access of the call. */
  readonly assertMay?: (ctx: Ctx, input: Readonly<Record<string, unknown>>) => void
}

declare module '../../engine/context.ts' {
  interface App {
    /** The calls on rows that may run in the background, by name: `declaration.handleMany`. */
    readonly callsOnRows: Readonly<Record<string, CallOnRows>>
  }
}

/** What the job of an act keeps besides its rows. */
export interface ActInput {
  /** The name of the call that handles each row. */
  readonly call: string
  /** Its input, without the rows. */
  readonly input: Readonly<Record<string, unknown>>
  readonly label: Text
}

/** The call of an act. Throws unless the caller may make it now. */
export const callOf = (ctx: Ctx, { call, input }: Pick<ActInput, 'call' | 'input'>) => {
  const route: Route | undefined = ctx.app.routes.find(({ name }) => name === call)
  const onRows = ctx.app.callsOnRows[call]
  if (!route || !onRows) throw new Error(`${call} cannot run in the background.`)
  guard(ctx.actor, route)
  onRows.assertMay?.(ctx, input)
  return { route, onRows }
}
