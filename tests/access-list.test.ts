import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** docs/ACCESSIBILITY.md names the test of each criterion; this test checks those names. */

const rows = readFileSync('docs/ACCESSIBILITY.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!---|criterion |项目 )/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

/** Success criteria of WCAG 2.2, levels A and AA (https://www.w3.org/TR/WCAG22/); 4.1.1 is withdrawn. */
const criteria = {
  A: [
    ...['1.1.1', '1.2.1', '1.2.2', '1.2.3', '1.3.1', '1.3.2', '1.3.3', '1.4.1', '1.4.2'],
    ...['2.1.1', '2.1.2', '2.1.4', '2.2.1', '2.2.2', '2.3.1', '2.4.1', '2.4.2', '2.4.3', '2.4.4'],
    ...['2.5.1', '2.5.2', '2.5.3', '2.5.4', '3.1.1', '3.2.1', '3.2.2', '3.2.6', '3.3.1', '3.3.2', '3.3.7', '4.1.2'],
  ],
  AA: [
    ...['1.2.4', '1.2.5', '1.3.4', '1.3.5', '1.4.3', '1.4.4', '1.4.5', '1.4.10', '1.4.11', '1.4.12', '1.4.13'],
    ...[
      '2.4.5',
      '2.4.6',
      '2.4.7',
      '2.4.11',
      '2.5.7',
      '2.5.8',
      '3.1.2',
      '3.2.3',
      '3.2.4',
      '3.3.3',
      '3.3.4',
      '3.3.8',
      '4.1.3',
    ],
  ],
} as const

describe('the accessibility checklist', () => {
  test('has one row for each criterion of WCAG 2.2 up to AA, at its level', () => {
    const actualCriteria = rows
      .filter(([name = '']) => /^\d/.test(name))
      .map(([name = '', level]) => `${name.split(' ')[0]} ${level}`)
    const expectedCriteria = Object.entries(criteria).flatMap(([level, numbers]) =>
      numbers.map((number) => `${number} ${level}`),
    )
    expect(actualCriteria.sort()).toEqual(expectedCriteria.sort())
  })

  test('has a Chinese name for each item', () => {
    expect(rows.filter(([name = '']) => !/[\u4e00-\u9fff]/.test(name))).toEqual([])
  })

  test('names an existing test for every row, by file and title', () => {
    const missing = rows.flatMap(([name = '', ...cells]) => {
      const testReferences = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)` “([^”]+)”/g)]
      if (!testReferences.length) return [`${name} names no test`]
      return testReferences
        .filter(([, file = '', words]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(`'${words}'`))
        .map(([, file, words]) => `${name}: ${file} has no test “${words}”`)
    })
    expect(missing).toEqual([])
  })
})
