import { elementWord } from '#contract/flow/bpmn-words/bpmn-words.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Shape } from './editor-parts.ts'

/** The kind of an element, as a heading or at the start of a line. */
export const kindOf = (type: string): Text => {
  const [zh, en] = elementWord(type)
  return [zh, en.charAt(0).toUpperCase() + en.slice(1)]
}

const nameIn = ({ businessObject }: Shape): string => String(businessObject.get('name') ?? '').trim()

/** An element in a list: its kind, and its name or what it connects. */
export const elementLabel = (shape: Shape): Text => {
  const { $type, id = shape.id } = shape.businessObject
  const [zh, en] = kindOf($type)
  const { source, target } = shape
  const ends = source && target ? `${nameIn(source) || source.id} → ${nameIn(target) || target.id}` : ''
  const name = nameIn(shape) || ends || id
  return [`${zh} ${name}`, `${en} ${name}`]
}
