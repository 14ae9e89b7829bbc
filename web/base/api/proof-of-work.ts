import { auth } from '#contract/auth.ts'
import { hasLeadingZeros, proofText } from '#contract/proof-of-work.ts'
import { ask } from './caller.ts'

/** Attempts between pauses that let the page react: about 30 ms. */
const attemptsPerPause = 4000
const pause = () => new Promise((done) => setTimeout(done))

/**
 * Replaces the answer to a captcha for people who cannot read its picture: finds a number by a search that takes a browser some
 * seconds (docs/decisions/0047). The page stays usable meanwhile.
 */
export const solveProofOfWork = async (): Promise<{ readonly key: string; readonly code: string }> => {
  const [{ sm3 }, { key, bits }] = await Promise.all([import('sm-crypto-v2'), ask(auth.captchaWork)])
  for (let n = 0; ; n++) {
    const code = n.toString(36)
    if (hasLeadingZeros(sm3(proofText(key, code)), bits)) return { key, code }
    if (n % attemptsPerPause === attemptsPerPause - 1) await pause()
  }
}
