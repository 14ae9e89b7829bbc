import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isOfSection, mayDeclare, tradeFaults } from './trades.ts'

type Entry = [code: string, name: string, above: string | null, level: number]
const known: Entry[] = JSON.parse(readFileSync(new URL('../../server/seed/data/gbt4754.json', import.meta.url), 'utf8'))

/** The section a code stands below. */
const sectionOf = (code: string): string => {
  const above = known.find(([one]) => one === code)?.[2]
  return above ? sectionOf(above) : code
}

describe('who may declare, over all codes of GB/T 4754', () => {
  test('sections B, C and D with all below them, and of the others what leads to cargo ports', () => {
    for (const [code] of known) {
      const expected = ['B', 'C', 'D'].includes(sectionOf(code)) || ['G', '55', '553', '5532'].includes(code)
      expect([code, mayDeclare(code)]).toEqual([code, expected])
    }
  })

  test('41 divisions of industry, and water transport', () => {
    expect(known.filter(([code, , , level]) => level === 2 && mayDeclare(code))).toHaveLength(42)
  })

  test('each of these divisions belongs to its own section alone', () => {
    for (const [code] of known.filter(([one, , , level]) => level === 2 && mayDeclare(one)))
      expect(['B', 'C', 'D', 'G'].filter((section) => isOfSection(code, section))).toEqual([sectionOf(code)])
  })
})

describe('the trade of a project', () => {
  const at = (...codes: string[]) =>
    tradeFaults(Object.fromEntries(codes.map((code, i) => [`nationalEconomy${i + 1}`, code]))).map(({ name }) => name)

  test.each([
    [['C', '39'], []],
    [['C', '39', '391', '3911'], []],
    [['G', '55', '553', '5532'], []],
    [['G'], []],
    [['G', '55'], ['nationalEconomy3']],
    [['G', '55', '553'], ['nationalEconomy4']],
    [['G', '55', '553', '5531'], ['nationalEconomy4']],
    [['G', '53'], ['nationalEconomy2']],
    [['P', '83'], ['nationalEconomy1']],
    [['C', '83'], ['nationalEconomy2']],
    [['B', '39'], ['nationalEconomy2']],
    [['', '39'], []],
    [[], []],
  ])('%j has faults at %j', (codes, faults) => {
    expect(at(...codes)).toEqual(faults)
  })
})
