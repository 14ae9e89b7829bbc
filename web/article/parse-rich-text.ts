/** A node of a rich text: a string, or an element with children. */
export type RichTextNode = string | ElementNode
export interface ElementNode {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: RichTextNode[]
}

const nodePattern = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)|</gi
const attributePattern = /(?<![a-z-])([a-z-]+)="([^"]*)"/gi
const voidTags = ['br', 'hr', 'img']
/** Elements whose direct text, such as white space, is ignored. */
const structuralTags = ['table', 'thead', 'tbody', 'tr', 'ul', 'ol']

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}
const decodeEntity = (entity: string, name: string): string => {
  const number = /^#(x?)([0-9a-f]{1,6})$/i.exec(name)
  const code = number ? Number.parseInt(number[2] as string, number[1] ? 16 : 10) : Number.NaN
  return namedEntities[name] ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity)
}
const decodeEntities = (text: string) => text.replace(/&(#?\w+);/g, decodeEntity)

/**
 * Parses sanitized HTML as server/base/html/rich-text.ts and the editor write it, with equal results in the browser and on the
 * server. Not a general HTML parser: anything else becomes text.
 */
export const parseRichText = (html: string): readonly RichTextNode[] => {
  const root: ElementNode = { tag: '', attributes: {}, children: [] }
  const openElements = [root]
  for (const [, end, tag, attributes = '', words = '<'] of html.matchAll(nodePattern)) {
    const parentNode = openElements.at(-1) as ElementNode
    if (tag === undefined) {
      if (!structuralTags.includes(parentNode.tag) || words.trim()) parentNode.children.push(decodeEntities(words))
      continue
    }
    const name = tag.toLowerCase()
    const at = openElements.findLastIndex((one) => one.tag === name)
    if (end && at > 0) openElements.length = at
    if (end) continue
    const attributeEntries = [...attributes.matchAll(attributePattern)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      decodeEntities(value),
    ])
    const element: ElementNode = { tag: name, attributes: Object.fromEntries(attributeEntries), children: [] }
    parentNode.children.push(element)
    if (!voidTags.includes(name)) openElements.push(element)
  }
  return root.children
}

const inlineTags = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'code']

const textIn = (nodes: readonly RichTextNode[]): string =>
  nodes
    .map((one) =>
      typeof one === 'string' ? one : inlineTags.includes(one.tag) ? textIn(one.children) : ` ${textIn(one.children)} `,
    )
    .join('')

/** The plain text of rich text, in one line. */
export const plainTextOf = (html: string): string => textIn(parseRichText(html)).replace(/\s+/g, ' ').trim()
