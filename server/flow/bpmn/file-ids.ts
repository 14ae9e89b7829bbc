import type { Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { labelFor } from './problems.ts'
import { attributesIn, lineOf, localName, mapTags, prefixOf, type Tag, tagsFrom, withoutAttribute } from './xml-tags.ts'

/** What the reader accepts as an id; it drops an element with another one, with everything inside. */
const readable = /^([a-z][\w-.]*:)?[a-z_][\w-.]*$/i

const modelNamespace = 'http://www.omg.org/spec/BPMN/20100524/MODEL'

/** Elements that the process consists of. Ids of others, such as a lane or a note, only serve to draw them. */
const isOfProcess = (tag: Tag) =>
  /^(process|sequenceFlow|task|\w+Task|\w+Event|\w+Gateway|callActivity|transaction|\w*[sS]ubProcess)$/.test(
    localName(tag),
  )

/** The rule for ids, after the label of an element. */
export const idRule: Text = [
  '的标识应以字母或下划线开头，只含字母、数字、“_”“.”“-”，不超过 64 个字符，且不能是保留名',
  'needs an id of at most 64 letters, digits, “_”, “.” and “-” that starts with a letter or “_” and is no reserved name',
]
const twice: Text = ['第 {0} 行的标识“{1}”重复', 'the id “{1}” in line {0} is used twice']

const ofModel = (xml: string): ((tag: Tag) => boolean) => {
  const [root] = tagsFrom(xml, 0)
  const attributes = root ? [...attributesIn(xml.slice(root.start, root.end))] : []
  const prefixes = new Set(
    attributes
      .filter(([name, value]) => /^xmlns(:|$)/.test(name) && value === modelNamespace)
      .map(([name]) => name.slice('xmlns:'.length)),
  )
  return ({ kind, name }) => kind !== 'close' && prefixes.has(prefixOf(name))
}

export interface CheckedIds {
  /** The text in which every id can be read. */
  readonly xml: string
  readonly faults: readonly Fault[]
  /** How many ids of marks were left out. */
  readonly omitted: number
}

/**
 * Ids that cannot be read, or that two elements have: of the process they are faults, of a mark in the drawing they are left out,
 * since nothing of the process refers to them.
 */
export const checkFileIds = (text: string): CheckedIds => {
  const isOfModel = ofModel(text)
  const idOf = (tag: Tag) => attributesIn(text.slice(tag.start, tag.end)).get('id') || null
  const tags = [...tagsFrom(text, 0)].filter((tag) => isOfModel(tag) && idOf(tag) !== null)
  const used = new Set<string>()
  const faults = tags.filter(isOfProcess).flatMap((tag): Fault[] => {
    const id = idOf(tag) ?? ''
    if (used.has(id)) return [{ at: id, text: fill(twice, lineOf(text, tag.start), id) }]
    used.add(id)
    if (readable.test(id)) return []
    const [zh, en] = labelFor(localName(tag), attributesIn(text.slice(tag.start, tag.end)).get('name'), id)
    return [{ at: id, text: [`${zh}${idRule[0]}`, `The ${en} ${idRule[1]}`] }]
  })
  let omitted = 0
  const xml = mapTags(text, (tag, source) => {
    const id = isOfModel(tag) && !isOfProcess(tag) ? idOf(tag) : null
    if (id === null || (readable.test(id) && !used.has(id))) {
      if (id !== null) used.add(id)
      return null
    }
    omitted++
    return withoutAttribute(source, 'id')
  })
  return { xml, faults, omitted }
}
