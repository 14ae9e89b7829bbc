import { auth } from '#contract/auth.ts'
import { hasLeadingZeros, proofText } from '#contract/proof-of-work.ts'
import { ask } from './caller.ts'

/** Tries between two pauses in which the page can react: some thirty milliseconds. */
const attemptsPerPause = 4000
const pause = () => new Promise((done) => setTimeout(done))

/**
 * What stands in for the answer to a captcha where nobody can read its picture: a number whose search takes a browser some seconds
 * (docs/decisions/0047). The page stays usable meanwhile.
 */
export const solveProofOfWork = async (): Promise<{ readonly key: string; readonly code: string }> => {
  const [{ sm3 }, { key, bits }] = await Promise.all([import('sm-crypto-v2'), ask(auth.captchaWork)])
  for (let n = 0; ; n++) {
    const code = n.toString(36)
    if (hasLeadingZeros(sm3(proofText(key, code)), bits)) return { key, code }
    if (n % attemptsPerPause === attemptsPerPause - 1) await pause()
  }
}
