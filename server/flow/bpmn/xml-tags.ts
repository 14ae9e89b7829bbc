import { escapeMarkup } from '../../base/html/escape-markup.ts'
import { endOfTag, skipOther } from './scan.ts'

/** A start tag, an end tag or an empty element in a text. */
export interface Tag {
  readonly kind: 'open' | 'close' | 'empty'
  /** With its prefix, as in `bpmn:process`. */
  readonly name: string
  readonly start: number
  /** After its last character. */
  readonly end: number
}

/** The tags of a text from a position on; comments and literal text are none. */
export function* tagsFrom(xml: string, from: number): Generator<Tag> {
  for (let at = xml.indexOf('<', from); at >= 0; at = xml.indexOf('<', at)) {
    const otherEnd = skipOther(xml, at)
    if (otherEnd >= 0) {
      at = otherEnd
      continue
    }
    const end = endOfTag(xml, at + 1) + 1
    const kind = xml[at + 1] === '/' ? 'close' : xml[end - 2] === '/' ? 'empty' : 'open'
    yield { kind, name: /^<\/?([^\s/>]*)/.exec(xml.slice(at, end))?.[1] ?? '', start: at, end }
    at = end
  }
}

export const localName = ({ name }: Pick<Tag, 'name'>): string => name.replace(/^.*:/, '')
export const prefixOf = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '')

const attributePattern = /(\s)([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The attributes of a start tag, as they are written. */
export const attributesIn = (tag: string): ReadonlyMap<string, string> =>
  new Map([...tag.matchAll(attributePattern)].map(([, , name = '', double, single]) => [name, double ?? single ?? '']))

/** The tag with each attribute as `change` writes it, with the space before it. */
export const mapAttributes = (tag: string, change: (name: string, whole: string, space: string) => string): string =>
  tag.replace(attributePattern, (whole, space: string, name: string) => change(name, whole, space))

export const withAttribute = (tag: string, name: string, value: string): string => {
  const attribute = `${name}="${escapeMarkup(value)}"`
  let isReplaced = false
  const replaced = mapAttributes(tag, (key, whole, space) => {
    if (key !== name) return whole
    isReplaced = true
    return `${space}${attribute}`
  })
  return isReplaced ? replaced : tag.replace(/^<[^\s/>]+/, (start) => `${start} ${attribute}`)
}

export const withoutAttribute = (tag: string, name: string): string =>
  mapAttributes(tag, (key, whole) => (key === name ? '' : whole))

/** A text with some of its tags written anew; `change` answers null to keep one. */
export const mapTags = (xml: string, change: (tag: Tag, text: string) => string | null): string => {
  const parts: string[] = []
  let from = 0
  for (const tag of tagsFrom(xml, 0)) {
    const changed = change(tag, xml.slice(tag.start, tag.end))
    if (changed === null) continue
    parts.push(xml.slice(from, tag.start), changed)
    from = tag.end
  }
  return parts.length ? parts.join('') + xml.slice(from) : xml
}

/** The first element inside an open one that has this name: from its start tag to after its end tag. */
export const childOf = (xml: string, parent: Tag, name: string): { start: number; end: number } | null => {
  let depth = 0
  let start = -1
  for (const tag of tagsFrom(xml, parent.end)) {
    if (tag.kind === 'close') depth--
    if (depth < 0) return null
    const isMatch = depth === 0 && localName(tag) === name
    if (isMatch && tag.kind === 'open') start = tag.start
    else if (isMatch) return { start: tag.kind === 'empty' ? tag.start : start, end: tag.end }
    if (tag.kind === 'open') depth++
  }
  return null
}

/** The line of a position, counted from 1. */
export const lineOf = (xml: string, at: number): number => xml.slice(0, at).split('\n').length
