import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { rules } from '#contract/kit/rules.ts'
import { isLoopback, stripBrackets } from '../http/outgoing.ts'

/** The settings of the environment; the README lists each variable with its default. */
export interface Env {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The address of the database itself if `databaseUrl` is that of a pooler: for notifications, migrations and backups. */
  readonly databaseDirectUrl: string | null
  readonly preparedStatements: boolean
  readonly adminPassword: string | null
  readonly captcha: boolean
  /** The login form asks for the tenant of the account. */
  readonly tenantMode: boolean
  /** People with several departments or roles may choose one to work as. */
  readonly switchMode: boolean
  readonly seed: 'demo' | 'none'
  readonly logLevel: string
  readonly trustedProxies: string[]
  readonly sm2PrivateKey: string | null
  /** Fingerprint of the lost or replaced key that the database has recorded (database/server-key.ts). */
  readonly sm2KeyReplaces: string | null
  readonly webDir: string
  /** Fonts for characters of documents that those of the product lack. */
  readonly fontDir: string | null
  /** Public address of this server, without a trailing slash; absolute links are built from it, never from a header. */
  readonly publicUrl: string | null
  readonly site: Site | null
  /** The mail server for messages; null: no e-mail is sent. */
  readonly smtpUrl: string | null
  /** Hosts of the internal network that the server may call, also without TLS. */
  readonly outgoingHosts: string[]
  /** Whether this process plans jobs that are due, and whether it runs them. */
  readonly jobPlanner: boolean
  readonly jobWorker: boolean
  /** A name that jobs can designate this process by. */
  readonly jobWorkerTag: string | null
  /** Seconds that running jobs have to finish when the process is told to stop. */
  readonly jobGraceSeconds: number
  /** Whether modules that administrators have uploaded may be run, and where their files are kept. */
  readonly jobExternal: boolean
  readonly jobContainerDir: string
  /** Whether data models and code can be used, which show the structure of databases. */
  readonly devTools: boolean
  readonly backup: BackupEnv
}

/** Where backups are written, with which key, and how many are kept. */
export interface BackupEnv {
  readonly directory: string
  /** Whether a setting names the directory: with a database of its own, the platform then backs it up. */
  readonly isDirectorySet: boolean
  /** 64 hexadecimal digits, or the file that has them; without both, `backup.key` in the data directory. */
  readonly key: string | null
  readonly keyFile: string | null
  readonly keep: { readonly daily: number; readonly weekly: number; readonly monthly: number }
  readonly bucket: BackupBucket | null
}

/** A bucket of an S3-compatible service that gets a copy of each backup. */
export interface BackupBucket {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

/** The external OpenID Connect provider that people may log in with. */
export interface Site {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  /** Label of its button. */
  readonly name: string | null
}

/** An invalid setting or environment: the start stops and prints this message only. */
export class StartupError extends Error {}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const oneOf = <T extends string>(name: string, value: string | undefined, allowed: readonly T[], initial: T): T => {
  if (value === undefined || value === '') return initial
  if (!(allowed as readonly string[]).includes(value))
    throw new StartupError(`${name} must be one of ${allowed.join(', ')}; it is "${value}".`)
  return value as T
}

const portOf = (value: string | undefined): number => {
  const port = Number(value || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartupError(`PORT must be 0 to 65535; it is "${value}".`)
  return port
}

/** Docker kills a container 10 seconds after SIGTERM unless it is told otherwise; the rest of the stop needs some of them. */
const graceOf = (value: string | undefined): number => {
  const seconds = Number(value || 8)
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 3600)
    throw new StartupError(`JOB_GRACE_SECONDS must be 0 to 3600; it is "${value}".`)
  return seconds
}

/** What keeps a module apart from the system are limits that Linux sets (job/external/sandbox.ts). */
const externalOf = (value: string | undefined): boolean => {
  const isOn = oneOf('JOB_EXTERNAL', value, ['on', 'off'], 'off') === 'on'
  if (isOn && process.platform !== 'linux') throw new StartupError('JOB_EXTERNAL=on needs Linux.')
  return isOn
}

const passwordOf = (value: string | undefined): string | null => {
  if (!value) return null
  const wrong = rules.password(value)
  if (wrong) throw new StartupError(`ADMIN_PASSWORD does not follow the password rule: ${wrong[1]}.`)
  return value
}

const urlOf = (name: string, value: string | undefined): string | null => {
  if (!value) return null
  if (!/^postgres(ql)?:\/\//.test(value))
    throw new StartupError(`${name} must start with postgres:// or postgresql://.`)
  return value
}

const directUrlOf = (value: string | undefined, databaseUrl: string | null): string | null => {
  const url = urlOf('DATABASE_DIRECT_URL', value)
  if (url && !databaseUrl) throw new StartupError('DATABASE_DIRECT_URL has no effect without DATABASE_URL.')
  return url
}

const keyOf = (name: string, value: string | undefined): string | null => {
  if (!value) return null
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new StartupError(`${name} must be 64 hexadecimal digits.`)
  return value.toLowerCase()
}

const fingerprintOf = (value: string | undefined): string | null => {
  if (!value) return null
  if (!/^[0-9a-f]{16}$/i.test(value)) throw new StartupError('SM2_KEY_REPLACES must be 16 hexadecimal digits.')
  return value.toLowerCase()
}

const isProxy = (one: string): boolean => {
  const [address = '', bits, ...extraParts] = one.split('/')
  const version = isIP(address)
  const isValidPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(one) || (version > 0 && isValidPrefix && extraParts.length === 0)
  )
}

const proxiesOf = (value: string | undefined): string[] => {
  const proxies = (value ?? '').split(',').flatMap((one) => one.trim() || [])
  for (const one of proxies)
    if (!isProxy(one))
      throw new StartupError(`TRUSTED_PROXIES must be addresses separated by commas; "${one}" is not an address.`)
  return proxies
}

const tagOf = (value: string | undefined): string | null => {
  if (!value) return null
  if (!/^[\w.-]{1,60}$/.test(value))
    throw new StartupError(`JOB_WORKER_TAG must be 1 to 60 letters, digits, ".", "_" or "-"; it is "${value}".`)
  return value
}

const webAddress = (name: string, value: string): URL => {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new StartupError(`${name} must be an address that starts with https:// or http://; it is "${value}".`)
  return url
}

const publicUrlOf = (value: string | undefined): string | null => {
  if (!value) return null
  const { origin, pathname } = webAddress('PUBLIC_URL', value)
  if (pathname !== '/') throw new StartupError(`PUBLIC_URL must not have a path; it is "${value}".`)
  return origin
}

const fontDirOf = (value: string | undefined): string | null => {
  if (!value) return null
  if (!statSync(value, { throwIfNoEntry: false })?.isDirectory())
    throw new StartupError(`FONT_DIR must be a directory; it is "${value}".`)
  return resolve(value)
}

const smtpUrlOf = (value: string | undefined): string | null => {
  if (!value) return null
  // the address may contain a password, so the message does not repeat it
  if (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol))
    throw new StartupError('SMTP_URL must be an address that starts with smtp:// or smtps://.')
  return value
}

const hostsOf = (value: string | undefined): string[] => {
  const hosts = (value ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || [])
  for (const one of hosts)
    if (!/^[a-z0-9_.-]+$/.test(one) && isIP(one) === 0)
      throw new StartupError(`OUTGOING_HOSTS must be host names separated by commas; "${one}" is not a host name.`)
  return hosts
}

const siteNames = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const

const siteOf = (from: NodeJS.ProcessEnv): Site | null => {
  const [unusedName] = siteNames.filter((name) => from[name])
  if (!from.OIDC_ISSUER && unusedName) throw new StartupError(`${unusedName} has no effect without OIDC_ISSUER.`)
  if (!from.OIDC_ISSUER) return null
  const { protocol, hostname } = webAddress('OIDC_ISSUER', from.OIDC_ISSUER)
  if (protocol === 'http:' && !isLoopback(hostname) && !hostsOf(from.OUTGOING_HOSTS).includes(stripBrackets(hostname)))
    throw new StartupError('OIDC_ISSUER must start with https://, unless its host is named in OUTGOING_HOSTS.')
  if (!from.OIDC_CLIENT_ID) throw new StartupError('OIDC_ISSUER needs OIDC_CLIENT_ID.')
  if (!from.PUBLIC_URL) throw new StartupError('OIDC_ISSUER needs PUBLIC_URL: the site must know where to return to.')
  return {
    issuer: from.OIDC_ISSUER,
    clientId: from.OIDC_CLIENT_ID,
    clientSecret: from.OIDC_CLIENT_SECRET || null,
    name: from.OIDC_NAME?.trim() || null,
  }
}

const keepOf = (value: string | undefined): BackupEnv['keep'] => {
  const numbers = (value || '7,4,6').split(',').map((one) => Number(one.trim() || Number.NaN))
  const [daily = 0, weekly = 0, monthly = 0] = numbers
  if (numbers.length !== 3 || numbers.some((one) => !Number.isInteger(one) || one < 0 || one > 1000) || daily < 1)
    throw new StartupError(
      `BACKUP_KEEP must be three numbers, of daily (at least 1), weekly and monthly backups, such as 7,4,6; it is "${value}".`,
    )
  return { daily, weekly, monthly }
}

const bucketNames = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'] as const

const backupBucketOf = (from: NodeJS.ProcessEnv): BackupBucket | null => {
  const [endpoint = '', bucket = '', accessKey = '', secretKey = ''] = bucketNames.map((name) => from[name])
  const missing = bucketNames.filter((name) => !from[name])
  if (missing.length === bucketNames.length) return null
  if (missing.length) throw new StartupError(`A copy of the backups in S3 also needs ${missing.join(', ')}.`)
  webAddress('BACKUP_S3_ENDPOINT', endpoint)
  return { endpoint, bucket, accessKey, secretKey, region: from.BACKUP_S3_REGION || 'us-east-1' }
}

const backupOf = (from: NodeJS.ProcessEnv, dataDir: string): BackupEnv => ({
  directory: resolve(from.BACKUP_DIR || join(dataDir, 'backups')),
  isDirectorySet: Boolean(from.BACKUP_DIR),
  key: keyOf('BACKUP_KEY', from.BACKUP_KEY),
  keyFile: from.BACKUP_KEY_FILE ? resolve(from.BACKUP_KEY_FILE) : null,
  keep: keepOf(from.BACKUP_KEEP),
  bucket: backupBucketOf(from),
})

/** Reads and checks the environment. Throws StartupError with a message that names the variable. */
export const readEnv = (from: NodeJS.ProcessEnv = process.env): Env => {
  const databaseUrl = urlOf('DATABASE_URL', from.DATABASE_URL)
  const databaseDirectUrl = directUrlOf(from.DATABASE_DIRECT_URL, databaseUrl)
  const built = resolve(import.meta.dirname, 'web')
  const dataDir = resolve(from.DATA_DIR || './data')
  return {
    port: portOf(from.PORT),
    host: from.HOST || '127.0.0.1',
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    preparedStatements:
      oneOf('PREPARED_STATEMENTS', from.PREPARED_STATEMENTS, ['on', 'off'], databaseDirectUrl ? 'off' : 'on') === 'on',
    adminPassword: passwordOf(from.ADMIN_PASSWORD),
    captcha: oneOf('CAPTCHA', from.CAPTCHA, ['on', 'off'], 'on') === 'on',
    tenantMode: oneOf('TENANT_MODE', from.TENANT_MODE, ['on', 'off'], 'off') === 'on',
    switchMode: oneOf('SWITCH_MODE', from.SWITCH_MODE, ['on', 'off'], 'off') === 'on',
    seed: oneOf('SEED', from.SEED, ['demo', 'none'], databaseUrl ? 'none' : 'demo'),
    logLevel: oneOf('LOG_LEVEL', from.LOG_LEVEL, levels, 'info'),
    trustedProxies: proxiesOf(from.TRUSTED_PROXIES),
    sm2PrivateKey: keyOf('SM2_PRIVATE_KEY', from.SM2_PRIVATE_KEY),
    sm2KeyReplaces: fingerprintOf(from.SM2_KEY_REPLACES),
    webDir: existsSync(built) ? built : resolve('dist/web'),
    fontDir: fontDirOf(from.FONT_DIR),
    publicUrl: publicUrlOf(from.PUBLIC_URL),
    smtpUrl: smtpUrlOf(from.SMTP_URL),
    site: siteOf(from),
    outgoingHosts: hostsOf(from.OUTGOING_HOSTS),
    jobPlanner: oneOf('JOB_PLANNER', from.JOB_PLANNER, ['on', 'off'], 'on') === 'on',
    jobWorker: oneOf('JOB_WORKER', from.JOB_WORKER, ['on', 'off'], 'on') === 'on',
    jobWorkerTag: tagOf(from.JOB_WORKER_TAG),
    jobGraceSeconds: graceOf(from.JOB_GRACE_SECONDS),
    jobExternal: externalOf(from.JOB_EXTERNAL),
    jobContainerDir: resolve(from.JOB_CONTAINER_DIR || join(dataDir, 'job-containers')),
    devTools: oneOf('DEV_TOOLS', from.DEV_TOOLS, ['on', 'off'], 'off') === 'on',
    backup: backupOf(from, dataDir),
  }
}
