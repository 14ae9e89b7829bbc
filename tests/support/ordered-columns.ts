/**
 * `select id::text … order by id` sorts by the text, which has the name of the column and hides it: the order is another one, and no
 * index has it. Finds such columns in the text of a statement.
 */

interface Level {
  readonly tokens: string[]
  readonly inner: Level[]
}

const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|::|\$\d+|\w+|[^\s\w]/g

/** The tokens of each pair of parentheses by themselves; the pair itself is one token. */
const levelsOf = (text: string): Level => {
  const root: Level = { tokens: [], inner: [] }
  const open = [root]
  for (const [token] of text.matchAll(tokenPattern)) {
    const level = open.at(-1) as Level
    if (token === '(') {
      const inner: Level = { tokens: [], inner: [] }
      level.tokens.push('()')
      level.inner.push(inner)
      open.push(inner)
    } else if (token === ')') open.pop()
    else level.tokens.push(token)
  }
  return root
}

const splitAtCommas = (tokens: readonly string[]): string[][] =>
  tokens.reduce<string[][]>(
    (parts, token) => {
      if (token === ',') parts.push([])
      else parts.at(-1)?.push(token)
      return parts
    },
    [[]],
  )

const nameOf = (token = '') => token.replaceAll('"', '')

/** The name that an output column has, if it is not simply the column of a table with this name. */
const computedName = (item: readonly string[]): string | null => {
  const at = item.lastIndexOf('as')
  const [value, alias] = at > 0 ? [item.slice(0, at), item[at + 1]] : [item, undefined]
  const cast = value.indexOf('::')
  const path = cast > 0 ? value.slice(0, cast) : value
  const isColumn = (path.length === 1 || (path.length === 3 && path[1] === '.')) && /^["\w]/.test(path.at(-1) ?? '')
  const column = isColumn ? nameOf(path.at(-1)) : null
  const name = alias === undefined ? column : nameOf(alias)
  return name === column && cast < 0 ? null : name
}

const ends = ['limit', 'offset', 'for', 'union', 'fetch']

const inLevel = ({ tokens, inner }: Level): string[] => {
  const words = tokens.map((token) => token.toLowerCase())
  const found = inner.flatMap(inLevel)
  // these sort by their outputs only
  if (words.includes('union') || words.includes('group')) return found
  for (let at = words.indexOf('order'); at >= 0; at = words.indexOf('order', at + 1)) {
    const select = words.lastIndexOf('select', at)
    const from = words.indexOf('from', select)
    if (words[at + 1] !== 'by' || select < 0 || from < 0 || from > at || words[select + 1] === 'distinct') continue
    const computed = splitAtCommas(tokens.slice(select + 1, from)).map(computedName)
    const end = words.findIndex((word, i) => i > at && ends.includes(word))
    const keys = splitAtCommas(tokens.slice(at + 2, end < 0 ? undefined : end))
    const names = keys.flatMap(([first, second]) =>
      second === undefined || /^(asc|desc|nulls)$/i.test(second) ? [nameOf(first)] : [],
    )
    found.push(...names.filter((name) => computed.includes(name)))
  }
  return found
}

/** The names of computed output columns by which a statement sorts. */
export const orderedOutputs = (text: string): string[] => (text.includes('order by') ? inLevel(levelsOf(text)) : [])
