import type { ElementProperty } from '#contract/flow/differences.ts'
import type { Outline, OutlineNode } from '#contract/flow/outline.ts'
import type { Reading, RehearsedVariable } from '#contract/flow/rehearsal.ts'
import { evaluate } from './juel.ts'
import { type Expression, hasExpression, operatorOf, parseExpression, reservedWords } from './juel-parser.ts'
import { isReservedVariable } from './variable-names.ts'

const pathOf = (node: Expression): string => {
  if (node.type === 'Identifier') return String(node.name)
  const property = node.property as Expression
  return `${pathOf(node.object as Expression)}.${node.computed ? property.value : property.name}`
}

type IsRead = (node: Expression) => boolean

const pathsOf = (node: Expression, isRead: IsRead): readonly string[] => {
  if (!isRead(node)) return []
  if (node.type === 'Identifier' || node.type === 'MemberExpression') return [pathOf(node)]
  const parts = [node.left, node.right, node.argument, node.test, node.consequent, node.alternate]
  return parts.flatMap((part) => (part ? pathsOf(part as Expression, isRead) : []))
}

/** The variables and properties that an expression reads, each once: `days`, `row.city`. */
export const pathsIn = (text: string, isRead: IsRead = () => true): readonly string[] =>
  hasExpression(text) ? [...new Set(pathsOf(parseExpression(text), isRead))] : []

/** `empty x` is the one test that a variable without a value passes. */
const needsValue: IsRead = (node) => node.type !== 'UnaryExpression' || operatorOf(node) !== 'empty'

/** The variables among them. */
export const rootsIn = (text: string | null | undefined, isRead?: IsRead): readonly string[] => [
  ...new Set(pathsIn(text ?? '', isRead).map((path) => path.split('.')[0] ?? path)),
]

/** Whether the conditions of a process can read a variable of this name: it is no word of theirs, and the platform does not set it. */
export const isFreeName = (name: string): boolean => !isSupplied(name) && !reservedWords.has(name)

const maxValueLength = 200

const valueAt = (path: string, variables: Readonly<Record<string, unknown>>): string | null => {
  try {
    return JSON.stringify(evaluate(`$\{${path}}`, variables))?.slice(0, maxValueLength) ?? null
  } catch {
    return null
  }
}

/** What an expression has read. */
export const readingsOf = (text: string, variables: Readonly<Record<string, unknown>>): readonly Reading[] =>
  pathsIn(text).map((name) => ({ name, value: valueAt(name, variables) }))

type Kind = RehearsedVariable['kind']

/** What a variable is, by where it is read; what stands later says more. */
const kinds: readonly (readonly [ElementProperty, Kind])[] = [
  ['dueDate', 'value'],
  ['completionCondition', 'value'],
  ['candidateGroups', 'value'],
  ['collection', 'list'],
  ['candidateUsers', 'people'],
  ['excludedUsers', 'people'],
  ['assignee', 'person'],
]

/** The platform sets these: the decision, the move, and the members of a multi-instance task. */
const isSupplied = (name: string) => isReservedVariable(name) || name === 'action'

/** The variables that somebody has to supply before a definition can run, by name. */
export const variablesIn = ({ nodes, flows }: Outline): readonly RehearsedVariable[] => {
  const result = new Map<string, Kind>()
  const needed = new Set<string>()
  const add = (text: string | null | undefined, kind: Kind) => {
    for (const name of rootsIn(text)) result.set(name, kind)
    for (const name of rootsIn(text, needsValue)) needed.add(name)
  }
  // no members are an empty list
  const isRequired = (name: string, kind: Kind) => needed.has(name) && (kind === 'value' || kind === 'person')
  for (const { condition } of flows) add(condition, 'value')
  for (const [property, kind] of kinds)
    for (const { properties } of Object.values(nodes))
      add(property === 'collection' ? collectionText(properties.collection) : properties[property], kind)
  for (const { properties } of Object.values(nodes)) {
    const member = properties.elementVariable
    if (!member) continue
    // people whose tasks are for each of them
    if (result.get(member) === 'person') add(collectionText(properties.collection), 'people')
    result.delete(member)
  }
  return [...result]
    .filter(([name]) => !isSupplied(name))
    .map(([name, kind]) => ({ name, kind, isRequired: isRequired(name, kind) }))
}

/** An element that reads a variable, and in which of its properties. */
export interface VariableRead {
  readonly elementId: string
  readonly property: ElementProperty
  readonly variable: string
}

const readProperties: readonly ElementProperty[] = [...kinds.map(([property]) => property), 'timer']

/** The counts and the member of a multi-instance task: the engine supplies them there, and nowhere else. */
const isOfLoop = ({ properties }: OutlineNode, property: ElementProperty, variable: string): boolean =>
  property !== 'collection' &&
  (variable === properties.elementVariable || (property === 'completionCondition' && variable.startsWith('nrOf')))

const readsOfNode = (node: OutlineNode): readonly VariableRead[] =>
  readProperties.flatMap((property) => {
    const text = property === 'collection' ? collectionText(node.properties.collection) : node.properties[property]
    return rootsIn(text)
      .filter((variable) => !isOfLoop(node, property, variable))
      .map((variable) => ({ elementId: node.id, property, variable }))
  })

/** Every variable that an element reads; what the engine supplies to the members of a multi-instance task is not among them. */
export const readsIn = ({ nodes, flows }: Outline): readonly VariableRead[] => [
  ...Object.values(nodes).flatMap(readsOfNode),
  ...flows.flatMap(({ id, condition }) =>
    rootsIn(condition).map((variable) => ({ elementId: id, property: 'condition' as const, variable })),
  ),
]

/** Flowable also takes the bare name of a variable. */
const collectionText = (text?: string): string | undefined =>
  text === undefined || hasExpression(text) ? text : `$\{${text}}`
