import { escapeMarkup } from '../../base/html/escape-markup.ts'
import { endOfTag, skipOther } from './scan.ts'

interface Tag {
  readonly kind: 'open' | 'close' | 'empty'
  /** With its prefix, as in `bpmn:process`. */
  readonly name: string
  readonly start: number
  /** After its last character. */
  readonly end: number
}

/** The tags of a text from a position on; comments and literal text are none. */
function* tagsFrom(xml: string, from: number): Generator<Tag> {
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

const localName = ({ name }: Tag) => name.replace(/^.*:/, '')

const firstProcess = (xml: string): Tag | null => {
  for (const tag of tagsFrom(xml, 0)) if (localName(tag) === 'process') return tag
  return null
}

/** The first element inside an open one that has this name: from its start tag to after its end tag. */
const childOf = (xml: string, parent: Tag, name: string): { start: number; end: number } | null => {
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

const withAttribute = (tag: string, name: string, value: string): string => {
  const attribute = `${name}="${escapeMarkup(value)}"`
  let isReplaced = false
  const replaced = tag.replace(/(\s)([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/g, (whole, space: string, key: string) => {
    if (key !== name) return whole
    isReplaced = true
    return `${space}${attribute}`
  })
  return isReplaced ? replaced : tag.replace(/^<[^\s/>]+/, (start) => `${start} ${attribute}`)
}

/** The text with this documentation as the first child of its process. */
const withDocumentation = (xml: string, process: Tag, description: string): string => {
  const name = process.name.replace(/[^:]*$/, 'documentation')
  const element = `<${name}>${escapeMarkup(description)}</${name}>`
  if (process.kind === 'empty') {
    const start = xml.slice(process.start, process.end).replace(/\s*\/>$/, '>')
    return `${xml.slice(0, process.start)}${start}${element}</${process.name}>${xml.slice(process.end)}`
  }
  const { start, end } = childOf(xml, process, 'documentation') ?? { start: process.end, end: process.end }
  return `${xml.slice(0, start)}${element}${xml.slice(end)}`
}

/**
 * A drawing whose first process has another name or description. Everything else stays as it is, also in an unfinished drawing, of
 * which a reader would drop what it does not understand.
 */
export const renameProcess = (
  xml: string,
  { name, description }: { readonly name: string | null; readonly description: string | null },
): string => {
  const process = name === null && description === null ? null : firstProcess(xml)
  if (!process) return xml
  const described = description === null ? xml : withDocumentation(xml, process, description)
  if (name === null) return described
  const end = endOfTag(described, process.start + 1) + 1
  return `${described.slice(0, process.start)}${withAttribute(described.slice(process.start, end), 'name', name)}${described.slice(end)}`
}
