import { flowableNamespace } from '#contract/flow/bpmn-descriptor.ts'
import {
  attributesIn,
  localName,
  mapAttributes,
  mapTags,
  prefixOf,
  type Tag,
  tagsFrom,
  withAttribute,
} from './xml-tags.ts'

/** Namespaces of the engines that Flowable comes from or that come from the same: their settings have the same names and meanings. */
export const isRelated = (uri: string) =>
  /^https?:\/\/(www\.)?(activiti\.org\/bpmn|camunda\.org\/schema\/1\.0\/bpmn)\/?$/i.test(uri)

const declaredPrefix = (name: string) => (name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : null)

/** Prefixes of related engines, as the file declares them. */
const relatedPrefixes = (xml: string): ReadonlySet<string> =>
  new Set(
    [...tagsFrom(xml, 0)].flatMap(({ start, end }) =>
      [...attributesIn(xml.slice(start, end))].flatMap(([name, uri]) =>
        isRelated(uri) ? (declaredPrefix(name) ?? []) : [],
      ),
    ),
  )

export interface ConvertedDialect {
  readonly xml: string
  /** The prefixes that were replaced. */
  readonly prefixes: readonly string[]
  /** How many attributes and elements have another name now. */
  readonly count: number
}

/** A file with the settings of related engines in the words of Flowable. */
export const toFlowable = (xml: string): ConvertedDialect => {
  const related = relatedPrefixes(xml)
  if (related.size === 0) return { xml, prefixes: [], count: 0 }
  const used = new Set<string>()
  let count = 0
  const renamed = (name: string): string | null => {
    if (!related.has(prefixOf(name))) return null
    used.add(prefixOf(name))
    return `flowable:${localName({ name })}`
  }
  const renamedAttributes = (source: string) => {
    const given = attributesIn(source)
    return mapAttributes(source, (name, whole, space) => {
      const other = renamed(name)
      if (other === null) return whole
      count++
      // a setting that stands there in both ways counts as Flowable reads it
      return given.has(other) ? '' : `${space}${other}${whole.slice(space.length + name.length)}`
    })
  }
  const tagOf = (tag: Tag, source: string) => {
    const name = renamed(tag.name)
    if (name !== null && tag.kind !== 'close') count++
    const start = tag.kind === 'close' ? '</' : '<'
    const attributes = tag.kind === 'close' ? source : renamedAttributes(source)
    return name === null ? attributes : `${start}${name}${attributes.slice(start.length + tag.name.length)}`
  }
  const converted = mapTags(xml, tagOf)
  return { xml: used.size ? declareFlowable(converted, used) : xml, prefixes: [...used], count }
}

/** Declares the one prefix, and no longer those that it has replaced. */
const declareFlowable = (xml: string, replaced: ReadonlySet<string>): string => {
  const withoutOthers = mapTags(xml, (_tag, source) =>
    mapAttributes(source, (name, whole) => (replaced.has(declaredPrefix(name) ?? '') ? '' : whole)),
  )
  const [root] = tagsFrom(withoutOthers, 0)
  if (!root) return withoutOthers
  const source = withoutOthers.slice(root.start, root.end)
  const declared = withAttribute(source, 'xmlns:flowable', flowableNamespace)
  return withoutOthers.slice(0, root.start) + declared + withoutOthers.slice(root.end)
}
