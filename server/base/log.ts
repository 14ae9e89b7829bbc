import { pino } from 'pino'

export type Log = pino.Logger

const secrets = new Set([
  ...['password', 'password2', 'oldpassword', 'newpassword', 'newpassword1', 'initialpassword'],
  ...['token', 'access_token', 'refresh_token', 'clientsecret', 'secret', 'captcha-code'],
  ...['authorization', 'blade-auth', 'cookie', 'set-cookie'],
])
const personal = new Set(['phone', 'email', 'contactphone'])
const addresses = new Set(['url', 'originalurl', 'referer'])

/** Whether a value of this name is for the eyes of one person only. */
export const isSecret = (name: string): boolean => secrets.has(name.toLowerCase())

const hidden = (name: string): boolean => isSecret(name) || personal.has(name.toLowerCase())

/** The family's clients send passwords in the query: of an address the path is kept. */
const pathOf = (name: string, value: unknown): unknown =>
  typeof value === 'string' && addresses.has(name.toLowerCase()) ? value.split('?', 1)[0] : value

/** The same line with the values of secret names struck out, three levels deep; copied only where there is one. */
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

/** The process's log: one JSON line an event on standard output; secrets never reach it. */
export const makeLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // pino's own redaction costs three times the line
    formatters: { log: (line) => withoutSecrets(line) },
  })
