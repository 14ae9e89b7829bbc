import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { inject } from 'vitest'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { findHome } from '#server/base/database/postgres-home.ts'
import { cleanUp } from './cleanup.ts'
import { type Caller, encrypt, keys, loginAt } from './platform.ts'
import { until } from './until.ts'

/** The environment without settings of the server, so that those of the shell do not reach the servers under test. */
const serverVariables = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'PREPARED_STATEMENTS',
  'ADMIN_PASSWORD',
  'CAPTCHA',
  'SEED',
  'LOG_LEVEL',
  'JOB_PLANNER',
  'JOB_WORKER',
  'JOB_WORKER_TAG',
  'JOB_GRACE_SECONDS',
  'DEV_TOOLS',
  'BACKUP_DIR',
  'BACKUP_KEY',
  'BACKUP_KEY_FILE',
]
const shellEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !serverVariables.includes(name)))

/** The built server as a separate process, as `npm start` runs it. */
export interface LaunchedServer {
  readonly pid: number
  /** The output so far. */
  readonly output: () => string
  /** Its address when it listens; a failed start rejects with the output. */
  readonly url: Promise<string>
  /** Its exit code when it has ended; null after a signal. */
  readonly exitCode: Promise<number | null>
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
  readonly login: (account: string, password: string) => Promise<Caller>
  readonly admin: () => Promise<Caller>
}

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // a zombie process has no command line
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`).length > 0
  } catch {
    return false
  }
}

/** The path of a new data directory, which the server creates. A database left running on it ends with the test file. */
export const newDataDir = (): string => {
  const dataDir = join(tmpdir(), `process-${randomBytes(8).toString('hex')}`)
  cleanUp(async () => {
    const databasePid = existsSync(dataDir) ? postmasterOf(dataDir) : null
    if (databasePid) process.kill(databasePid, 'SIGQUIT')
    if (databasePid) await until(() => !isRunning(databasePid))
    rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

/** The process id of the embedded database on this directory, if it runs. */
export const postmasterOf = (dataDir: string): number | null => {
  const file = join(findHome(dataDir).data, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid && isRunning(pid) ? pid : null
}

/** Connection string of the embedded database on this directory. */
export const databaseIn = (dataDir: string): string => {
  const { database } = readSecrets(dataDir, null)
  return `postgresql://platform:${database}@/platform?host=${encodeURIComponent(findHome(dataDir).run)}`
}

const addressOf = (output: () => string, child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const findAddress = () => {
      const [address] = output().match(/http:\/\/\S+/) ?? []
      if (address) resolve(address)
    }
    child.stdout?.on('data', findAddress)
    child.once('exit', () => reject(new Error(output())))
  })

export const builtServer = [process.execPath, '--enable-source-maps', 'dist/main.js']

/**
 * Starts the built server on this directory, by default on a free port; `command` replaces the command line. Servers of an external
 * database have the key of this worker, as several on one database need the same.
 */
export const launch = (dataDir: string, env: NodeJS.ProcessEnv = {}, command = builtServer): LaunchedServer => {
  const child = spawn(command[0] as string, command.slice(1), {
    env: {
      ...shellEnv,
      PORT: '0',
      DATA_DIR: dataDir,
      SEED: 'none',
      CAPTCHA: 'off',
      LOG_LEVEL: 'silent',
      JOB_GRACE_SECONDS: '0',
      DEV_TOOLS: 'on',
      ADMIN_PASSWORD: inject('adminPassword'),
      ...(env.DATABASE_URL ? { SM2_PRIVATE_KEY: keys.privateKey } : {}),
      ...env,
    },
  })
  cleanUp(async () => {
    const pid = child.pid as number
    if (isRunning(pid)) child.kill('SIGKILL')
    await until(() => !isRunning(pid))
  })
  let text = ''
  const output = () => text
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const exitCode = once(child, 'close').then(([code]) => code as number | null)
  const url = addressOf(output, child)
  url.catch(() => {})
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exitCode
  }
  const encryptHere = (plain: string) =>
    // the secrets exist only after the server has started
    env.DATABASE_URL
      ? encrypt(plain)
      : sm2.doEncrypt(plain, sm2.getPublicKeyFromPrivateKey(readSecrets(dataDir, null).sm2), 1)
  const login = async (account: string, password: string) => loginAt(await url, encryptHere, account, password)
  const admin = () => login('admin', inject('adminPassword'))
  return { pid: child.pid as number, output, url, exitCode, end, login, admin }
}
