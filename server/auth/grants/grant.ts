import type { FlatResult, Tokens, UnregisteredUser } from '#contract/auth.ts'
import type { Ctx } from '../../engine/context.ts'
import type { ClientRow } from '../clients.ts'

/** A grant: takes the input of the token endpoint; returns tokens or, if no session opens, an unregistered user or a message. */
export type Grant = (
  ctx: Ctx,
  client: ClientRow,
  input: Readonly<Record<string, unknown>>,
) => Promise<Tokens | UnregisteredUser | FlatResult>
