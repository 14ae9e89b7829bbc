import serialize from 'moddle-context-serializer'
import type { StageRules } from '#contract/flow/stage-rules.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { BpmnElement } from './bpmn-element.ts'
import { bodyOf, type FlowNode, graphOf, isTerminate, loopOf, nodesOf, type Scope, scopesOf } from './graph.ts'
import { type JobDefinition, jobsIn } from './job-tasks.ts'
import { hasExpression, operatorOf, parseExpression } from './juel-parser.ts'
import { takeOutMarks } from './marks.ts'
import { inOneLine } from './one-line.ts'
import { type ParsedDefinition, readElements, writeXml } from './parse.ts'
import { refuse } from './problems.ts'
import { mainProcessOf } from './processes.ts'
import { type ReadDefinition, readDefinition } from './read-definition.ts'
import { movesOf, stageOf } from './stage-rules.ts'
import { typeResolver } from './type-resolver.ts'

export interface TaskDefinition {
  readonly id: string
  readonly name: string
  readonly assignee: string | null
  readonly candidateUsers: string | null
  readonly candidateGroups: string | null
  readonly excludedUsers: string | null
  readonly dueDate: string | null
  readonly declareStatus: number | null
  readonly moves: readonly string[]
  /** The enclosing sub-process. */
  readonly parentId: string | null
  readonly loop: 'none' | 'parallel' | 'sequential'
  readonly collection: string | null
  readonly elementVariable: string | null
}

export interface EndDefinition {
  readonly id: string
  readonly name: string
  readonly declareStatus: number | null
  readonly terminates: boolean
}

export interface CompiledDefinition {
  readonly key: string
  readonly name: string
  readonly nameEn: string | null
  readonly description: string | null
  readonly scope: Scope
  /** With positions: as uploaded if it has them. */
  readonly xml: string
  /** What was corrected in the file or has no effect. */
  readonly notes: readonly Fault[]
  /** What the engine loads, as JSON. */
  readonly context: string
  readonly tasks: readonly TaskDefinition[]
  readonly ends: readonly EndDefinition[]
  /** The service tasks; absent in definitions that were deployed before there were any. */
  readonly jobs?: readonly JobDefinition[]
  /** Names and type of every node and flow, by id. */
  readonly elements: Readonly<
    Record<string, { readonly name: string; readonly nameEn: string | null; readonly type: string }>
  >
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null)
/** A name as one line: editors break long ones for the drawing. */
const nameIn = (value: unknown): string | null => {
  const text = textOf(value)
  return text === null ? null : inOneLine(text)
}
const nameOf = (element: BpmnElement) => nameIn(element.name) ?? String(element.id)

/** The engine wants an expression where Flowable also takes the bare name of a variable. */
const collectionOf = (loop: BpmnElement | undefined): string | null => {
  const text = textOf(loop?.collection)
  return text === null || hasExpression(text) ? text : `$\{${text}}`
}

const taskOf = (node: FlowNode): TaskDefinition => {
  const { element, scope } = node
  const loop = loopOf(node)
  return {
    id: node.id,
    name: nameOf(element),
    assignee: textOf(element.assignee),
    candidateUsers: textOf(element.candidateUsers),
    candidateGroups: textOf(element.candidateGroups),
    excludedUsers: textOf(element.excludedUsers),
    dueDate: textOf(element.dueDate),
    declareStatus: stageOf(node) ?? null,
    moves: movesOf(node),
    parentId: scope.parent?.id ?? null,
    loop: !loop ? 'none' : loop.isSequential ? 'sequential' : 'parallel',
    collection: collectionOf(loop),
    elementVariable: textOf(loop?.elementVariable),
  }
}

export const tasksIn = (scope: Scope): readonly TaskDefinition[] =>
  nodesOf(scope)
    .filter(({ type }) => type === 'UserTask')
    .map(taskOf)

const endOf = (node: FlowNode): EndDefinition => ({
  id: node.id,
  name: nameOf(node.element),
  declareStatus: stageOf(node) ?? null,
  terminates: isTerminate(node),
})

const comparing = ['==', '!=', '<', '>', '<=', '>=', '&&', '||', '!', 'empty']

/** The engine takes any text as true, even "false"; in this form a condition is true or false. */
export const asBoolean = (condition: string): string =>
  comparing.includes(operatorOf(parseExpression(condition))) ? condition : `$\{!!(${condition.slice(2, -1)})}`

const setCondition = (holder: BpmnElement | undefined, property: string): void => {
  const expression = holder?.[property] as BpmnElement | undefined
  const body = bodyOf(expression)
  if (expression && body) expression.body = asBoolean(body)
}

/** Prepares the elements for the engine; the file itself keeps what its author wrote. */
const prepare = (definitions: BpmnElement, scope: Scope): void => {
  // files of Flowable have no id here, and the engine names its state by it
  definitions.id ??= 'definitions'
  scope.element.isExecutable = true
  for (const { flows } of scopesOf(scope)) for (const { element } of flows) setCondition(element, 'conditionExpression')
  for (const node of nodesOf(scope)) {
    const loop = loopOf(node)
    const collection = collectionOf(loop)
    if (loop && collection) loop.collection = collection
    setCondition(loop, 'completionCondition')
  }
}

/** What the engine does not read: it would make up most of what is stored. */
const unread = [
  'flowElements',
  'artifacts',
  'incoming',
  'outgoing',
  'documentation',
  'extensionElements',
  'sourceRef',
  'targetRef',
  'default',
]

const contextOf = (parsed: ParsedDefinition): string =>
  serialize(parsed as never, typeResolver, (behaviour) => {
    for (const name of unread) delete (behaviour as Record<string, unknown>)[name]
    return {}
  }).serialize()

const documentationOf = (process: BpmnElement): string | null =>
  textOf(((process.documentation ?? []) as readonly BpmnElement[]).map(({ text }) => text ?? '').join('\n'))

const processAlone = async (definitions: BpmnElement): Promise<string> => {
  const putBack = takeOutMarks(definitions, mainProcessOf(definitions))
  try {
    return await writeXml(definitions)
  } finally {
    putBack()
  }
}

/** What the engine loads: nothing but the process. */
const engineContext = async (definitions: BpmnElement): Promise<string> => {
  const parsed = await readElements(await processAlone(definitions))
  prepare(parsed.rootElement, graphOf(mainProcessOf(parsed.rootElement), []))
  return contextOf(parsed)
}

/** Reads, checks and compiles a file; a Fail lists all that is wrong with it. Stores and starts nothing. */
export const compileDefinition = async (xml: string, rules?: StageRules): Promise<CompiledDefinition> => {
  const read = await readDefinition(xml, rules)
  refuse(read.faults)
  return compileRead(read)
}

/** Compiles a file without faults. */
export const compileRead = async ({ definitions, scope, xml, notes }: ReadDefinition): Promise<CompiledDefinition> => {
  if (!scope) throw new Error('a process without problems has a scope')
  const process = scope.element
  const nodes = nodesOf(scope)
  return {
    scope,
    key: String(process.id),
    name: nameOf(process),
    nameEn: nameIn(process.nameEn),
    description: documentationOf(process),
    xml,
    notes,
    context: await engineContext(definitions),
    tasks: tasksIn(scope),
    jobs: jobsIn(scope),
    ends: nodes.filter(({ type }) => type === 'EndEvent').map(endOf),
    elements: Object.fromEntries(
      [...nodes, ...scopesOf(scope).flatMap(({ flows }) => flows)].map(({ id, element }) => [
        id,
        {
          name: nameIn(element.name) ?? '',
          nameEn: nameIn(element.nameEn),
          type: element.$type.replace(/^bpmn:/, ''),
        },
      ]),
    ),
  }
}
