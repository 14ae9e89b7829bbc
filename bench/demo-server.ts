import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './servers.ts'

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

/** Starts the product with its demonstration data in a directory that is removed when it stops. */
export const startDemoServer = async (): Promise<DemoServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  chmodSync(dataDir, 0o755)
  const server = await startServer(['tools/run.mjs', 'start'], {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    SEED: 'demo',
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: adminPassword,
  })
  const [, password = ''] = /: (\S+)\n/.exec(readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8')) ?? []
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, pid: server.pid, adminPassword, password, stop }
}
