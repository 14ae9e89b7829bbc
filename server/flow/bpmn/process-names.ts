import { escapeMarkup } from '../../base/html/escape-markup.ts'
import { endOfTag } from './scan.ts'
import { attributesIn, childOf, localName, type Tag, tagsFrom, withAttribute } from './xml-tags.ts'

/** The process that is deployed: the first, unless the file says that it is not executable and another one is. */
const mainProcess = (xml: string): Tag | null => {
  const processes = [...tagsFrom(xml, 0)].filter((tag) => tag.kind !== 'close' && localName(tag) === 'process')
  const isExecutable = ({ start, end }: Tag) => attributesIn(xml.slice(start, end)).get('isExecutable') !== 'false'
  return processes.find(isExecutable) ?? processes[0] ?? null
}

/** The text with this documentation as the first child of its process. */
const withDocumentation = (xml: string, process: Tag, description: string): string => {
  const name = `${process.name.slice(0, process.name.lastIndexOf(':') + 1)}documentation`
  const element = `<${name}>${escapeMarkup(description)}</${name}>`
  if (process.kind === 'empty') {
    const start = `${xml.slice(process.start, process.end - 2).trimEnd()}>`
    return `${xml.slice(0, process.start)}${start}${element}</${process.name}>${xml.slice(process.end)}`
  }
  const { start, end } = childOf(xml, process, 'documentation') ?? { start: process.end, end: process.end }
  return `${xml.slice(0, start)}${element}${xml.slice(end)}`
}

/**
 * A drawing whose process has another name or description. Everything else stays as it is, also in an unfinished drawing, of
 * which a reader would drop what it does not understand.
 */
export const renameProcess = (
  xml: string,
  { name, description }: { readonly name: string | null; readonly description: string | null },
): string => {
  const process = name === null && description === null ? null : mainProcess(xml)
  if (!process) return xml
  const described = description === null ? xml : withDocumentation(xml, process, description)
  if (name === null) return described
  const end = endOfTag(described, process.start + 1) + 1
  return `${described.slice(0, process.start)}${withAttribute(described.slice(process.start, end), 'name', name)}${described.slice(end)}`
}
