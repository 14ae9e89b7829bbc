import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { rules } from '#contract/kit/rules.ts'

/** What can be set from outside; the README lists every one with its default (decisions.md 23). */
export interface Env {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly adminPassword: string | null
  readonly captcha: boolean
  readonly seed: 'demo' | 'none'
  readonly logLevel: string
  readonly trustedProxies: string[]
  readonly sm2PrivateKey: string | null
  readonly webDir: string
}

/** A wrong setting: the start stops with this one sentence. */
export class BadStart extends Error {}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const oneOf = <T extends string>(name: string, value: string | undefined, allowed: readonly T[], initial: T): T => {
  if (value === undefined || value === '') return initial
  if (!(allowed as readonly string[]).includes(value))
    throw new BadStart(`${name} must be one of ${allowed.join(', ')}; it is "${value}".`)
  return value as T
}

const portOf = (value: string | undefined): number => {
  const port = Number(value || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new BadStart(`PORT must be 0 to 65535; it is "${value}".`)
  return port
}

const passwordOf = (value: string | undefined): string | null => {
  if (!value) return null
  const wrong = rules.password(value)
  if (wrong) throw new BadStart(`ADMIN_PASSWORD does not follow the password rule: ${wrong[1]}.`)
  return value
}

const urlOf = (value: string | undefined): string | null => {
  if (!value) return null
  if (!/^postgres(ql)?:\/\//.test(value))
    throw new BadStart('DATABASE_URL must start with postgres:// or postgresql://.')
  return value
}

const keyOf = (value: string | undefined): string | null => {
  if (!value) return null
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new BadStart('SM2_PRIVATE_KEY must be 64 hexadecimal digits.')
  return value.toLowerCase()
}

const isProxy = (one: string): boolean => {
  const [address = '', bits, ...rest] = one.split('/')
  const version = isIP(address)
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return ['loopback', 'linklocal', 'uniquelocal'].includes(one) || (version > 0 && fits && rest.length === 0)
}

const proxiesOf = (value: string | undefined): string[] => {
  const proxies = (value ?? '').split(',').flatMap((one) => one.trim() || [])
  for (const one of proxies)
    if (!isProxy(one)) throw new BadStart(`TRUSTED_PROXIES must be addresses separated by commas; "${one}" is none.`)
  return proxies
}

/** Reads and checks the environment. Throws BadStart with a sentence that names the variable. */
export const readEnv = (from: NodeJS.ProcessEnv = process.env): Env => {
  const databaseUrl = urlOf(from.DATABASE_URL)
  const built = resolve(import.meta.dirname, 'web')
  return {
    port: portOf(from.PORT),
    host: from.HOST || '127.0.0.1',
    dataDir: resolve(from.DATA_DIR || './data'),
    databaseUrl,
    adminPassword: passwordOf(from.ADMIN_PASSWORD),
    captcha: oneOf('CAPTCHA', from.CAPTCHA, ['on', 'off'], 'on') === 'on',
    seed: oneOf('SEED', from.SEED, ['demo', 'none'], databaseUrl ? 'none' : 'demo'),
    logLevel: oneOf('LOG_LEVEL', from.LOG_LEVEL, levels, 'info'),
    trustedProxies: proxiesOf(from.TRUSTED_PROXIES),
    sm2PrivateKey: keyOf(from.SM2_PRIVATE_KEY),
    webDir: existsSync(built) ? built : resolve('dist/web'),
  }
}
