import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBundler } from '../../tools/dev/bundler.ts'
import { serverData } from '../../tools/server-bundle.ts'

test('the server of npm run dev has every file that it reads at run time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bundler = await openBundler(folder)
  onTestFinished(() => bundler.close())
  const bundle = await bundler.build()
  bundle.write()
  const expected = serverData.flatMap(([from, to]) => readdirSync(from).map((name) => join(folder, to, name)))
  expect(expected.filter((path) => !existsSync(path))).toEqual([])
})
