import { Fail } from '#contract/kit/fail.ts'
import { partsOf } from '#contract/nonce.ts'

import { isFresh } from '../base/crypto/cipher-nonce.ts'
import { decryptOnce, looksLikeCipher } from '../base/crypto/sm2.ts'
import { networkOf } from '../base/http/client-network.ts'
import { perApp } from './cache.ts'
import type { App } from './context.ts'

/** Ciphertexts one network may send in a minute that cannot be decrypted: key guessing needs hundreds. */
const maxFailures = 20
const minute = 60_000
const maxNetworks = 10_000

interface FailureCounter {
  count: number
  readonly until: number
}
const failureCounters = perApp(() => new Map<string, FailureCounter>())

/** What is needed of a request: the server, and the address of the sender. */
interface Sender {
  readonly app: App
  readonly request: { readonly address: string }
}

const countFailure = (ctx: Sender): void => {
  const counters = failureCounters(ctx.app)
  if (counters.size >= maxNetworks) counters.clear()
  const network = networkOf(ctx.request.address)
  const counter = counters.get(network)
  const now = Date.now()
  if (counter && counter.until > now) counter.count++
  else counters.set(network, { count: 1, until: now + minute })
}

const isBanned = (ctx: Sender): boolean => {
  const counter = failureCounters(ctx.app).get(networkOf(ctx.request.address))
  return counter !== undefined && counter.until > Date.now() && counter.count >= maxFailures
}

const tooOld = () =>
  new Fail(['密码提交超时，请重新提交', 'The password was submitted too late. Please submit it again.'])

/**
 * Decrypts what the browser encrypted with the server's SM2 key (docs/decisions/0047); empty if it is not a valid
 * ciphertext. Throws 429 for a network that sends too many invalid ones, and a `Fail` if the nonce is too old.
 */
export const decryptSecret = (ctx: Sender, cipher: unknown): string => {
  if (!looksLikeCipher(cipher)) return ''
  if (isBanned(ctx))
    throw new Fail(
      ['无法解密的请求过多，请稍后再试', 'Too many requests that cannot be decrypted; please try again later'],
      429,
    )
  const plaintext = decryptOnce(ctx.request, cipher, ctx.app.secrets.sm2)?.plain ?? ''
  if (!plaintext) countFailure(ctx)
  const { nonce, plain } = partsOf(plaintext)
  if (nonce !== null && !isFresh(ctx.app.secrets, nonce)) throw tooOld()
  return plain
}
