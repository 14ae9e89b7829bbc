import { pino } from 'pino'
import { remembered } from './remembered.ts'

export type Log = pino.Logger

const secrets = new Set([
  ...['password', 'password2', 'oldpassword', 'newpassword', 'newpassword1', 'initialpassword'],
  ...['token', 'access_token', 'refresh_token', 'clientsecret', 'secret', 'captcha-code'],
  ...['authorization', 'blade-auth', 'cookie', 'set-cookie'],
])
const personal = new Set(['phone', 'email', 'contactphone'])
const addresses = new Set(['url', 'originalurl', 'referer'])

/** Whether a value of this name is a secret, such as a password or token. */
export const isSecret = (name: string): boolean => secrets.has(name.toLowerCase())

const isHidden = remembered((name) => isSecret(name) || personal.has(name.toLowerCase()))
const isAddress = remembered((name) => addresses.has(name.toLowerCase()))

/** Logs only the path of an address, because clients of the family send passwords in the query. */
const pathOf = (name: string, value: unknown): unknown =>
  typeof value === 'string' && isAddress(name) ? value.split('?', 1)[0] : value

/** The same line with secret and personal values masked, three levels deep; copies only what changes. */
const withoutSecrets = (line: Record<string, unknown>, depth = 3): Record<string, unknown> => {
  let clean = line
  for (const [name, value] of Object.entries(line)) {
    const isNested = depth > 1 && typeof value === 'object' && value !== null && !(value instanceof Error)
    const loggedValue = isHidden(name)
      ? '***'
      : isNested
        ? withoutSecrets(value as Record<string, unknown>, depth - 1)
        : pathOf(name, value)
    if (loggedValue !== value) clean = { ...clean, [name]: loggedValue }
  }
  return clean
}

/** Bytes and milliseconds after which lines are written. */
const [batchSize, batchMs] = [8 * 1024, 200]

const openOutput = () => {
  // a write that is left to another thread is lost if the process ends before it begins
  const output = pino.destination({ dest: 1, sync: true, minLength: batchSize, periodicFlush: batchMs })
  process.once('exit', () => output.flushSync())
  return output
}
let output: ReturnType<typeof openOutput> | null = null

/**
 * The log of the process: one JSON line per event on standard output, without secrets. Lines are written together, at the latest after
 * 200 ms: one write for each request was the dearest part of a small answer. The rest is written when the process ends by itself or by
 * `process.exit`, also after an error.
 */
export const makeLog = (level: string): Log => {
  output ??= openOutput()
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino's own redaction triples the cost of a line
      formatters: { log: (line) => withoutSecrets(line) },
    },
    output,
  )
}
