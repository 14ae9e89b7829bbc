import { createHash } from 'node:crypto'
import { client } from '#contract/system/client.ts'
import { type Handlers, need } from '../engine/context.ts'
import { change, insert } from '../engine/crud.ts'

/** Secrets of clients are long and random: SHA-256 keeps them. */
const hidden = (secret: string | null | undefined) =>
  secret ? createHash('sha256').update(secret).digest('hex') : null

export const clientHandlers: Handlers<'client'> = {
  submit: (ctx, input) => {
    need(ctx, input.id ? 'client_edit' : 'client_add')
    const row = { ...input, clientSecret: hidden(input.clientSecret) }
    return input.id ? change(ctx, client, input.id, row) : insert(ctx, client, row)
  },
}
