import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Env, readEnv, StartupError } from './env.ts'

const key = 'ab'.repeat(32)
const sso = { OIDC_ISSUER: 'https://sso.test/realm', OIDC_CLIENT_ID: 'platform', PUBLIC_URL: 'https://5g.test' }
const site = { issuer: 'https://sso.test/realm', clientId: 'platform', clientSecret: null, name: null }

const backup = {
  ...{ directory: resolve('data/backups'), isDirectorySet: false, key: null, keyFile: null, bucket: null },
  keep: { daily: 7, weekly: 4, monthly: 6 },
}
const s3 = { BACKUP_S3_ENDPOINT: 'https://s3.test', BACKUP_S3_BUCKET: 'b', BACKUP_S3_ACCESS_KEY: 'a' }
const bucket = { endpoint: 'https://s3.test', bucket: 'b', accessKey: 'a', secretKey: 's', region: 'us-east-1' }

describe('without variables', () => {
  test('every setting has the default of the README', () => {
    expect(readEnv({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      preparedStatements: true,
      adminPassword: null,
      captcha: true,
      seed: 'demo',
      logLevel: 'info',
      trustedProxies: [],
      sm2PrivateKey: null,
      sm2KeyReplaces: null,
      webDir: resolve('dist/web'),
      fontDir: null,
      tenantMode: false,
      switchMode: false,
      publicUrl: null,
      smtpUrl: null,
      site: null,
      outgoingHosts: [],
      jobPlanner: true,
      jobWorker: true,
      jobWorkerTag: null,
      jobGraceSeconds: 8,
      jobExternal: false,
      jobContainerDir: resolve('data/job-containers'),
      devTools: false,
      backup,
    })
  })

  test.each([
    'PORT',
    'HOST',
    'DATA_DIR',
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'PREPARED_STATEMENTS'],
    'ADMIN_PASSWORD',
    'CAPTCHA',
    ...['TENANT_MODE', 'SWITCH_MODE'],
    'SEED',
    'LOG_LEVEL',
    'TRUSTED_PROXIES',
    ...['SM2_PRIVATE_KEY', 'SM2_KEY_REPLACES'],
    'SMTP_URL',
    'FONT_DIR',
    ...['PUBLIC_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OUTGOING_HOSTS'],
  ])('an empty %s counts as not set', (name) => {
    expect(readEnv({ [name]: '' })).toEqual(readEnv({}))
  })
})

describe('a variable changes its setting', () => {
  test.each<[NodeJS.ProcessEnv, Partial<Env>]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [
      { DATA_DIR: '/var/platform' },
      {
        dataDir: '/var/platform',
        jobContainerDir: '/var/platform/job-containers',
        backup: { ...backup, directory: '/var/platform/backups' },
      },
    ],
    [
      { DATA_DIR: 'elsewhere' },
      {
        dataDir: resolve('elsewhere'),
        jobContainerDir: resolve('elsewhere/job-containers'),
        backup: { ...backup, directory: resolve('elsewhere/backups') },
      },
    ],
    [{ BACKUP_DIR: '/backups' }, { backup: { ...backup, directory: '/backups', isDirectorySet: true } }],
    [
      { BACKUP_KEY: key.toUpperCase(), BACKUP_KEY_FILE: '/safe/key' },
      { backup: { ...backup, key, keyFile: '/safe/key' } },
    ],
    [{ BACKUP_KEEP: '14, 0,12' }, { backup: { ...backup, keep: { daily: 14, weekly: 0, monthly: 12 } } }],
    [{ ...s3, BACKUP_S3_SECRET_KEY: 's' }, { backup: { ...backup, bucket } }],
    [{ DATABASE_URL: 'postgres://u:p@h/db' }, { databaseUrl: 'postgres://u:p@h/db', seed: 'none' }],
    [
      { DATABASE_URL: 'postgresql://h/db', SEED: 'demo' },
      { databaseUrl: 'postgresql://h/db', seed: 'demo' },
    ],
    [
      { DATABASE_URL: 'postgres://h/db', DATABASE_DIRECT_URL: 'postgres://p/db' },
      {
        databaseUrl: 'postgres://h/db',
        databaseDirectUrl: 'postgres://p/db',
        preparedStatements: false,
        seed: 'none',
      },
    ],
    [
      { JOB_EXTERNAL: 'on', JOB_CONTAINER_DIR: '/srv/jobs' },
      { jobExternal: true, jobContainerDir: '/srv/jobs' },
    ],
    [{ JOB_GRACE_SECONDS: '0' }, { jobGraceSeconds: 0 }],
    [{ PREPARED_STATEMENTS: 'off' }, { preparedStatements: false }],
    [{ SEED: 'none' }, { seed: 'none' }],
    [{ ADMIN_PASSWORD: 'Tq-wmzkd-582Hx' }, { adminPassword: 'Tq-wmzkd-582Hx' }],
    [{ CAPTCHA: 'off' }, { captcha: false }],
    [{ CAPTCHA: 'on' }, { captcha: true }],
    [{ TENANT_MODE: 'on' }, { tenantMode: true }],
    [{ SWITCH_MODE: 'on' }, { switchMode: true }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, { trustedProxies: ['10.0.0.1'] }],
    [{ TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16 ,::1' }, { trustedProxies: ['10.0.0.1', '192.168.0.0/16', '::1'] }],
    [{ TRUSTED_PROXIES: 'loopback' }, { trustedProxies: ['loopback'] }],
    [{ SM2_PRIVATE_KEY: key.toUpperCase() }, { sm2PrivateKey: key }],
    [{ SM2_KEY_REPLACES: 'AB12'.repeat(4) }, { sm2KeyReplaces: 'ab12'.repeat(4) }],
    [{ SMTP_URL: 'smtps://notice:secret@mail.test:465' }, { smtpUrl: 'smtps://notice:secret@mail.test:465' }],
    [{ SMTP_URL: 'smtps://notice:secret@mail.test' }, { smtpUrl: 'smtps://notice:secret@mail.test' }],
    [{ FONT_DIR: 'docs' }, { fontDir: resolve('docs') }],
    [{ PUBLIC_URL: 'https://5g.test/' }, { publicUrl: 'https://5g.test' }],
    [{ PUBLIC_URL: 'http://10.1.2.3:8080' }, { publicUrl: 'http://10.1.2.3:8080' }],
    [{ OUTGOING_HOSTS: 'sso.intranet, 10.0.0.7,::1' }, { outgoingHosts: ['sso.intranet', '10.0.0.7', '::1'] }],
    [sso, { publicUrl: 'https://5g.test', site }],
    [
      { ...sso, OIDC_CLIENT_SECRET: 's', OIDC_NAME: ' 联盟 ' },
      { publicUrl: 'https://5g.test', site: { ...site, clientSecret: 's', name: '联盟' } },
    ],
    [
      { ...sso, OIDC_ISSUER: 'http://127.0.0.1:4000' },
      { publicUrl: 'https://5g.test', site: { ...site, issuer: 'http://127.0.0.1:4000' } },
    ],
    [
      { ...sso, OIDC_ISSUER: 'http://sso.intranet', OUTGOING_HOSTS: 'sso.intranet' },
      {
        publicUrl: 'https://5g.test',
        site: { ...site, issuer: 'http://sso.intranet' },
        outgoingHosts: ['sso.intranet'],
      },
    ],
  ])('%j', (vars, expected) => {
    expect(readEnv(vars)).toEqual({ ...readEnv({}), ...expected })
  })
})

describe('a wrong value stops the start with a message that names the variable', () => {
  test.each<[NodeJS.ProcessEnv, string]>([
    [{ PORT: 'http' }, 'PORT must be 0 to 65535; it is "http".'],
    [{ BACKUP_KEY: 'short' }, 'BACKUP_KEY must be 64 hexadecimal digits.'],
    ...['7', '0,4,6', '7,4,x'].map((keep): [NodeJS.ProcessEnv, string] => [
      { BACKUP_KEEP: keep },
      `BACKUP_KEEP must be three numbers, of daily (at least 1), weekly and monthly backups, such as 7,4,6; it is "${keep}".`,
    ]),
    [s3, 'A copy of the backups in S3 also needs BACKUP_S3_SECRET_KEY.'],
    [{ PORT: '-1' }, 'PORT must be 0 to 65535; it is "-1".'],
    [{ PORT: '65536' }, 'PORT must be 0 to 65535; it is "65536".'],
    [{ PORT: '80.5' }, 'PORT must be 0 to 65535; it is "80.5".'],
    [{ DATABASE_URL: 'mysql://h/db' }, 'DATABASE_URL must start with postgres:// or postgresql://.'],
    [{ DATABASE_URL: '/tmp/db' }, 'DATABASE_URL must start with postgres:// or postgresql://.'],
    [{ DATABASE_DIRECT_URL: 'postgres://h/db' }, 'DATABASE_DIRECT_URL has no effect without DATABASE_URL.'],
    [
      { DATABASE_URL: 'postgres://h/db', DATABASE_DIRECT_URL: 'h/db' },
      'DATABASE_DIRECT_URL must start with postgres:// or postgresql://.',
    ],
    [{ DEV_TOOLS: 'yes' }, 'DEV_TOOLS must be one of on, off; it is "yes".'],
    [{ JOB_EXTERNAL: 'yes' }, 'JOB_EXTERNAL must be one of on, off; it is "yes".'],
    [{ JOB_GRACE_SECONDS: '-1' }, 'JOB_GRACE_SECONDS must be 0 to 3600; it is "-1".'],
    [{ SEED: 'all' }, 'SEED must be one of demo, none; it is "all".'],
    [{ CAPTCHA: 'false' }, 'CAPTCHA must be one of on, off; it is "false".'],
    [{ SWITCH_MODE: 'yes' }, 'SWITCH_MODE must be one of on, off; it is "yes".'],
    [{ CAPTCHA: 'OFF' }, 'CAPTCHA must be one of on, off; it is "OFF".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; it is "loud".'],
    [{ SM2_PRIVATE_KEY: 'abc' }, 'SM2_PRIVATE_KEY must be 64 hexadecimal digits.'],
    [{ SM2_PRIVATE_KEY: `${key}0` }, 'SM2_PRIVATE_KEY must be 64 hexadecimal digits.'],
    [{ SM2_KEY_REPLACES: key }, 'SM2_KEY_REPLACES must be 16 hexadecimal digits.'],
    [{ SM2_PRIVATE_KEY: 'g'.repeat(64) }, 'SM2_PRIVATE_KEY must be 64 hexadecimal digits.'],
    [
      { ADMIN_PASSWORD: 'admin' },
      'ADMIN_PASSWORD does not follow the password rule: The password needs at least 8 characters.',
    ],
    [
      { ADMIN_PASSWORD: 'Abcdef-123' },
      'ADMIN_PASSWORD does not follow the password rule: The password must not contain digit runs like 123 or 321.',
    ],
    [{ TRUSTED_PROXIES: 'nginx' }, 'TRUSTED_PROXIES must be addresses separated by commas; "nginx" is not an address.'],
    [
      { TRUSTED_PROXIES: '10.0.0.1,10.0.0.0/33' },
      'TRUSTED_PROXIES must be addresses separated by commas; "10.0.0.0/33" is not an address.',
    ],
    [{ FONT_DIR: 'package.json' }, 'FONT_DIR must be a directory; it is "package.json".'],
    [{ SMTP_URL: 'mail.test:25' }, 'SMTP_URL must be an address that starts with smtp:// or smtps://.'],
    [{ PUBLIC_URL: '5g.test' }, 'PUBLIC_URL must be an address that starts with https:// or http://; it is "5g.test".'],
    [{ PUBLIC_URL: 'https://5g.test/app' }, 'PUBLIC_URL must not have a path; it is "https://5g.test/app".'],
    [{ OUTGOING_HOSTS: 'a b' }, 'OUTGOING_HOSTS must be host names separated by commas; "a b" is not a host name.'],
    [
      { ...sso, OIDC_ISSUER: 'ftp://sso.test' },
      'OIDC_ISSUER must be an address that starts with https:// or http://; it is "ftp://sso.test".',
    ],
    [
      { ...sso, OIDC_ISSUER: 'http://sso.test' },
      'OIDC_ISSUER must start with https://, unless its host is named in OUTGOING_HOSTS.',
    ],
    [{ ...sso, OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID.'],
    [{ ...sso, PUBLIC_URL: '' }, 'OIDC_ISSUER needs PUBLIC_URL: the site must know where to return to.'],
    [{ OIDC_CLIENT_SECRET: 's' }, 'OIDC_CLIENT_SECRET has no effect without OIDC_ISSUER.'],
  ])('%j', (vars, message) => {
    expect(() => readEnv(vars)).toThrow(StartupError)
    expect(() => readEnv(vars)).toThrow(new StartupError(message))
  })

  test('the message never contains the password', () => {
    const weak = fc.string({ minLength: 4, maxLength: 7 }).filter((text) => /^[a-z]+$/.test(text) === false)
    fc.assert(
      fc.property(weak, (password) => {
        let message = ''
        try {
          readEnv({ ADMIN_PASSWORD: `~${password}~` })
        } catch (error) {
          message = (error as Error).message
        }
        expect(message).toMatch(/^ADMIN_PASSWORD /)
        expect(message).not.toContain(`~${password}~`)
      }),
    )
  })

  test('any PORT either is a port or stops the start', () => {
    fc.assert(
      fc.property(fc.string(), (PORT) => {
        try {
          const { port } = readEnv({ PORT })
          expect(Number.isInteger(port) && port >= 0 && port <= 65_535).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(StartupError)
        }
      }),
    )
  })
})
