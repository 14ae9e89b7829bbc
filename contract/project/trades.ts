import type { Text } from '../kit/text.ts'

/** First and last division of each section of GB/T 4754-2017 that may declare; of section G only cargo ports. */
const sections: Readonly<Record<string, readonly [first: number, last: number]>> = {
  B: [6, 12],
  C: [13, 43],
  D: [44, 46],
  G: [55, 55],
}
const port = '5532'

/** Whether a section or code of two to four digits may declare, or has one below it that may (docs/decisions/0046). */
export const mayDeclare = (code: string): boolean => {
  if (Object.hasOwn(sections, code)) return true
  if (!/^\d{2,4}$/.test(code)) return false
  const division = Number(code.slice(0, 2))
  return port.startsWith(code) || (division >= 6 && division <= 46)
}

/** Whether a division belongs to this section, if the section may declare. */
export const isOfSection = (division: string, section: string): boolean => {
  const [first, last] = sections[section] ?? [0, 0]
  return Number(division) >= first && Number(division) <= last
}

export const outsideTrades: Text = [
  '该行业不在申报范围内，申报范围为采矿业（B）、制造业（C）、电力、热力、燃气及水生产和供应业（D）和货运港口（5532）',
  'This industry is not eligible. Eligible are mining (B), manufacturing (C), electricity, heat, gas and water supply (D) and cargo ports (5532)',
]
const portRequiredText: Text = [
  '交通运输业仅受理货运港口，请选择到小类“5532 货运港口”',
  'In transport, only cargo ports are eligible; please choose class 5532',
]
const notBelow: Text = ['与上一级国民经济分类不一致', 'Does not belong to the selected parent category']

const names = ['nationalEconomy1', 'nationalEconomy2', 'nationalEconomy3', 'nationalEconomy4'] as const

/** Faults of a project's trade: a level that may not declare, or does not belong to the level above. */
export const tradeFaults = (information: Readonly<Record<string, unknown>>): { name: string; text: Text }[] => {
  const codes = names.map((name) => (typeof information[name] === 'string' ? (information[name] as string) : ''))
  const outside = codes.findIndex((code) => code !== '' && !mayDeclare(code))
  if (outside >= 0) return [{ name: names[outside] as string, text: outsideTrades }]
  const faults = codes.flatMap((code, i) => {
    const above = codes[i - 1]
    if (!code || above === undefined) return []
    const isConsistent = i === 1 ? above === '' || isOfSection(code, above) : above !== '' && code.startsWith(above)
    return isConsistent ? [] : [{ name: names[i] as string, text: notBelow }]
  })
  const open = codes.indexOf('')
  if (faults.length === 0 && codes[0] === 'G' && open > 1)
    return [{ name: names[open] as string, text: portRequiredText }]
  return faults
}
