import { escapeMarkup } from '../../base/html/escape-markup.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { endOfTag } from './scan.ts'
import { attributesIn, childOf, localName, type Tag, tagsFrom, withAttribute } from './xml-tags.ts'

/** Changes of a text at the tags of elements. */
export interface TagEditor {
  setAttribute(element: BpmnElement, name: string, value: string): void
  /** Writes the text of a child element anew. */
  setChildText(element: BpmnElement, name: string, text: string): void
  removeChild(element: BpmnElement, name: string): void
}

const keyOf = (name: string, id: unknown) => `${name.toLowerCase()} ${id ?? ''}`

/** The start tags of elements by name and id; other tags than those of its kind may share the id of an element. */
const startTagsIn = (xml: string): ReadonlyMap<string, Tag> => {
  const tags = new Map<string, Tag>()
  for (const tag of tagsFrom(xml, 0)) {
    if (tag.kind === 'close') continue
    const key = keyOf(localName(tag), attributesIn(xml.slice(tag.start, tag.end)).get('id'))
    if (!tags.has(key)) tags.set(key, tag)
  }
  return tags
}

/** The text after these changes. Its tags are read once, however many changes there are (docs/decisions/0102). */
export const editTags = (xml: string, changes: readonly ((editor: TagEditor) => void)[]): string => {
  if (changes.length === 0) return xml
  const tags = startTagsIn(xml)
  const tagOf = ({ $type, id }: BpmnElement) => tags.get(keyOf($type.replace(/^bpmn:/, ''), id))
  const written = new Map<number, { readonly end: number; readonly text: string }>()
  const childRange = (element: BpmnElement, name: string) => {
    const tag = tagOf(element)
    return tag?.kind === 'open' ? childOf(xml, tag, name) : null
  }
  const editor: TagEditor = {
    setAttribute: (element, name, value) => {
      const tag = tagOf(element)
      if (!tag) return
      const text = written.get(tag.start)?.text ?? xml.slice(tag.start, tag.end)
      written.set(tag.start, { end: tag.end, text: withAttribute(text, name, value) })
    },
    setChildText: (element, name, text) => {
      const range = childRange(element, name)
      if (!range) return
      const start = xml.slice(range.start, endOfTag(xml, range.start + 1) + 1)
      const end = xml.slice(xml.lastIndexOf('</', range.end - 1), range.end)
      written.set(range.start, { end: range.end, text: start + escapeMarkup(text) + end })
    },
    removeChild: (element, name) => {
      const range = childRange(element, name)
      if (range) written.set(range.start, { end: range.end, text: '' })
    },
  }
  for (const change of changes) change(editor)
  const parts: string[] = []
  let from = 0
  for (const [start, { end, text }] of [...written].sort(([a], [b]) => a - b)) {
    parts.push(xml.slice(from, start), text)
    from = end
  }
  return parts.join('') + xml.slice(from)
}
