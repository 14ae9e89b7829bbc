import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentsFor } from '#server/seed/demo/documents.ts'
import { placeIn, tradeFor } from '#server/seed/demo/places.ts'
import { projectFor } from '#server/seed/demo/project.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import type { Documents, DraftPart } from './draft-values.ts'
import { hintsOf } from './hints.ts'
import { parts } from './parts.ts'

const company = { commpanyName: '苏州澄川测试有限公司', organizationCode: '9144030071526726XG' }
const complete = (seed = 7): Record<string, DraftPart> => {
  const random = makeRandom(seed)
  return documentsFor(random, projectFor(random, placeIn(random, '320500'), tradeFor(random), company))
}
const hintTexts = (documents: Documents) => hintsOf(documents).map(({ at, text }) => `${at} ${text[0]}`)
/** The hints caused by values of a part, without those that the complete declaration has anyway. */
const newHints = (part: string, values: DraftPart) => {
  const all = complete()
  const before = hintTexts(all)
  return hintTexts({ ...all, [part]: { ...all[part], ...values } }).filter((one) => !before.includes(one))
}
const resultHints = (values: DraftPart) => newHints('innovation', { results: [{ id: 'r1', unit: '%', ...values }] })
const sceneHints = (count: number, factoryLevel: number) =>
  hintTexts({
    information: { factoryLevel },
    innovation: { scenes: Array.from({ length: count }, (_, i) => ({ id: `s${i}` })), results: [{ unit: '%' }] },
  })

describe('a complete declaration', () => {
  test('has no hint except for few scenarios', () => {
    for (let seed = 1; seed <= 40; seed++)
      expect([seed, hintTexts(complete(seed)).filter((one) => !one.startsWith('innovation.scenes'))]).toEqual([
        seed,
        [],
      ])
  })
})

describe('hints about results', () => {
  test.each<[string, DraftPart, string[]]>([
    [
      'more defects',
      { indicator: 3, before: 2.4, after: 3.4 },
      ['after 应用后（3.4）比应用前（2.4）差，请核实是否填反'],
    ],
    ['fewer defects', { indicator: 3, before: 3.4, after: 2.4 }, []],
    [
      'less output',
      { indicator: 1, before: 120, after: 100 },
      ['after 应用后（100）比应用前（120）差，请核实是否填反'],
    ],
    [
      'less equipment in use',
      { indicator: 7, before: 90, after: 80 },
      ['after 应用后（80）比应用前（90）差，请核实是否填反'],
    ],
    ['no change', { indicator: 1, before: 1, after: 1 }, ['after 应用前后数值相同，请核实']],
    ['an implausible increase', { indicator: 1, before: 10, after: 50 }, ['after 变化幅度为400%，请核实']],
    ['an implausible decrease', { indicator: 2, before: 100, after: 2 }, ['after 变化幅度为-98%，请核实']],
    ['a missing unit', { indicator: 1, before: 1, after: 2, unit: ' ' }, ['unit 未填写单位，数值无法核对，建议补充']],
    ['text instead of a number', { indicator: 3, before: '2.4', after: '约3' }, []],
  ])('%s', (_what, values, hints) => {
    expect(resultHints(values)).toEqual(hints.map((hint) => `innovation.results.r1.${hint}`))
  })

  test('no results at all', () => {
    expect(newHints('innovation', { results: [] })).toEqual(['innovation.results 未填写应用成效，建议补充'])
  })
})

describe('hints about scenarios', () => {
  test.each([
    [1, 3, ['innovation.scenes 工厂级项目建议填写不少于8个应用场景，目前1个']],
    [8, 3, []],
    [4, 2, ['innovation.scenes 车间级项目建议填写不少于5个应用场景，目前4个']],
    [3, 1, []],
    [0, 3, []],
    [1, 9, []],
  ])('%i scenarios in a project of level %i', (count, level, hints) => {
    expect(sceneHints(count, level)).toEqual(hints)
  })
})

describe('hints about money, machines, data and plans', () => {
  test.each<[string, string, DraftPart, string[]]>([
    [
      'a 5G investment equal to the total investment',
      'information',
      { totalInvestment: 100, fiveGInvestment: 100 },
      ['information.fiveGInvestment 5G投资额与项目总投资相同，请核实'],
    ],
    [
      'a 5G investment below 1% of the total investment',
      'information',
      { fiveGInvestment: 1 },
      ['information.fiveGInvestment 5G投资额不足项目总投资的1%，请核实'],
    ],
    [
      'an amount in yuan instead of 10k yuan',
      'information',
      { totalInvestment: 70_020_000, fiveGInvestment: 10_000_000 },
      ['information.totalInvestment 项目总投资为 70020000 万元，请核实单位是否为万元'],
    ],
    [
      'no sources of funds',
      'information',
      { fundSelf: null, fundBank: 0, fundGov: '' },
      ['information.fundSelf 未填写资金来源，建议补充'],
    ],
    [
      'no machine on 5G',
      'factory',
      { factory: { equipment5G: 0 } },
      ['factory.factory.equipment5G 5G联网设备数为0，请核实'],
    ],
    [
      'a line with more 5G devices than devices',
      'factory',
      { lines: [{ id: 'l', devices: 2, devices5G: 3 }] },
      ['factory.lines.l.devices5G 5G设备数大于该产线设备数，请核实'],
    ],
    [
      'a line that is slower after the change',
      'factory',
      { lines: [{ taktBefore: 30, taktAfter: 31 }] },
      ['factory.lines.0.taktAfter 改造后节拍比改造前长，请核实是否填反'],
    ],
    ['no terminals', 'facilities', { terminals: [] }, ['facilities.terminals 未填写5G终端，建议补充']],
    [
      'important data that is not classified',
      'protection',
      { importantData: 1, dataClassified: 0 },
      ['protection.dataClassified 涉及重要数据但未开展数据分类分级，请核实'],
    ],
    [
      'a protection level without a record number',
      'protection',
      { classifiedLevel: 2, recordNo: null },
      ['protection.recordNo 等级保护二级及以上应有备案编号，建议补充'],
    ],
    ['no milestones', 'implementation', { milestones: [] }, ['implementation.milestones 未填写里程碑，建议补充']],
    ['no funding plan', 'implementation', { fundPlan: [] }, ['implementation.fundPlan 未填写资金计划，建议补充']],
  ])('%s', (_what, part, values, hints) => {
    expect(newHints(part, values).filter((one) => !one.startsWith('implementation.fundPlan 资金计划合计'))).toEqual(
      hints,
    )
  })

  test('a funding plan that differs from the total investment', () => {
    expect(
      hintTexts({
        information: { totalInvestment: 100, fundSelf: 100 },
        implementation: { milestones: [{}], fundPlan: [{ amount: 60.1 }, { amount: 30 }] },
      }),
    ).toEqual(['implementation.fundPlan 资金计划合计90.1万元，与项目总投资100万元不一致'])
  })
})

test('an empty declaration has no hints', () => {
  expect(hintsOf({})).toEqual([])
  expect(hintsOf(Object.fromEntries(parts.map(({ code }) => [code, { rows: [], group: { a: null } }])))).toEqual([])
})

test('hintsOf never throws, whatever the input', () => {
  const names = [
    'factory',
    'lines',
    'scenes',
    'results',
    'milestones',
    'fundPlan',
    'terminals',
    'factoryLevel',
    'indicator',
  ]
  const document = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }))
  const all = fc.dictionary(fc.constantFrom(...parts.map(({ code }) => code)), document)
  fc.assert(
    fc.property(all, (documents) => {
      for (const { at, text } of hintsOf(documents)) expect([at.includes('.'), text.length]).toEqual([true, 2])
    }),
    { numRuns: 500 },
  )
})
