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
import { type Caller, loginAt } from './platform.ts'
import { until } from './until.ts'

/** Settings of the shell that runs the tests do not reach the servers they start. */
const serverVariables = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'ADMIN_PASSWORD', 'CAPTCHA', 'SEED', 'LOG_LEVEL']
const shellEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !serverVariables.includes(name)))

/** The built server as a process of its own, as `npm start` runs it. */
export interface LaunchedServer {
  readonly pid: number
  /** Everything it has said so far. */
  readonly output: () => string
  /** Its address, once it listens; a start that fails rejects with what it said. */
  readonly url: Promise<string>
  /** Its exit code, once it has ended; null when a signal ended it. */
  readonly exitCode: Promise<number | null>
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
  readonly admin: () => Promise<Caller>
}

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // a process that ended but was not fetched by its parent yet has no command line
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`).length > 0
  } catch {
    return false
  }
}

/** A data directory of a test's own; the server makes it. A database that is left running on it ends with the test file. */
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

/** The process of the embedded database on this directory, if one is alive. */
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

const builtServer = [process.execPath, '--enable-source-maps', 'dist/main.js']

/** Starts the built server on this directory, on a free port unless one is given; by another command if one is named. */
export const launch = (dataDir: string, env: NodeJS.ProcessEnv = {}, command = builtServer): LaunchedServer => {
  const child = spawn(command[0] as string, command.slice(1), {
    env: {
      ...shellEnv,
      PORT: '0',
      DATA_DIR: dataDir,
      SEED: 'none',
      CAPTCHA: 'off',
      LOG_LEVEL: 'silent',
      ADMIN_PASSWORD: inject('adminPassword'),
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
  const admin = async () => {
    // the server makes its directory and what is in it: nobody reads there before it listens
    const address = await url
    const key = sm2.getPublicKeyFromPrivateKey(readSecrets(dataDir, null).sm2)
    const encrypt = (plain: string) => sm2.doEncrypt(plain, key, 1)
    return loginAt(address, encrypt, 'admin', inject('adminPassword'))
  }
  return { pid: child.pid as number, output, url, exitCode, end, admin }
}
