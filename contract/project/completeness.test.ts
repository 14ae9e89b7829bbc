import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentsFor } from '#server/seed/demo/documents.ts'
import { placeIn, tradeFor } from '#server/seed/demo/places.ts'
import { projectFor } from '#server/seed/demo/project.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import { faultsOf, progressOf } from './completeness.ts'
import type { Documents, DraftPart } from './draft-values.ts'
import { informationFields } from './information.ts'
import { parts } from './parts.ts'

const company = { commpanyName: '苏州澄川测试有限公司', organizationCode: '9144030071526726XG' }

const complete = (seed = 7): Record<string, DraftPart> => {
  const random = makeRandom(seed)
  return documentsFor(random, projectFor(random, placeIn(random, '320500'), tradeFor(random), company))
}

/** The complete declaration with some values of a part replaced; `withGroup` replaces values of a group in a part. */
const withPart = (part: string, values: DraftPart): Documents => {
  const all = complete()
  return { ...all, [part]: { ...all[part], ...values } }
}
const withGroup = (part: string, group: string, values: DraftPart): Documents =>
  withPart(part, { [group]: { ...(complete()[part]?.[group] as DraftPart), ...values } })

const messagesOf = (documents: Documents, ...rest: [Parameters<typeof faultsOf>[1]?]) =>
  faultsOf(documents, ...rest).map(({ at, text }) => `${at} ${text[0]}`)

describe('a declaration', () => {
  test('has no fault if it is complete, for any project', () => {
    for (let seed = 1; seed <= 40; seed++) expect([seed, messagesOf(complete(seed))]).toEqual([seed, []])
  })

  test('reports all missing required fields of the project at once, each with its own message', () => {
    const missing = messagesOf({ ...complete(), information: {} })
    const required = Object.entries(informationFields).filter(([, field]) => 'required' in field && field.required)
    expect(missing).toHaveLength(required.length)
    expect(missing).toEqual(
      expect.arrayContaining([
        'information.projectName 请输入项目名称',
        'information.province 请选择省份',
        'information.city 请选择城市',
        'information.operators 请至少选择一家合作运营商',
        'information.projectOverview 请输入项目概况',
      ]),
    )
  })

  test('has long texts in two parts counted as one input', () => {
    // rows that use up what one input may have counted: 60 characters of two code units each
    const rowsOf = (name: string) =>
      Array.from({ length: 200 }, (_, i) => ({ id: `r${i}`, [name]: 'e\u0301'.repeat(60) }))
    const lines = rowsOf('lineName')
    const tooLong = messagesOf({ factory: { lines }, facilities: { edge: rowsOf('nodeName') } }).filter((message) =>
      message.endsWith('不能超过60个字'),
    )
    expect(tooLong).toHaveLength(400 - Math.floor(40_000 / 120))
    expect(messagesOf({ factory: { lines } }).filter((message) => message.endsWith('不能超过60个字'))).toEqual([])
  })

  test('has faults in every part with required fields if it is empty', () => {
    const partsWithFaults = new Set(faultsOf({}).map(({ at }) => at.split('.')[0] as string))
    expect([...partsWithFaults].sort()).toEqual([
      'contact',
      'facilities',
      'factory',
      'implementation',
      'information',
      'innovation',
      'protection',
    ])
  })
})

describe('rules across fields', () => {
  test.each<[string, Documents, string]>([
    [
      '5G investment is at most the total investment',
      withPart('information', {
        totalInvestment: 100,
        fiveGInvestment: 101,
        fundSelf: 0,
        fundBank: 0,
        fundGov: 0,
        networkInvestment: 1,
      }),
      'information.fiveGInvestment 5G投资不能大于项目总投资',
    ],
    [
      'network investment is at most the total investment',
      withPart('information', {
        totalInvestment: 100,
        fiveGInvestment: 50,
        networkInvestment: 101,
        fundSelf: 0,
        fundBank: 0,
      }),
      'information.networkInvestment 网络投资不能大于项目总投资',
    ],
    [
      'funds add up to the total investment',
      withPart('information', {
        totalInvestment: 100,
        fiveGInvestment: 5,
        networkInvestment: 5,
        fundSelf: 50,
        fundBank: 20,
        fundGov: 10,
      }),
      'information.fundSelf 资金来源合计 80 万元，应等于项目总投资 100 万元',
    ],
    [
      'the finish date is not before the start date',
      withPart('information', { startDate: '2025-02-01', finishDate: '2025-01-31' }),
      'information.finishDate 完工日期不能早于开工日期',
    ],
    [
      'the education sector cannot declare',
      withPart('information', {
        nationalEconomy1: 'P',
        nationalEconomy2: '83',
        nationalEconomy3: '',
        nationalEconomy4: '',
      }),
      'information.nationalEconomy1 该行业不在申报范围内，申报范围为采矿业（B）、制造业（C）、电力、热力、燃气及水生产和供应业（D）和货运港口（5532）',
    ],
    [
      'a division belongs to its section',
      withPart('information', {
        nationalEconomy1: 'C',
        nationalEconomy2: '44',
        nationalEconomy3: '',
        nationalEconomy4: '',
      }),
      'information.nationalEconomy2 与上一级国民经济分类不一致',
    ],
    [
      'in transport, only cargo ports can declare',
      withPart('information', {
        nationalEconomy1: 'G',
        nationalEconomy2: '55',
        nationalEconomy3: '',
        nationalEconomy4: '',
      }),
      'information.nationalEconomy3 交通运输业仅受理货运港口，请选择到小类“5532 货运港口”',
    ],
    [
      'a group belongs to its division',
      withPart('information', {
        nationalEconomy1: 'C',
        nationalEconomy2: '39',
        nationalEconomy3: '381',
        nationalEconomy4: '',
      }),
      'information.nationalEconomy3 与上一级国民经济分类不一致',
    ],
    [
      'a class belongs to its group',
      withPart('information', {
        nationalEconomy1: 'C',
        nationalEconomy2: '39',
        nationalEconomy3: '',
        nationalEconomy4: '3911',
      }),
      'information.nationalEconomy4 与上一级国民经济分类不一致',
    ],
    [
      'a city belongs to its province',
      withPart('information', { province: '330000', city: '320500', district: '' }),
      'information.city 不属于所选的上级地区',
    ],
    [
      'a district belongs to its city',
      withPart('information', { district: '320102' }),
      'information.district 不属于所选的上级地区',
    ],
    [
      'there are no more connected machines than machines',
      withGroup('factory', 'factory', { equipmentTotal: 5, equipmentConnected: 6, equipment5G: 1 }),
      'factory.factory.equipmentConnected 已联网设备数不能大于设备总数',
    ],
    [
      'there are no more machines on 5G than connected machines',
      withGroup('factory', 'factory', { equipmentTotal: 9, equipmentConnected: 6, equipment5G: 7 }),
      'factory.factory.equipment5G 5G联网设备数不能大于已联网设备数',
    ],
    [
      'there is at least one scenario',
      withPart('innovation', { scenes: [] }),
      'innovation.scenes 请至少填写一个应用场景',
    ],
    [
      'a milestone does not end before it starts',
      withPart('implementation', {
        milestones: [{ id: 'm1', name: '一', planStart: '2025-02-01', planEnd: '2025-01-01' }],
      }),
      'implementation.milestones.m1.planEnd 计划完成不能早于计划开始',
    ],
    [
      'the main operator is one of the operators',
      withPart('information', { operators: '4' }),
      'facilities.network.operator 主要运营商应在“合作运营商”之中',
    ],
    [
      'an enterprise with a major safety accident cannot declare',
      withPart('protection', { safetyAccident3y: 1 }),
      'protection.safetyAccident3y 近三年发生重大安全生产事故的单位不得申报',
    ],
    [
      'an enterprise with a major environmental accident cannot declare',
      withPart('protection', { envAccident3y: 1 }),
      'protection.envAccident3y 近三年发生重大环境污染事故的单位不得申报',
    ],
    [
      'an enterprise on the list of dishonest persons cannot declare',
      withPart('protection', { dishonest: 1 }),
      'protection.dishonest 被列入失信名单的单位不得申报',
    ],
    [
      'a security incident needs an explanation',
      withPart('protection', { incident3y: 1 }),
      'protection.incidentNote 请说明网络安全事件及处置情况',
    ],
  ])('%s', (_rule, documents, message) => {
    expect(messagesOf(documents)).toEqual([message])
  })

  test('start and finish may be the same day, funds may differ by 0.01, and funds of 0 are not compared', () => {
    const dates = { startDate: '2025-02-01', finishDate: '2025-02-01' }
    const money = { totalInvestment: 100, fiveGInvestment: 100, networkInvestment: 100, fundBank: 0, fundGov: 0 }
    expect(messagesOf(withPart('information', { ...dates, ...money, fundSelf: 99.99 }))).toEqual([])
    expect(messagesOf(withPart('information', { ...dates, ...money, fundSelf: 0 }))).toEqual([])
  })

  test('an invalid value is reported only once, not also by a rule across fields', () => {
    const documents = withPart('information', { finishDate: '2025-02-30', startDate: '2025-03-01' })
    expect(messagesOf(documents)).toEqual(['information.finishDate 完工日期的值不正确'])
  })
})

describe('materials required by the template', () => {
  const materials = [
    { type: 1, title: '盖章申报书', required: 1 },
    { type: 2, title: null, required: 1 },
    { type: 3, title: '可选', required: 0 },
    { type: null, title: '无类型', required: 1 },
  ]

  test('each missing required material is named', () => {
    expect(messagesOf(complete(), materials)).toEqual([
      'material.files 缺少材料：盖章申报书',
      'material.files 缺少材料：第 2 类',
    ])
  })

  test('a file of the right type satisfies the requirement; a row without a file does not', () => {
    const files = [
      { id: 'f1', type: 1, attachId: '5' },
      { id: 'f2', type: 2, attachId: null },
    ]
    expect(messagesOf({ ...complete(), material: { files } }, materials)).toEqual([
      'material.files.f2.attachId 请上传文件',
      'material.files 缺少材料：第 2 类',
    ])
  })
})

describe('progress of a part', () => {
  test.each([
    ['nothing', undefined, 0],
    ['only empty values', { a: null, b: '', rows: [], group: { c: null } }, 0],
    ['values that have faults', { leaderName: '王明' }, 1],
    ['all values', complete().contact, 2],
  ] as const)('with %s is %s', (_what, document, state) => {
    const contact = document as DraftPart | undefined
    expect(progressOf('contact', contact, faultsOf({ ...complete(), contact }))).toBe(state)
  })

  test('is not affected by faults of other parts', () => {
    expect(progressOf('contact', { a: 1 }, [{ at: 'contacts.x', text: ['', ''] }])).toBe(2)
  })
})

test('faultsOf never throws, whatever the input', () => {
  const names = ['network', 'factory', 'scenes', 'milestones', 'files', 'operators', 'startDate', 'city', 'province']
  const document = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }))
  const all = fc.dictionary(fc.constantFrom(...parts.map(({ code }) => code)), document)
  fc.assert(
    fc.property(all, (documents) => {
      for (const { at, text } of faultsOf(documents)) expect([at.includes('.'), text.length]).toEqual([true, 2])
    }),
    { numRuns: 500 },
  )
})
