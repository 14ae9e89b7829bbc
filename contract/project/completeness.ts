import { check, newBudget } from '../kit/check.ts'
import type { Fault } from '../kit/fail.ts'
import { split } from '../kit/field.ts'
import { fill, type Text } from '../kit/text.ts'
import { asGroup, asNumber, asRows, type Documents, type DraftPart, isBlank } from './draft-values.ts'
import { parts } from './parts.ts'
import { tradeFaults } from './trades.ts'

export interface MaterialRequirement {
  readonly type: number | null
  readonly title: string | null
  readonly required: number | null
}

type Rule = (documents: Documents, report: (at: string, text: Text) => void) => void

const money: Rule = ({ information = {} }, report) => {
  const total = asNumber(information.totalInvestment)
  if (total && asNumber(information.fiveGInvestment) > total)
    report('information.fiveGInvestment', [
      '5G投资不能大于项目总投资',
      '5G investment cannot exceed the total investment',
    ])
  if (total && asNumber(information.networkInvestment) > total)
    report('information.networkInvestment', [
      '网络投资不能大于项目总投资',
      'Network investment cannot exceed the total investment',
    ])
  const funds = ['fundSelf', 'fundBank', 'fundGov'].map((name) => asNumber(information[name]))
  const sum = funds.reduce((a, b) => a + b, 0)
  // amounts have two decimals: allow a rounding error of 0.01 in the sum
  if (sum && total && Math.round(Math.abs(sum - total) * 100) > 1)
    report(
      'information.fundSelf',
      fill(
        [
          '资金来源合计 {0} 万元，应等于项目总投资 {1} 万元',
          'The funding sources add up to {0} (10k yuan); they must equal the total investment of {1}',
        ],
        sum,
        total,
      ),
    )
}

const dates: Rule = ({ information = {} }, report) => {
  const { startDate, finishDate } = information
  if (typeof startDate === 'string' && typeof finishDate === 'string' && startDate > finishDate)
    report('information.finishDate', [
      '完工日期不能早于开工日期',
      'The completion date cannot be before the start date',
    ])
}

const trade: Rule = ({ information = {} }, report) => {
  for (const { name, text } of tradeFaults(information)) report(`information.${name}`, text)
}

const place: Rule = ({ information = {} }, report) => {
  const inside = (name: string, above: unknown, digits: number) => {
    const below = information[name]
    if (
      typeof below === 'string' &&
      below &&
      typeof above === 'string' &&
      below.slice(0, digits) !== above.slice(0, digits)
    )
      report(`information.${name}`, ['不属于所选的上级地区', 'Does not belong to the selected parent region'])
  }
  inside('city', information.province, 2)
  inside('district', information.city, 4)
}

const machines: Rule = ({ factory = {} }, report) => {
  const { equipmentTotal, equipmentConnected, equipment5G } = asGroup(factory.factory)
  if (asNumber(equipmentConnected) > asNumber(equipmentTotal))
    report('factory.factory.equipmentConnected', [
      '已联网设备数不能大于设备总数',
      'Connected machines cannot exceed the total number of machines',
    ])
  if (asNumber(equipment5G) > asNumber(equipmentConnected))
    report('factory.factory.equipment5G', [
      '5G联网设备数不能大于已联网设备数',
      'Machines on 5G cannot exceed the connected machines',
    ])
}

const scenes: Rule = ({ innovation = {} }, report) => {
  if (asRows(innovation.scenes).length === 0)
    report('innovation.scenes', ['请至少填写一个应用场景', 'Please add at least one scenario'])
}

const milestones: Rule = ({ implementation = {} }, report) => {
  asRows(implementation.milestones).forEach((row, i) => {
    if (typeof row.planStart === 'string' && typeof row.planEnd === 'string' && row.planStart > row.planEnd)
      report(`implementation.milestones.${row.id ?? i}.planEnd`, [
        '计划完成不能早于计划开始',
        'The planned end cannot be before the planned start',
      ])
  })
}

const eligibility: Rule = ({ protection = {} }, report) => {
  const exclusions: [string, Text][] = [
    [
      'safetyAccident3y',
      [
        '近三年发生重大安全生产事故的单位不得申报',
        'Organisations with a major safety accident in the last three years cannot declare',
      ],
    ],
    [
      'envAccident3y',
      [
        '近三年发生重大环境污染事故的单位不得申报',
        'Organisations with a major environmental accident in the last three years cannot declare',
      ],
    ],
    ['dishonest', ['被列入失信名单的单位不得申报', 'Organisations listed as dishonest cannot declare']],
  ]
  for (const [name, text] of exclusions) if (protection[name] === 1) report(`protection.${name}`, text)
  if (protection.incident3y === 1 && !protection.incidentNote)
    report('protection.incidentNote', [
      '请说明网络安全事件及处置情况',
      'Please describe the incident and how it was handled',
    ])
}

const operators: Rule = ({ information = {}, facilities = {} }, report) => {
  const main = asGroup(facilities.network).operator
  const operatorKeys = split(typeof information.operators === 'string' ? information.operators : '')
  if (typeof main === 'number' && operatorKeys.length > 0 && !operatorKeys.includes(String(main)))
    report('facilities.network.operator', [
      '主要运营商应在“合作运营商”之中',
      'The main operator must be among the operators of the project',
    ])
}

const rules: readonly Rule[] = [money, dates, trade, place, machines, scenes, milestones, eligibility, operators]

const materials = (
  documents: Documents,
  requirements: readonly MaterialRequirement[],
  names: (type: number) => Text,
): Fault[] => {
  const files = asRows(documents.material?.files).filter((row) => row.attachId)
  return requirements
    .filter(({ type, required }) => type !== null && required === 1 && !files.some((row) => row.type === type))
    .map(({ type, title }) => ({
      at: 'material.files',
      text: fill(['缺少材料：{0}', 'Missing material: {0}'], title || names(type as number)),
    }))
}

/**
 * All faults that prevent submission of a declaration: each part by its own fields, then the rules across parts, then the
 * materials that the template requires. Paths start with the code of the part. The screens and the server call this function.
 */
export const faultsOf = (
  documents: Documents,
  requirements: readonly MaterialRequirement[] = [],
  materialName: (type: number) => Text = (type) => [`第 ${type} 类`, `type ${type}`],
): Fault[] => {
  const options = { mode: 'new', budget: newBudget() } as const
  const faults: Fault[] = parts.flatMap(({ code, fields }) =>
    check(fields, documents[code] ?? {}, options).faults.map(({ at, text }) => ({ at: `${code}.${at}`, text })),
  )
  const faultPaths = new Set(faults.map(({ at }) => at))
  for (const rule of rules)
    rule(documents, (at, text) => {
      if (!faultPaths.has(at)) faults.push({ at, text })
    })
  return [...faults, ...materials(documents, requirements, materialName)]
}

/** Progress of a part: 0 not started, 1 in progress, 2 complete; `faults` are those of the whole declaration. */
export const progressOf = (code: string, document: DraftPart | undefined, faults: readonly Fault[]): 0 | 1 | 2 => {
  const filled = Object.values(document ?? {}).some((value) => !isBlank(value))
  if (!filled) return 0
  return faults.some(({ at }) => at === code || at.startsWith(`${code}.`)) ? 1 : 2
}
