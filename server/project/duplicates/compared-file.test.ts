import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Field, text } from '#contract/kit/field.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { informationFields } from '#contract/project/information.ts'
import { copyOf, informationWith, sentences } from '../../../tests/support/planted-texts.ts'
import { makeRandom } from '../../seed/demo/random.ts'
import {
  bandsOfFile,
  type ComparedFile,
  comparedFile,
  comparedName,
  degreeOf,
  degreesOf,
  equipmentLists,
  openFields,
  overviewFields,
} from './compared-file.ts'
import { templateWords } from './template-words.ts'

const words = templateWords({
  templateName: '2026年5G工厂申报',
  guide: '请说明项目背景、建设目标和主要做法。',
  materials: [],
})
const fileOf = (information: DraftPart, more: Record<string, DraftPart> = {}) =>
  comparedFile({ information, ...more }, words)
const isFound = (one: ComparedFile, other: ComparedFile): boolean => {
  const bands = new Set(bandsOfFile(other))
  return bandsOfFile(one).some((band) => bands.has(band)) && degreeOf(degreesOf(one, other)) > 0
}

describe('copies of an overview', () => {
  const random = makeRandom(161)
  const originals = Array.from({ length: 300 }, () => sentences(random, random.int(9, 40)))
  const files = originals.map((overview) => fileOf(informationWith(overview)))

  test.each([0.1, 0.2])('of which %d of the sentences are others are found, nine of ten at least', (changed) => {
    const found = originals.filter((overview, i) =>
      isFound(fileOf(informationWith(copyOf(random, overview, changed))), files[i] as ComparedFile),
    )
    expect(found.length / originals.length).toBeGreaterThanOrEqual(0.9)
  })

  test('are no other texts of the same words', () => {
    for (const [i, file] of files.entries())
      expect(files.slice(i + 1).filter((other) => degreeOf(degreesOf(file, other)) > 0)).toEqual([])
  })

  test('are the only ones that are read: few others share a band', () => {
    const bands = files.map((file) => new Set(bandsOfFile(file)))
    const pairs = bands.flatMap((one, i) =>
      bands.slice(i + 1).filter((other) => [...one].some((band) => other.has(band))),
    )
    expect(pairs.length / ((files.length * (files.length - 1)) / 2)).toBeLessThan(0.02)
  })
})

describe('how similar files are', () => {
  const name = '苏州精工齿轮数字化车间改造'

  test('is the same from both sides, and 100 only of equal parts', () => {
    const random = makeRandom(7)
    const part = fc.record({ projectName: fc.constantFrom(name, `${name}二期`, '5G工厂'), city: fc.constant('320500') })
    fc.assert(
      fc.property(part, part, fc.integer({ min: 0, max: 30 }), (a, b, count) => {
        const overview = sentences(random, count)
        const [one, other] = [fileOf(informationWith(overview, a)), fileOf(informationWith(overview.slice(3), b))]
        expect(degreesOf(one, other)).toEqual(degreesOf(other, one))
        expect(degreesOf(one, one).name).toBe(a.projectName === '5G工厂' ? 0 : 100)
        expect(degreesOf(one, other).name).toBeLessThanOrEqual(a.projectName === b.projectName ? 100 : 99)
      }),
      { numRuns: 50 },
    )
  })

  test('counts a name only at the same place, and without the words of the template', () => {
    const at = (city: string, more: DraftPart = {}) => fileOf({ projectName: name, city, ...more })
    expect(degreeOf(degreesOf(at('320500'), at('320500')))).toBe(100)
    expect(degreeOf(degreesOf(at('320500'), at('320100')))).toBe(0)
    const [one, other] = [
      at('320500', { district: '320505', address: '竹园路209号' }),
      at('320500', { district: '320581', address: '通港路88号' }),
    ]
    expect(degreeOf(degreesOf(one, other))).toBe(0)
    expect(degreeOf(degreesOf(one, at('320500', { district: '320505', address: '竹园路 209 号' })))).toBe(100)
    expect(degreesOf(fileOf({ projectName: '5G工厂项目' }), fileOf({ projectName: '5G工厂' })).name).toBe(0)
    expect(degreeOf(degreesOf(at('320500'), comparedName(`${name}项目`, '320500', words)))).toBeGreaterThan(80)
  })

  test('reads no field that is a trade secret', () => {
    const open = text('型号', 'Model')
    const fields = { open, secret: text('配方', 'Recipe', { isTradeSecret: true }) }
    expect(openFields(fields, () => true)).toEqual({ open })
    const inLists = equipmentLists.flatMap((list) => Object.values(list.fields))
    expect(inLists.length).toBeGreaterThan(10)
    expect(
      [...inLists, ...overviewFields.map((name) => informationFields[name])].filter(
        (field: Field) => field.isTradeSecret,
      ),
    ).toEqual([])
  })

  test('counts equipment without numbers, from four rows on, and no trade secrets', () => {
    const terminals = (count: number, more: object = {}) => ({
      terminals: Array.from({ length: count }, (_, i) => ({ terminalType: i, model: `AR-${i}`, qty: i, ...more })),
    })
    const degreeWith = (count: number, more: object = {}) =>
      degreeOf(
        degreesOf(
          fileOf({ city: '1' }, { facilities: terminals(count) }),
          fileOf({ city: '2' }, { facilities: terminals(count, more) }),
        ),
      )
    expect(degreeWith(4, { qty: 99 })).toBe(100)
    expect(degreeWith(3)).toBe(0)
    expect(degreeWith(4, { vendor: '另一厂商' })).toBe(0)
    const edge = (investment: number) => ({ edge: [{ mecMode: 1, nodeName: '一号', investment }] })
    expect(fileOf({}, { facilities: edge(7_654_321) })).toEqual(fileOf({}, { facilities: edge(1) }))
    const secrets = {
      innovation: { scenes: [{ solution: '保密方案'.repeat(40) }] },
      protection: { overview: '密'.repeat(90) },
    }
    expect(fileOf({ fundSelf: 5 }, secrets)).toEqual(fileOf({}))
  })
})
