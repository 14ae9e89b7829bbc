import { opinionVariables } from './opinion-marks.ts'
import type { Text } from './text.ts'

type VariableName = keyof typeof opinionVariables

/** The values in the matter that the opinion is about; a variable without one becomes a mark. */
export type OpinionValues = Readonly<Partial<Record<VariableName, string | null>>>

const entries = Object.entries(opinionVariables) as [VariableName, Text][]
const variableOf = (word: string): VariableName | undefined =>
  entries.find(([, names]) => names.some((name) => name === word.trim().toLowerCase()))?.[0]

const inMarks = /【([^【】\n]{1,40})】/g
const inBraces = /\{([^{}\n]{1,40})\}/g

/** A common opinion as it is inserted: with its values, and a mark such as 【缺少材料】 where there is none. */
export const withValues = (text: string, values: OpinionValues): string =>
  text.replace(inBraces, (whole: string, word: string) => {
    const name = variableOf(word)
    return name ? values[name]?.trim() || `【${word.trim()}】` : whole
  })

/** The reverse, for an opinion that is kept for later: its marks are variables again. */
export const withVariables = (text: string): string =>
  text.replace(inMarks, (whole: string, word: string) => (variableOf(word) ? `{${word}}` : whole))

/** The first variable that does not exist. */
export const unknownVariableIn = (text: string): string | null =>
  [...text.matchAll(inBraces)].find(([, word = '']) => !variableOf(word))?.[0] ?? null
