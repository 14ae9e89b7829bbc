import { pino } from 'pino'

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

const hidden = (name: string): boolean => isSecret(name) || personal.has(name.toLowerCase())

/** Logs only the path of an address, because clients of the family send passwords in the query. */
const pathOf = (name: string, value: unknown): unknown =>
  typeof value === 'string' && addresses.has(name.toLowerCase()) ? value.split('?', 1)[0] : value

/** The same line with secret and personal values masked, three levels deep; copies only what changes. */
const withoutSecrets = (line: Record<string, unknown>, depth = 3): Record<string, unknown> => {
  let clean = line
  for (const [name, value] of Object.entries(line)) {
    const isNested = depth > 1 && typeof value === 'object' && value !== null && !(value instanceof Error)
    const loggedValue = hidden(name)
      ? '***'
      : isNested
        ? withoutSecrets(value as Record<string, unknown>, depth - 1)
        : pathOf(name, value)
    if (loggedValue !== value) clean = { ...clean, [name]: loggedValue }
  }
  return clean
}

/** The log of the process: one JSON line per event on standard output, without secrets. */
export const makeLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // pino's own redaction triples the cost of a line
    formatters: { log: (line) => withoutSecrets(line) },
  })
