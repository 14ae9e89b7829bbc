import { download } from './storage/download.ts'

/**
 * The content of rich text: what the server stores, and what the editor and both readers show. No style and no script; the only
 * classes are those of the alignment. No external pictures: they would reveal the reader to another site.
 */

export type Alignment = 'center' | 'right'

/** Text is aligned to the left without a class. */
export const alignmentClass: Readonly<Record<Alignment, string>> = { center: 'align-center', right: 'align-right' }

/** Elements whose text can be aligned. */
export const alignedElements = ['p', 'h2', 'h3', 'h4'] as const

/** How the items of an ordered list are numbered: digits, letters or Roman numerals. */
export const listTypes = ['1', 'a', 'A', 'i', 'I'] as const

/** Schemes of links; a link may also be a path of this site. */
export const linkSchemes = ['https', 'http', 'mailto', 'tel'] as const

const plainElements = [
  ...(['br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup'] as const),
  ...(['table', 'thead', 'tbody', 'tr'] as const),
]
type Attributes = Readonly<Record<string, (value: string) => boolean>>

const isSpan = (value: string) => /^\d{1,3}$/.test(value)
const spans: Attributes = { colspan: isSpan, rowspan: isSpan }
const aligned: Attributes = { class: (value) => Object.values(alignmentClass).includes(value) }

/** Whether an address is a path of this site, or has an allowed scheme. */
const isLink = (href: string): boolean => {
  if (href.startsWith('/')) return !href.startsWith('//')
  return (linkSchemes as readonly string[]).includes(href.slice(0, Math.max(href.indexOf(':'), 0)).toLowerCase())
}

/** The allowed elements, each with its attributes and a check of their values. */
export const richTextElements: Readonly<Record<string, Attributes>> = {
  ...Object.fromEntries(plainElements.map((tag) => [tag, {}])),
  ...Object.fromEntries(alignedElements.map((tag) => [tag, aligned])),
  a: {
    href: isLink,
    target: (value) => value === '_blank',
    rel: (value) => value === 'noopener noreferrer',
  },
  img: { src: (value) => value.startsWith(`${download.path}?`), alt: () => true },
  ol: {
    start: (value) => /^\d{1,6}$/.test(value),
    type: (value) => (listTypes as readonly string[]).includes(value),
  },
  th: spans,
  td: spans,
}

/** Whether an element of rich text may have this attribute with this value. */
export const isAllowedAttribute = (tag: string, name: string, value: string): boolean => {
  const attributes = Object.hasOwn(richTextElements, tag) ? richTextElements[tag] : undefined
  return attributes !== undefined && Object.hasOwn(attributes, name) && attributes[name]?.(value) === true
}

/** Attributes of an element by name, as any program may write them. */
export type ElementAttributes = Readonly<Record<string, string | null | undefined>>

/** The alignment of an element: by its class, or by the style or the attribute that word processors and other editors write. */
export const alignmentOf = ({ class: names, style, align }: ElementAttributes): Alignment | null => {
  const [, styled] = /(?:^|;)\s*text-align:\s*([a-z-]+)/i.exec(style ?? '') ?? []
  const value = (styled ?? align)?.toLowerCase()
  if (value === 'center' || value === '-webkit-center') return 'center'
  if (value === 'right' || value === 'end') return 'right'
  if (value) return null
  const classes = (names ?? '').split(/\s+/)
  return (['center', 'right'] as const).find((one) => classes.includes(alignmentClass[one])) ?? null
}

const styledListTypes: Readonly<Record<string, string>> = {
  ...{ 'lower-alpha': 'a', 'lower-latin': 'a', 'upper-alpha': 'A', 'upper-latin': 'A' },
  ...{ 'lower-roman': 'i', 'upper-roman': 'I' },
}

/** The numbering of an ordered list: its type, or the style that other editors write; undefined for digits. */
export const listTypeOf = ({ type, style }: ElementAttributes): string | undefined => {
  const [, styled = ''] = /(?:^|;)\s*list-style(?:-type)?:\s*([a-z-]+)/i.exec(style ?? '') ?? []
  return type ?? styledListTypes[styled.toLowerCase()]
}
