import type { Text } from '../../kit/text.ts'
import { elementWords } from './bpmn-element-words.ts'
import { engineAttributeWords, engineElementWords } from './engine-words.ts'
import { propertyWords } from './property-words.ts'

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
const isOfEngine = (name: string) => name.includes(':') && !name.startsWith('bpmn:')
const wordIn = (table: Readonly<Record<string, Text>>, name: string): Text | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The type of an element in a file: `userTask` → `UserTask`. */
const typeNamed = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/**
 * What an element is called: by its type (`UserTask`, `bpmn:UserTask`), or by its name in a file (`flowable:taskListener`). One that no
 * table has is an element, or an extension of a tool.
 */
export const elementWord = (name: string): Text => {
  const type = typeNamed(localName(name))
  return isOfEngine(name)
    ? (wordIn(engineElementWords, type) ?? ['扩展', 'extension'])
    : (wordIn(elementWords, type) ?? ['元素', 'element'])
}

/** What a property is called, by its name with or without a prefix; null for one that no table has. */
export const propertyWord = (name: string): Text | null => {
  const local = localName(name)
  const tables = isOfEngine(name) ? [engineAttributeWords, propertyWords] : [propertyWords, engineAttributeWords]
  return tables.map((table) => wordIn(table, local)).find((word) => word !== undefined) ?? null
}

/** What a setting of an engine is called, by its name without a prefix, whether it is an attribute or an element; null for what none has. */
export const settingWord = (name: string): Text | null =>
  wordIn(engineAttributeWords, name) ?? wordIn(engineElementWords, typeNamed(name)) ?? null
