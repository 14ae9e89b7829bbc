import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isOfSection, mayDeclare, tradeFaults } from './trades.ts'

type Entry = [code: string, name: string, parent: string | null, level: number]
const entries: Entry[] = JSON.parse(
  readFileSync(new URL('../../server/seed/data/gbt4754.json', import.meta.url), 'utf8'),
)

/** The section that a code belongs to. */
const sectionOf = (code: string): string => {
  const parent = entries.find(([one]) => one === code)?.[2]
  return parent ? sectionOf(parent) : code
}

describe('codes of GB/T 4754 that may declare', () => {
  test('are sections B, C and D with all their codes, and the path to cargo ports', () => {
    for (const [code] of entries) {
      const expected = ['B', 'C', 'D'].includes(sectionOf(code)) || ['G', '55', '553', '5532'].includes(code)
      expect([code, mayDeclare(code)]).toEqual([code, expected])
    }
  })

  test('include 42 divisions: 41 of industry, and water transport', () => {
    expect(entries.filter(([code, , , level]) => level === 2 && mayDeclare(code))).toHaveLength(42)
  })

  test('include divisions of exactly one section each', () => {
    for (const [code] of entries.filter(([one, , , level]) => level === 2 && mayDeclare(one)))
      expect(['B', 'C', 'D', 'G'].filter((section) => isOfSection(code, section))).toEqual([sectionOf(code)])
  })
})

describe('the classification of a project', () => {
  const faultNames = (...codes: string[]) =>
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
    expect(faultNames(...codes)).toEqual(faults)
  })
})
