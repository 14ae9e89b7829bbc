import { consoleWords } from '#contract/console-words.ts'
import { kitTerms } from '#contract/kit/kit-terms.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'

/** The tables of texts that have a name, by how declarations import them. A text with a name is written by it (docs/HOUSE.md). */
const tables = { consoleWords, kitTerms, words } as const
const paths = { consoleWords: '../console-words.ts', kitTerms: '../kit/kit-terms.ts', words: '../words.ts' } as const

/** The English text of each Chinese one that has a name. */
export const namedTexts: ReadonlyMap<string, string> = new Map(
  Object.values(tables).flatMap((table) => Object.values(table as Readonly<Record<string, Text>>)),
)

/** The name of a text: `consoleWords.remark`; null if it has none. */
export const nameOfText = ([zh, en]: Text): string | null => {
  for (const [table, texts] of Object.entries(tables))
    for (const [name, text] of Object.entries(texts as Readonly<Record<string, Text>>))
      if (text[0] === zh && text[1] === en) return `${table}.${name}`
  return null
}

/** The lines that import the tables whose names stand in this code. */
export const importsOfNames = (code: string): string[] =>
  Object.entries(paths)
    .filter(([table]) => code.includes(`${table}.`))
    .map(([table, path]) => `import { ${table} } from '${path}'`)
