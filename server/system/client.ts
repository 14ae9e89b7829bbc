import { createHash } from 'node:crypto'
import { faulty } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { client } from '#contract/system/client.ts'
import { isReturn, returnsIn } from '../auth/clients.ts'
import { type Handlers, need } from '../engine/context.ts'
import { change, insert } from '../engine/crud.ts'

/** Secrets of clients are long and random: SHA-256 keeps them. */
const hidden = (secret: string | null | undefined) =>
  secret ? createHash('sha256').update(secret).digest('hex') : null

const checkReturns = (registered: string | null | undefined): void => {
  const wrong = returnsIn(registered).find((one) => !isReturn(one))
  if (wrong === undefined) return
  const said = [
    '回调地址“{0}”应以 https:// 或 http:// 开头，且不含 #',
    'The redirect address "{0}" has to start with https:// or http:// and hold no #',
  ] as const
  throw faulty([{ at: 'webServerRedirectUri', text: fill(said, wrong) }])
}

export const clientHandlers: Handlers<'client'> = {
  submit: (ctx, input) => {
    need(ctx, input.id ? 'client_edit' : 'client_add')
    checkReturns(input.webServerRedirectUri)
    const row = { ...input, clientSecret: hidden(input.clientSecret) }
    return input.id ? change(ctx, client, input.id, row) : insert(ctx, client, row)
  },
}
