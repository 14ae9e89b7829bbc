import type { Fault } from '../kit/fail.ts'
import { fill, type Text } from '../kit/text.ts'
import { asGroup, asNumber, asRows, type Documents, type DraftPart, isBlank } from './draft-values.ts'
import { changeOf } from './innovation.ts'

type ReportHint = (at: string, text: Text) => void
type Rule = (documents: Documents, report: ReportHint) => void

/** A hint: the usual minimum of scenarios for a line, a workshop and a factory (docs/decisions/0046). */
const recommendedScenes: Readonly<Record<number, readonly [min: number, level: Text]>> = {
  1: [3, ['产线级', 'production line']],
  2: [5, ['车间级', 'workshop']],
  3: [8, ['工厂级', 'factory']],
}

/** Dictionary keys of the indicators that improve when they increase: output and use of machines. Others should decrease. */
const greaterIsBetter: readonly unknown[] = [1, 7]

const isNumber = (value: unknown): value is number => typeof value === 'number'
const idOf = (row: DraftPart, i: number) => (typeof row.id === 'string' ? row.id : String(i))

const money: Rule = ({ information }, report) => {
  const { totalInvestment: total, fiveGInvestment: fiveG } = information ?? {}
  if (!isNumber(total) || total <= 0) return
  if (total < 10 || total > 1_000_000)
    report(
      'information.totalInvestment',
      fill(
        [
          '项目总投资为 {0} 万元，请核实单位是否为万元',
          'The total investment is {0} (10k yuan); please check the unit',
        ],
        total,
      ),
    )
  if (isNumber(fiveG) && fiveG === total)
    report('information.fiveGInvestment', [
      '5G投资额与项目总投资相同，请核实',
      'The 5G investment equals the total investment; please check',
    ])
  if (isNumber(fiveG) && fiveG < total / 100)
    report('information.fiveGInvestment', [
      '5G投资额不足项目总投资的1%，请核实',
      'The 5G investment is below 1% of the total investment; please check',
    ])
  if (['fundSelf', 'fundBank', 'fundGov'].every((name) => !asNumber(information?.[name])))
    report('information.fundSelf', ['未填写资金来源，建议补充', 'No funding source is entered'])
}

const machines: Rule = ({ factory }, report) => {
  const { equipment5G } = asGroup(factory?.factory)
  if (equipment5G === 0)
    report('factory.factory.equipment5G', ['5G联网设备数为0，请核实', 'No machine is on 5G; please check'])
  asRows(factory?.lines).forEach((row, i) => {
    const at = `factory.lines.${idOf(row, i)}`
    if (isNumber(row.devices) && asNumber(row.devices5G) > row.devices)
      report(`${at}.devices5G`, [
        '5G设备数大于该产线设备数，请核实',
        'The line has more machines on 5G than machines in total; please check',
      ])
    if (isNumber(row.taktBefore) && asNumber(row.taktAfter) > row.taktBefore)
      report(`${at}.taktAfter`, [
        '改造后节拍比改造前长，请核实是否填反',
        'The takt is longer than before; please check',
      ])
  })
}

const terminals: Rule = ({ facilities }, report) => {
  if (facilities && asRows(facilities.terminals).length === 0)
    report('facilities.terminals', ['未填写5G终端，建议补充', 'No 5G terminals are entered'])
}

const scenes: Rule = ({ information, innovation }, report) => {
  const [min, level] = recommendedScenes[asNumber(information?.factoryLevel)] ?? [0, ['', '']]
  const count = asRows(innovation?.scenes).length
  if (innovation && count > 0 && count < min)
    report(
      'innovation.scenes',
      fill(
        [
          '{0}项目建议填写不少于{1}个应用场景，目前{2}个',
          'A {0} project should have at least {1} scenarios; this one has {2}',
        ],
        level,
        min,
        count,
      ),
    )
}

const result = (row: DraftPart, at: string, report: ReportHint) => {
  const { indicator, before, after } = row
  if (isBlank(typeof row.unit === 'string' ? row.unit.trim() : row.unit))
    report(`${at}.unit`, ['未填写单位，数值无法核对，建议补充', 'No unit is entered, so the values cannot be checked'])
  if (!isNumber(before) || !isNumber(after)) return
  const isWorse = greaterIsBetter.includes(indicator) ? after < before : after > before
  const change = changeOf(before, after) ?? 0
  if (before === after)
    report(`${at}.after`, ['应用前后数值相同，请核实', 'The values before and after are the same; please check'])
  else if (isNumber(indicator) && isWorse)
    report(
      `${at}.after`,
      fill(
        ['应用后（{0}）比应用前（{1}）差，请核实是否填反', 'After ({0}) is worse than before ({1}); please check'],
        after,
        before,
      ),
    )
  else if (change > 200 || change < -90)
    report(`${at}.after`, fill(['变化幅度为{0}%，请核实', 'The change is {0}%; please check'], change))
}

const results: Rule = ({ innovation }, report) => {
  if (!innovation) return
  const rows = asRows(innovation.results)
  if (rows.length === 0) report('innovation.results', ['未填写应用成效，建议补充', 'No results are entered'])
  rows.forEach((row, i) => {
    result(row, `innovation.results.${idOf(row, i)}`, report)
  })
}

const data: Rule = ({ protection }, report) => {
  if (protection?.importantData === 1 && protection.dataClassified === 0)
    report('protection.dataClassified', [
      '涉及重要数据但未开展数据分类分级，请核实',
      'Important data is involved but not classified; please check',
    ])
  if (asNumber(protection?.classifiedLevel) >= 2 && isBlank(protection?.recordNo))
    report('protection.recordNo', [
      '等级保护二级及以上应有备案编号，建议补充',
      'Level 2 and above should have a filing number',
    ])
}

const plans: Rule = ({ information, implementation }, report) => {
  if (!implementation) return
  const funds = asRows(implementation.fundPlan)
  if (asRows(implementation.milestones).length === 0)
    report('implementation.milestones', ['未填写里程碑，建议补充', 'No milestones are entered'])
  if (funds.length === 0) report('implementation.fundPlan', ['未填写资金计划，建议补充', 'No funding plan is entered'])
  const total = asNumber(information?.totalInvestment)
  const sum = Math.round(funds.reduce((subtotal, { amount }) => subtotal + asNumber(amount), 0) * 100) / 100
  if (funds.length > 0 && total > 0 && Math.abs(sum - total) > 0.01)
    report(
      'implementation.fundPlan',
      fill(
        [
          '资金计划合计{0}万元，与项目总投资{1}万元不一致',
          'The funding plan adds up to {0} (10k yuan); the total investment is {1}',
        ],
        sum,
        total,
      ),
    )
}

const rules: readonly Rule[] = [money, machines, terminals, scenes, results, data, plans]

/**
 * Improbable but possible values of a declaration: messages by path, which do not prevent submission. Absent or empty parts
 * have none. The declarant sees them before submission, the reviewer next to the values.
 */
export const hintsOf = (documents: Documents): Fault[] => {
  const filledParts = Object.fromEntries(Object.entries(documents).filter(([, body]) => !isBlank(body)))
  const hints: Fault[] = []
  for (const rule of rules) rule(filledParts, (at, text) => hints.push({ at, text }))
  return hints
}
