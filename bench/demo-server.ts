import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { cpuOf, startServer } from './servers.ts'

export interface DemoServer {
  readonly url: string
  readonly pid: number
  /** The password of `admin`. */
  readonly adminPassword: string
  /** The password of the demonstration accounts. */
  readonly password: string
  readonly stop: () => Promise<void>
}

const adminPassword = 'Bq-mztvk-913Rw'

/** The reviews of the demonstration data get their processes after the start, which must not count as work of a request. */
const untilIdle = async (pid: number): Promise<void> => {
  for (let [before, now] = [-1, cpuOf(pid)]; now - before > 0.05; [before, now] = [now, cpuOf(pid)])
    await setTimeout(1000)
}

/** Starts the product with its demonstration data in a directory that is removed when it stops. */
export const startDemoServer = async (): Promise<DemoServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  chmodSync(dataDir, 0o755)
  const server = await startServer(['--max-semi-space-size=4', 'tools/run.mjs', 'start'], {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    SEED: 'demo',
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: adminPassword,
  })
  await untilIdle(server.pid)
  const [, password = ''] = /: (\S+)\n/.exec(readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8')) ?? []
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, pid: server.pid, adminPassword, password, stop }
}
