import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Fail } from '#contract/kit/fail.ts'
import { fold } from '#contract/kit/fold.ts'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { isCommonPassword } from './common-password.ts'

/** argon2id, 19 MiB, two passes: about 10 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxConcurrent = 2
const maxWaiting = 32
let running = 0
const waiting: (() => void)[] = []

/** Limits the number of concurrent hashes, since each occupies a core; throws 503 when too many requests wait. */
const withHashSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting)
      throw new Fail(['登录人数过多，请稍后重试', 'Too many logins; please try again shortly'], 503)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export const hashPassword = (plain: string): Promise<string> => withHashSlot(() => hash(plain, cost))

let dummy: Promise<string> | undefined
/** Whether the password has this hash. Takes the same time if there is no account, and so no hash. */
export const isPassword = async (storedHash: string | undefined, plain: string): Promise<boolean> => {
  dummy ??= hash('no such account', cost)
  const comparedHash = storedHash ?? (await dummy)
  const isSame = await withHashSlot(() => verify(comparedHash, plain))
  return isSame && storedHash !== undefined
}

/** The owner of a new password, which must not contain these names. */
export interface Owner {
  readonly account: string
  readonly unitName?: string | null
}

const containsName: Text = [
  '密码包含账号或单位名称，请更换',
  'The password contains the account name or the name of the organisation; please choose another',
]
const tooCommon: Text = ['密码过于常见，请更换', 'The password is too common; please choose another']

/** Rejects a new password that breaks the rules (specification, section 5), contains a name of its owner or is easy to guess. */
export const checkNewPassword = (plain: string, { account, unitName }: Owner, at = 'password'): void => {
  const isTooCommon = isCommonPassword(plain)
  const hasName =
    plain.toLowerCase().includes(fold(account)) ||
    (!isTooCommon && isCommonPassword(plain, [account, ...(unitName ? [unitName] : [])]))
  const wrong = rules.password(plain) ?? (hasName ? containsName : isTooCommon ? tooCommon : null)
  if (wrong) throw new Fail(wrong, 400, { faults: [{ at, text: wrong }] })
}

const upperLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const lowerLetters = 'abcdefghijkmnpqrstuvwxyz'
const pick = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)]).join('')

/** One random password; by chance it may break the rules or be easy to guess. */
const drawPassword = (): string =>
  `${pick(upperLetters, 2)}-${pick(lowerLetters, 5)}-${pick('23456789', 3)}${pick(upperLetters, 2)}${pick(lowerLetters, 3)}`

/** A random initial password that meets the rules and can be read aloud, such as KA-wmqtr-732RBxyz: about 64 bits. */
export const generatePassword = (draw = drawPassword): string => {
  for (;;) {
    const password = draw()
    if (!rules.password(password) && !isCommonPassword(password)) return password
  }
}
