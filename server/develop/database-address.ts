import type { drivers } from '#contract/develop/datasource.ts'
import { type Fail, faulty } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'

/** Where an external database is, from the address of its data source. */
export interface DatabaseAddress {
  readonly dialect: 'postgresql' | 'mysql'
  readonly host: string
  readonly port: number
  readonly database: string
  /** Of PostgreSQL; null: that of the search path. */
  readonly schema: string | null
  readonly isEncrypted: boolean
}

type Driver = keyof typeof drivers

const dialects: Partial<Record<Driver, { readonly dialect: DatabaseAddress['dialect']; readonly port: number }>> = {
  'org.postgresql.Driver': { dialect: 'postgresql', port: 5432 },
  'com.mysql.cj.jdbc.Driver': { dialect: 'mysql', port: 3306 },
}

/** Parameters of which the value counts. */
const tlsParameters = ['sslmode', 'ssl', 'useSSL', 'requireSSL', 'sslMode']
/** Parameters that clients of the family write as a matter of course; the platform always does what they ask for. */
const plainParameters = [
  ...['useUnicode', 'characterEncoding', 'serverTimezone', 'zeroDateTimeBehavior', 'transformedBitIsBoolean'],
  ...['tinyInt1isBit', 'nullCatalogMeansCurrent', 'allowPublicKeyRetrieval', 'ApplicationName', 'connectTimeout'],
]

const notConnected: Text = [
  '平台不连接此类数据源，只保存其配置；可连接 PostgreSQL 和 MySQL（含 MariaDB）',
  'The platform keeps such data sources but does not connect to them; it connects to PostgreSQL and MySQL (MariaDB)',
]
const notReadable: Text = [
  '连接地址应写为“主机:端口/数据库”，且只有一个主机',
  'The address must read “host:port/database”, with one host',
]
const notAccepted: Text = ['连接地址中的参数“{0}”不能使用，请去掉', 'The parameter “{0}” is not accepted; remove it']

const atUrl = (text: Text): Fail => faulty([{ at: 'url', text }])

const wantsTls = (parameters: URLSearchParams): boolean =>
  tlsParameters.some((name) => {
    const value = parameters.get(name)?.toLowerCase()
    return value !== undefined && !['', 'false', 'disable', 'disabled', 'prefer', 'preferred', 'allow'].includes(value)
  })

/**
 * Reads the address of a data source. Only host, port, database, the schema and whether to encrypt count (design: development tools);
 * any other parameter could change what the connection does. Throws a Fail at `url`.
 */
export const parseAddress = (driver: Driver, url: string): DatabaseAddress => {
  const found = dialects[driver]
  if (!found) throw atUrl(notConnected)
  const match = /^jdbc:[a-z]+:\/\/([^/?#@,]+)\/([^/?#]+)(?:\?([^#]*))?$/.exec(url.trim())
  // a scheme without a default port, which would be left out
  const server = `db://${match?.[1] ?? ''}`
  if (!match || !URL.canParse(server)) throw atUrl(notReadable)
  const { hostname, port } = new URL(server)
  const parameters = new URLSearchParams(match[3] ?? '')
  const schemas = found.dialect === 'postgresql' ? ['currentSchema'] : []
  const accepted = [...tlsParameters, ...plainParameters, ...schemas]
  const unknown = [...parameters.keys()].find((name) => !accepted.includes(name))
  if (unknown !== undefined) throw atUrl(fill(notAccepted, unknown))
  return {
    dialect: found.dialect,
    host: hostname,
    port: Number(port || found.port),
    database: decodeURIComponent(match[2] as string),
    schema: parameters.get('currentSchema'),
    isEncrypted: wantsTls(parameters),
  }
}
