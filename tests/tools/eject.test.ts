import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'

/** Entities with standard calls only. The copy has no server files for them, as if nobody had ejected them yet. */
const plain: readonly AnyEntity[] = [entities.post, entities.param, entities.column]

/** A separate working copy, so that the test writes nothing into this one. */
const copy = mkdtempSync(join(tmpdir(), 'eject-'))
for (const name of ['contract', 'server', 'tools', 'package.json', 'tsconfig.json', 'biome.json'])
  cpSync(name, join(copy, name), { recursive: true })
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))
const routesFile = join(copy, 'server/routes.ts')
const isOwn = (line: string) => plain.some(({ name }) => new RegExp(`\\b${name}Handlers\\b`).test(line))
const withoutOwn = readFileSync(routesFile, 'utf8')
  .split('\n')
  .filter((line) => !isOwn(line))
writeFileSync(routesFile, withoutOwn.join('\n'))
for (const { area, name } of plain)
  for (const file of readdirSync(join(copy, 'server', area), { recursive: true, encoding: 'utf8' }))
    if (basename(file) === `${kebab(name)}.ts`) rmSync(join(copy, 'server', area, file))

const inCopy = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
const eject = (name: string) => inCopy('--import', 'tsx', 'tools/eject.ts', name)

describe('npm run eject', () => {
  test('writes the server file of a plain entity, prints the lines to add, and everything still compiles', () => {
    const lines: string[] = []
    for (const { area, name, verbs } of plain) {
      const { stdout, status } = eject(name)
      expect([name, status]).toEqual([name, 0])
      const [importLine, tableLine] = stdout.split('\n').slice(2, 4)
      lines.push(`${importLine?.trim()}`)
      expect(tableLine).toContain(`${name}: ${name}Handlers,`)
      const text = readFileSync(join(copy, 'server', area, `${kebab(name)}.ts`), 'utf8')
      const standard = /Still standard: (.*)\.$/m.exec(stdout)?.[1]?.split(', ') ?? []
      for (const verb of verbs.filter((one: string) => !standard.includes(one)))
        expect(text).toMatch(new RegExp(`^ {2}${verb}: `, 'm'))
    }
    const appSource = readFileSync(routesFile, 'utf8')
      .replace(/^/, `${lines.join('\n')}\n`)
      .replace(
        /(const handlerOverrides: .* = \{)/,
        `$1 ${plain.map(({ name }) => `${name}: ${name}Handlers,`).join(' ')}`,
      )
    expect(appSource).toMatch(/handlerOverrides: .*Handlers,/)
    writeFileSync(routesFile, appSource)
    mkdirSync(join(copy, 'types'))
    writeFileSync(
      join(copy, 'types/tsconfig.json'),
      JSON.stringify({ extends: '../tsconfig.json', include: ['../server'], exclude: ['../**/*.test.ts'] }),
    )
    const { stdout, status } = inCopy('node_modules/typescript/bin/tsc', '-p', 'types')
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })

  test('rejects an unknown name and an entity that has a server file', () => {
    expect(eject('nothing')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^There is no entity "nothing"/),
    })
    const { stderr, status } = eject('user')
    expect([status, stderr]).toEqual([1, 'server/system/people/user.ts already exists: add the verb there.\n'])
  })
})
