import type { Text } from './text.ts'

/** What a common opinion may refer to by {项目}, {企业} …; a text that is inserted has the values instead. */
export const opinionVariables = {
  project: ['项目', 'project'],
  company: ['企业', 'enterprise'],
  stage: ['环节', 'stage'],
  missing: ['缺少材料', 'missing material'],
} as const satisfies Record<string, Text>

const mark = new RegExp(`【(${Object.values(opinionVariables).flat().join('|')})】`, 'i')

/** The first mark that nobody has replaced yet. Every form has this rule, so it is small. */
export const openMarkIn = (text: string): string | null => mark.exec(text)?.[0] ?? null
