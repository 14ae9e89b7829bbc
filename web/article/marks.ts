/** A piece of a text: words, or an element with what stands in it. */
export type Piece = string | Marked
export interface Marked {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly inside: Piece[]
}

const piece = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)|</gi
const attribute = /([a-z-]+)="([^"]*)"/gi
const empty = ['br', 'hr', 'img']
/** Between their parts these have nothing to read. */
const bare = ['table', 'thead', 'tbody', 'tr', 'ul', 'ol']

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const signOf = (whole: string, name: string): string => {
  const number = /^#(x?)([0-9a-f]{1,6})$/i.exec(name)
  const code = number ? Number.parseInt(number[2] as string, number[1] ? 16 : 10) : Number.NaN
  return names[name] ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole)
}
const plain = (text: string) => text.replace(/&(#?\w+);/g, signOf)

/**
 * Reads cleaned HTML, as server/base/rich-text.ts leaves it and the editor writes it: the same pieces in the browser and on the
 * server. It is no reader of pages; of anything else it makes words.
 */
export const piecesOf = (html: string): readonly Piece[] => {
  const top: Marked = { tag: '', attributes: {}, inside: [] }
  const open = [top]
  for (const [, end, tag, attributes = '', words = '<'] of html.matchAll(piece)) {
    const here = open.at(-1) as Marked
    if (tag === undefined) {
      if (!bare.includes(here.tag) || words.trim()) here.inside.push(plain(words))
      continue
    }
    const name = tag.toLowerCase()
    const at = open.findLastIndex((one) => one.tag === name)
    if (end && at > 0) open.length = at
    if (end) continue
    const given = [...attributes.matchAll(attribute)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      plain(value),
    ])
    const made: Marked = { tag: name, attributes: Object.fromEntries(given), inside: [] }
    here.inside.push(made)
    if (!empty.includes(name)) open.push(made)
  }
  return top.inside
}

const within = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'code']

const wordsIn = (pieces: readonly Piece[]): string =>
  pieces
    .map((one) =>
      typeof one === 'string' ? one : within.includes(one.tag) ? wordsIn(one.inside) : ` ${wordsIn(one.inside)} `,
    )
    .join('')

/** What people read of a text, in one line. */
export const wordsOf = (html: string): string => wordsIn(piecesOf(html)).replace(/\s+/g, ' ').trim()
