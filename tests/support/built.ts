import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What browser the tests drive; null where none can be had. */
    chromium: Chromium | null
  }
}

/** Before the tests of the whole product: it is built and current, and a browser lies ready, once for all workers. */
export default (project: TestProject) => {
  const { status } = spawnSync(process.execPath, ['tools/run.mjs', 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The product does not build; see above.')
  project.provide('chromium', findChromium())
}
