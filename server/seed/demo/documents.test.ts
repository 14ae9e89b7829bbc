import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rules } from '#contract/kit/rules.ts'
import { faultsOf } from '#contract/project/completeness.ts'
import { parts } from '#contract/project/parts.ts'
import { regionFacts } from '../base.ts'
import { documentsFor } from './documents.ts'
import { worksOf } from './drawing.ts'
import { companyName, makeCreditCodes, phoneOf } from './names.ts'
import { placeIn, provincePlan, tradeFor } from './places.ts'
import { projectFor } from './project.ts'
import { makeRandom } from './random.ts'
import { pdfOf, pngOf, trials } from './samples.ts'

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const province = fc.constantFrom(...provincePlan.map(([code]) => code))
const generate = (from: number, code: string) => {
  const random = makeRandom(from)
  const place = placeIn(random, code)
  const trade = tradeFor(random)
  const company = {
    commpanyName: companyName(random, place, trade, new Set()),
    organizationCode: makeCreditCodes()(place.city),
  }
  const project = projectFor(random, place, trade, company)
  return { place, trade, company, project, documents: documentsFor(random, project) }
}

describe('a generated declaration', () => {
  test('is complete enough to submit, for every province and industry', () => {
    fc.assert(
      fc.property(seed, province, (from, code) => {
        const { documents } = generate(from, code)
        expect(faultsOf({ ...documents, material: documents.material ?? {} })).toEqual([])
        const codes = parts.map((part) => part.code)
        expect(Object.keys(documents).filter((part) => !codes.includes(part))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  test('is the same for the same seed', () => {
    fc.assert(
      fc.property(seed, province, (from, code) => {
        expect(generate(from, code)).toEqual(generate(from, code))
      }),
      { numRuns: 30 },
    )
  })

  test('has a city of its province and a district of its city', () => {
    const parentByCode = new Map(regionFacts().map(([code, , parent]) => [code, parent]))
    fc.assert(
      fc.property(seed, province, (from, code) => {
        const { place } = generate(from, code)
        expect(place.province).toBe(code)
        expect(parentByCode.get(place.city)).toBe(code)
        if (place.district) expect(parentByCode.get(place.district)).toBe(place.city)
      }),
    )
  })

  test('is in the requested city', () => {
    fc.assert(
      fc.property(seed, (from) => {
        expect(placeIn(makeRandom(from), '320500').city).toBe('320500')
      }),
    )
  })

  test('has consistent industry codes from section to class', () => {
    fc.assert(
      fc.property(seed, (from) => {
        const [section, division, group, kind] = tradeFor(makeRandom(from)).chain
        expect(section).toMatch(/^[A-T]$/)
        expect(division).toMatch(/^\d\d$/)
        if (group) expect(group.slice(0, 2)).toBe(division)
        if (kind) expect(kind.slice(0, 3)).toBe(group)
      }),
    )
  })
})

describe('generated companies and persons', () => {
  test('have unique valid credit codes that no register issues', () => {
    const next = makeCreditCodes()
    const codes = Array.from({ length: 2000 }, (_, n) => next(n % 2 ? '320500' : '110100'))
    expect(codes.filter((code) => rules.creditCode(code) !== null)).toEqual([])
    expect(codes.every((code) => code.slice(8, 11) === 'XXX')).toBe(true)
    expect(new Set(codes).size).toBe(2000)
  })

  test('have unique names, in any number', () => {
    const random = makeRandom(3)
    const usedNames = new Set<string>()
    const names = Array.from({ length: 400 }, () =>
      companyName(random, placeIn(random, '320500'), tradeFor(random), usedNames),
    )
    expect(new Set(names).size).toBe(400)
    expect(names.every((name) => name.startsWith('苏州') && name.endsWith('有限公司') && name.length <= 100)).toBe(true)
  })

  test('have valid phone numbers', () => {
    fc.assert(
      fc.property(seed, (from) => {
        expect(rules.phone(phoneOf(makeRandom(from)))).toBeNull()
      }),
    )
  })
})

describe('generated files', () => {
  test('include PDFs with a correct cross-reference table', () => {
    const text = pdfOf('A (line) with \\ signs').toString('latin1')
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
    expect(text.slice(start, start + 4)).toBe('xref')
    for (const [, at, n] of [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(
      (match, i) => [match[0], Number(match[1]), i + 1] as const,
    ))
      expect(text.slice(at, at + 7)).toBe(`${n} 0 obj`)
    expect(text).toContain('(A \\(line\\) with \\\\ signs)')
  })

  test('include PNG pictures of the requested size, the same every time', () => {
    const png = pngOf([1, 2, 3], 64, 32)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 32])
    expect(pngOf([1, 2, 3], 64, 32).equals(png)).toBe(true)
    const picture = worksOf('crane', [22, 93, 172], 64, 36)
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([64, 36])
    expect(worksOf('crane', [22, 93, 172], 64, 36).equals(picture)).toBe(true)
    expect(worksOf('plant', [22, 93, 172], 64, 36).equals(picture)).toBe(false)
  })

  test('include one just within the upload limit and one just above it', () => {
    const files = trials()
    const limit = 20 * 1024 * 1024
    expect([files['video-20mb.mp4']?.length, files['too-large.mp4']?.length]).toEqual([limit, limit + 1])
    expect(files['empty.pdf']).toHaveLength(0)
  })
})
