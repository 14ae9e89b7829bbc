import type { FlatResult, Tokens, UnregisteredUser } from '#contract/auth.ts'
import type { Ctx } from '../../engine/context.ts'
import type { ClientRow } from '../clients.ts'

/** One way to a session: takes what the token endpoint was given, answers tokens or, where none are due yet, words. */
export type Grant = (
  ctx: Ctx,
  client: ClientRow,
  input: Readonly<Record<string, unknown>>,
) => Promise<Tokens | UnregisteredUser | FlatResult>
