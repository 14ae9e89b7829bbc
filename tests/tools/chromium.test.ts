import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findChromium } from '../support/chromium.ts'

const packaged = () => findChromium('')

test('the browser is that of the npm package, whatever the machine has', () => {
  expect(packaged()?.path).toContain(resolve('node_modules/.cache/browser'))
})

test('it sees no fonts but those of packages, so that no font of the machine changes a width', () => {
  const fonts = readFileSync(packaged()?.env.FONTCONFIG_FILE ?? '', 'utf8')
  expect(fonts).not.toMatch(/<include/)
  const directories = [...fonts.matchAll(/<dir>(.*?)<\/dir>/g)].map(([, directory]) => directory)
  expect(directories).not.toEqual([])
  for (const directory of directories) expect(directory).toContain(resolve('node_modules'))
})

test('another one is used only if it is named, and runs', () => {
  expect(findChromium('/usr/bin/true')?.path).toBe('/usr/bin/true')
  expect(findChromium('/nowhere/chromium')).toBeNull()
})
