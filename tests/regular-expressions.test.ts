import { checkSync } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { readSourceFile, sourcePaths } from '../tools/source-files.ts'

/**
 * No text makes a regular expression slow: the time of each grows at most with the length of the text. Otherwise one request of
 * some thousand characters could keep the server busy for minutes.
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

describe('regular expressions', () => {
  test('are found', () => {
    expect(literals.size).toBeGreaterThan(200)
  })

  test('are literals, so that they can be checked', () => {
    expect(built).toEqual([])
  })

  test.each([...literals.values()].filter(canRepeat))('$place: /$pattern/$flags is linear', ({ pattern, flags }) => {
    // a time limit of the checker would make the result depend on the machine
    const result = checkSync(pattern, flags, { timeout: null })
    expect(result.status, 'complexity' in result ? result.complexity.summary : '').toBe('safe')
  })
})
