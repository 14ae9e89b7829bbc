import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { checkSync } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { readSourceFile, sourcePaths } from '../tools/source-files.ts'

/**
 * No text makes a regular expression slow: the time of each grows at most with the length of the text. Otherwise one request of
 * some thousand characters could keep the server busy for minutes.
 *
 * Checking one takes up to seconds, so regular-expressions.txt lists those that are known to be linear. Each line starts with a hash
 * of the expression and the version of the checker; a changed line or another version is checked again. Outside CI the test writes
 * the file, like the snapshots of a test runner; commit it with the expression.
 */

interface Found {
  readonly place: string
  readonly pattern: string
  readonly flags: string
}

/** Files that build patterns from texts of the code, never from input. */
const fromOwnTexts = ['server/portal/rendered-pages.ts']

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const files = ['contract', 'server', 'web'].flatMap(sourcePaths).filter((path) => !isTest(path))

const literals = new Map<string, Found>()
const built: string[] = []
for (const { path, text } of files.map(readSourceFile)) {
  if (!/\/|RegExp/.test(text)) continue
  const lineAt = (position: number) => `${path}:${text.slice(0, position).split('\n').length}`
  const visitor = new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      literals.set(`/${pattern}/${flags}`, { place: lineAt(node.start), pattern, flags })
    },
    NewExpression: ({ callee, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp' && !fromOwnTexts.includes(path))
        built.push(lineAt(start))
    },
  })
  visitor.visit(parseSync(path, text).program)
}

/** Without a quantifier that has no upper bound, a pattern needs the same time for every text. */
const canRepeat = ({ pattern }: Found) => /[*+]|\{\d+,\}/.test(pattern)
const repeating = [...literals].filter(([, found]) => canRepeat(found))

const listPath = 'tests/regular-expressions.txt'
const { version } = createRequire(import.meta.url)('recheck/package.json')
const lineOf = (expression: string) =>
  `${createHash('sha256').update(`${version} ${expression}`).digest('hex').slice(0, 16)} ${expression}`
const listed = readFileSync(listPath, 'utf8')
const knownLines = new Set(listed.split('\n'))
const safe = repeating.map(([expression]) => expression).filter((expression) => knownLines.has(lineOf(expression)))

afterAll(() => {
  const list = safe.map((expression) => `${lineOf(expression)}\n`).sort()
  if (!process.env.CI && list.join('') !== listed) writeFileSync(listPath, list.join(''))
})

describe('regular expressions', () => {
  test('are found', () => {
    expect(literals.size).toBeGreaterThan(200)
  })

  test('are literals, so that they can be checked', () => {
    expect(built).toEqual([])
  })

  test.each(repeating)('%s is linear', (expression, { place, pattern, flags }) => {
    if (safe.includes(expression)) return
    // a time limit of the checker would make the result depend on the machine
    const result = checkSync(pattern, flags, { timeout: null })
    expect([place, result.status], 'complexity' in result ? result.complexity.summary : '').toEqual([place, 'safe'])
    safe.push(expression)
  })
})
