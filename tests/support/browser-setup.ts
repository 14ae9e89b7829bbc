import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

// saves screenshots of all open pages of a failed test if SHOTS names a directory
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !process.env.SHOTS) return
  for (const [i, page] of openPages().entries())
    await page
      .screenshot({ path: `${process.env.SHOTS}/${task.name.slice(0, 24)}-${i}.png`, fullPage: true })
      .catch(() => {})
})
