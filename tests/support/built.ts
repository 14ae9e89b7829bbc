import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What browser the tests drive; null where none can be had. */
    chromium: Chromium | null
    /** Where the data directory lies that tests/support/furnished.ts makes once and copies. */
    furnished: string
  }
}

/** Before the tests of the whole product: it is built and current, and a browser lies ready, once for all workers. */
export default (project: TestProject) => {
  const { status } = spawnSync(process.execPath, ['tools/run.mjs', 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The product does not build; see above.')
  project.provide('chromium', findChromium())
  const furnished = mkdtempSync(join(tmpdir(), 'furnished-'))
  chmodSync(furnished, 0o755)
  project.provide('furnished', furnished)
  return () => rmSync(furnished, { recursive: true, force: true })
}
