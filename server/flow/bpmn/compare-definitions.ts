import type { Difference, ElementGroup, ElementProperty, PropertyChange } from '#contract/flow/differences.ts'
import { nodeName, type Outline, type OutlineFlow, type OutlineNode } from '#contract/flow/outline.ts'
import { groupOf } from './outline.ts'

type Properties = Readonly<Partial<Record<ElementProperty, string>>>

/** An element in the form in which both kinds are compared. */
interface Element {
  readonly id: string
  readonly group: ElementGroup
  readonly name: string
  readonly properties: Properties
}

/** Properties whose values are ids of nodes, which readers know by their names. */
const references: readonly ElementProperty[] = ['parent', 'attachedTo', 'source', 'target']

const elementOf = (node: OutlineNode): Element => ({
  id: node.id,
  group: groupOf(node),
  name: node.name || node.id,
  properties: node.properties,
})

const flowElement = (outline: Outline, flow: OutlineFlow): Element => {
  const { id, name, source, target, condition, isDefault, properties } = flow
  const ends = `${nodeName(outline, source)} → ${nodeName(outline, target)}`
  return {
    id,
    group: 'flow',
    name: name ? `${name} (${ends})` : ends,
    properties: { ...properties, source, target, condition: condition ?? '', isDefault: isDefault ? 'yes' : '' },
  }
}

const elementsOf = (outline: Outline): ReadonlyMap<string, Element> => {
  const process: Element = { id: '', group: 'process', name: outline.name, properties: outline.properties }
  const all = [
    process,
    ...Object.values(outline.nodes).map(elementOf),
    ...outline.flows.map((flow) => flowElement(outline, flow)),
  ]
  return new Map(all.map((element) => [element.id, element]))
}

/** Ends of a flow are shown by name, or by id where the names are the same. */
const readable = (change: PropertyChange, before: Outline, after: Outline): PropertyChange => {
  if (!references.includes(change.property)) return change
  const names = { before: nodeName(before, change.before), after: nodeName(after, change.after) }
  return names.before === names.after ? change : { ...change, ...names }
}

const changesOf = (one: Element, other: Element): readonly PropertyChange[] => {
  const names = [...new Set([...Object.keys(one.properties), ...Object.keys(other.properties)])] as ElementProperty[]
  return names
    .map((property) => ({
      property,
      before: one.properties[property] ?? '',
      after: other.properties[property] ?? '',
    }))
    .filter(({ before, after }) => before !== after)
}

const order: readonly ElementGroup[] = ['process', 'task', 'subProcess', 'gateway', 'event', 'flow']

/** The elements that were added, removed or changed from one version of a definition to another, tasks first. */
export const compareDefinitions = (before: Outline, after: Outline): readonly Difference[] => {
  const old = elementsOf(before)
  const current = elementsOf(after)
  const differences: Difference[] = []
  for (const { id, group, name } of old.values())
    if (!current.has(id)) differences.push({ kind: 'removed', group, id, name, changes: [] })
  for (const element of current.values()) {
    const { id, group, name } = element
    const previous = old.get(id)
    if (!previous) differences.push({ kind: 'added', group, id, name, changes: [] })
    else {
      const changes = changesOf(previous, element).map((change) => readable(change, before, after))
      if (changes.length) differences.push({ kind: 'changed', group, id, name, changes })
    }
  }
  return differences.toSorted((one, other) => order.indexOf(one.group) - order.indexOf(other.group))
}
