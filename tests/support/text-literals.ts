export const chinese = /[\u3400-\u9fff\uff01-\uff5e\u3001\u3002]/

/** A literal with Chinese in a source file, with what stands before and after it. */
export interface ChineseLiteral {
  readonly literal: string
  readonly before: string
  readonly after: string
  readonly line: number
}

/** Literals of a file that hold Chinese; comments are left out. */
export const chineseLiterals = (text: string): ChineseLiteral[] => {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (gap) => gap.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/[^\n]*/g, '$1')
  return [...bare.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g)]
    .filter(([literal]) => chinese.test(literal))
    .map((match) => ({
      literal: match[0],
      before: bare.slice(0, match.index).trimEnd(),
      after: bare.slice(match.index + match[0].length).trimStart(),
      line: bare.slice(0, match.index).split('\n').length,
    }))
}

/** The English of a pair, or null if the literal is not the first of a pair. */
export const englishOf = ({ before, after }: ChineseLiteral): string | null => {
  if (!/[[(]$/.test(before)) return null
  const [, , english] = /^,\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1\s*[,\])]/.exec(after) ?? []
  return english !== undefined && !chinese.test(english) ? english : null
}
