import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const modules = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.data.ts'))

test('modules of constant data export plain data only, which the build can write down (tools/constant-data.ts)', async () => {
  expect(modules.length).toBeGreaterThan(3)
  for (const path of modules) {
    const exported = { ...(await import(join(process.cwd(), 'web', path))) } as Record<string, unknown>
    expect(Object.keys(exported).length, path).toBeGreaterThan(0)
    // absent and undefined are the same to whoever reads them
    expect(JSON.parse(JSON.stringify(exported)), path).toEqual(exported)
  }
})
