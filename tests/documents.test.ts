import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
const documents = ['README.md', 'CONTRIBUTING.md', ...inDocs]

/** The paths of the project that a text names, without those that stand for several (`server/<area>/`, `tests/*`). */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:contract|server|web|tests|tools|bench|docs)\/[^`\s:]*)[^`]*`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[<{*…]|NNNN/.test(path))

test('every path that a document names exists', () => {
  const named = documents.flatMap((document) =>
    pathsIn(readFileSync(document, 'utf8')).map((path) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([])
})
