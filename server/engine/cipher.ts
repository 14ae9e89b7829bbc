import { Fail } from '#contract/kit/fail.ts'
import { partsOf } from '#contract/nonce.ts'

import { isFresh } from '../base/cipher-nonce.ts'

import { networkOf } from '../base/network.ts'
import { decryptToText, looksLikeCipher } from '../base/sm2.ts'
import type { App } from './context.ts'

/** Ciphers that do not open, from one address in a minute: a key is guessed by hundreds of them (security rule 36). */
const mostBroken = 20
const minute = 60_000
const mostAddresses = 10_000

interface Broken {
  count: number
  readonly until: number
}
const broken = new WeakMap<App, Map<string, Broken>>()

/** Who sends it, and the server it is sent to: what is needed of a request. */
interface Sender {
  readonly app: App
  readonly request: { readonly address: string }
}

const countBroken = (ctx: Sender): void => {
  const all = broken.get(ctx.app) ?? new Map<string, Broken>()
  broken.set(ctx.app, all)
  if (all.size >= mostAddresses) all.clear()
  const network = networkOf(ctx.request.address)
  const known = all.get(network)
  const now = Date.now()
  if (known && known.until > now) known.count++
  else all.set(network, { count: 1, until: now + minute })
}

const isBanned = (ctx: Sender): boolean => {
  const known = broken.get(ctx.app)?.get(networkOf(ctx.request.address))
  return known !== undefined && known.until > Date.now() && known.count >= mostBroken
}

const tooOld = () =>
  new Fail(['密码提交超时，请重新提交', 'The password was submitted too late. Please submit it again.'])

/**
 * What a person typed and his browser encrypted with the server's SM2 key (decisions.md 10); empty when it is no cipher of
 * ours. Refuses with 429 who sends too many that do not open.
 */
export const openSecret = (ctx: Sender, given: unknown): string => {
  if (!looksLikeCipher(given)) return ''
  if (isBanned(ctx))
    throw new Fail(
      ['无法解密的请求过多，请稍后再试', 'Too many requests that cannot be decrypted; please try again later'],
      429,
    )
  const opened = decryptToText(given, ctx.app.secrets.sm2)
  if (!opened) countBroken(ctx)
  const { nonce, plain } = partsOf(opened)
  if (nonce !== null && !isFresh(ctx.app.secrets, nonce)) throw tooOld()
  return plain
}
