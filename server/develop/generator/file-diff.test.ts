import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fileDiff } from './file-diff.ts'

const directory = mkdtempSync(join(tmpdir(), 'diff-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const applied = (before: string | null, after: string): string => {
  const path = 'a/b.txt'
  rmSync(join(directory, 'a'), { recursive: true, force: true })
  mkdirSync(join(directory, 'a'))
  if (before !== null) writeFileSync(join(directory, path), before)
  execFileSync('git', ['apply', '-'], { cwd: directory, input: fileDiff(path, before, after) })
  return readFileSync(join(directory, path), 'utf8')
}

test('git adds a new file', () => {
  expect(applied(null, '第一行\nsecond\n')).toBe('第一行\nsecond\n')
})

test('git applies lines that were added anywhere', () => {
  const lines = fc.array(fc.record({ text: fc.constantFrom('a', 'b', 'c', 'd'), isNew: fc.boolean() }), {
    minLength: 2,
    maxLength: 40,
  })
  const isChange = (all: readonly { isNew: boolean }[]) =>
    all.some(({ isNew }) => isNew) && all.some(({ isNew }) => !isNew)
  fc.assert(
    fc.property(lines.filter(isChange), (all) => {
      const textOf = (some: typeof all) => some.map(({ text }) => `${text}\n`).join('')
      expect(applied(textOf(all.filter(({ isNew }) => !isNew)), textOf(all))).toBe(textOf(all))
    }),
    { numRuns: 60 },
  )
})
