import type { Text } from './text.ts'

/** What a common opinion may refer to by {项目}, {企业} …; a text that is inserted has the values instead. */
export const opinionVariables = {
  project: ['项目', 'project'],
  company: ['企业', 'enterprise'],
  stage: ['环节', 'stage'],
  missing: ['缺少材料', 'missing material'],
} as const satisfies Record<string, Text>

const marks = Object.values(opinionVariables).flatMap((names) => names.map((name) => `【${name}】`))

/** A mark that nobody has replaced yet. Every form has this rule, so it is small. */
export const openMarkIn = (text: string): string | null =>
  marks.find((mark) => text.toLowerCase().includes(mark)) ?? null
