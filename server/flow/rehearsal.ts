import { flowManager } from '#contract/flow/flow-manager.ts'
import { nodeName, type Outline } from '#contract/flow/outline.ts'
import type { RehearsalStart, RehearsalStep, RehearsedTask } from '#contract/flow/rehearsal.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, type Handlers, requirePermission } from '../engine/context.ts'
import { assertCanWrite } from '../engine/scope.ts'
import { choicesOf, loopChoice } from './bpmn/choices.ts'
import { type CompiledDefinition, compileDefinition } from './bpmn/compile.ts'
import { asDefinitionFault, DefinitionFault } from './bpmn/definition-fault.ts'
import { ExpressionFail } from './bpmn/juel.ts'
import { outlineIn, outlineOf } from './bpmn/outline.ts'
import { makeStep, type Step, type StepInput } from './bpmn/runtime.ts'
import { isReservedVariable } from './bpmn/variable-names.ts'
import { pathsIn, variablesIn } from './bpmn/variable-reads.ts'
import { checkedTenants } from './definitions.ts'
import { modelFile } from './model-file.ts'
import { type Holders, holdersOf } from './open-tasks.ts'
import { handlersIn } from './rehearsal-people.ts'
import { contextHash, openState, type RehearsalState, sealState } from './rehearsal-state.ts'

type Variables = Readonly<Record<string, unknown>>

/** A definition that is rehearsed, and the tenant whose people would get its tasks. */
interface Source extends Pick<CompiledDefinition, 'key' | 'name' | 'xml' | 'context' | 'tasks' | 'ends'> {
  readonly outline: Outline
  readonly tenantId: string
}

interface Rehearsed {
  readonly modelId?: string | null
  readonly processId?: string | null
  readonly xml?: string | null
  readonly tenantId?: string | null
}

const deployed = async (ctx: Ctx, id: string): Promise<Omit<Source, 'outline'>> => {
  const [row] = await run<Omit<Source, 'outline' | 'tasks' | 'ends'> & { facts: Pick<Source, 'tasks' | 'ends'> }>(
    ctx.db,
    sql`select key, name, xml, context, facts, coalesce(nullif(tenant_id, ''), ${ctx.actor.tenantId}) as "tenantId"
      from flow_definition where id = ${id} and is_deleted = 0`,
  )
  if (!row) throw notFound()
  return { ...row, ...row.facts }
}

const sourceOf = async (ctx: Ctx, { modelId, processId, xml, tenantId }: Rehearsed): Promise<Source> => {
  assertCanWrite(ctx, flowManager)
  if (modelId) requirePermission(ctx, 'flow_model_deploy')
  else if (xml) requirePermission(ctx, 'flow_deploy')
  else if (!processId) throw new Fail(['请指定模型、流程或流程文件', 'Name a model, a process or a file to rehearse'])
  const [chosen = ''] = await checkedTenants(ctx, tenantId)
  const text = modelId ? (await modelFile(ctx, modelId)).xml : xml
  if (text) {
    const definition = await compileDefinition(text, ctx.app.stageRules)
    return { ...definition, tenantId: chosen || ctx.actor.tenantId, outline: outlineIn(definition.scope, ctx.lang) }
  }
  const definition = await deployed(ctx, String(processId))
  return { ...definition, tenantId: chosen || definition.tenantId, outline: await outlineOf(definition.xml, ctx.lang) }
}

const unreadable = () =>
  faulty([{ at: 'variables', text: ['变量应为 JSON 对象', 'The variables have to be an object in JSON'] }])

/** The sample variables; those that the platform supplies are not among them, except the decision. */
const variablesFrom = (text: string | null | undefined): Variables => {
  let value: unknown
  try {
    value = JSON.parse(text || '{}')
  } catch {
    throw unreadable()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable()
  const reserved = Object.keys(value).find((name) => isReservedVariable(name) && name !== 'pass')
  if (reserved !== undefined)
    throw faulty([
      { at: 'variables', text: fill(['变量名“{0}”为保留名', 'The name of a variable “{0}” is reserved'], reserved) },
    ])
  return value as Variables
}

/** The element of an execution: the engine adds ten digits, and a number for a member of a multi-instance task. */
const activityOf = (executionId: string): string => executionId.replace(/_[0-9a-f]{10}(_\d+)?$/, '')

/** The execution that the members of a multi-instance task share. */
const rootOf = (executionId: string): string | null => /^(.*)_\d+$/.exec(executionId)?.[1] ?? null

const countsFor = ({ holders, completed }: RehearsalState, executionId: string): Variables => {
  const root = rootOf(executionId)
  if (!root) return {}
  const open = Object.keys(holders).filter((id) => rootOf(id) === root).length
  const done = completed[root] ?? 0
  return { nrOfInstances: open + done, nrOfCompletedInstances: done + 1, nrOfActiveInstances: open - 1 }
}

const completedAfter = ({ completed }: RehearsalState, executionId: string) => {
  const root = rootOf(executionId)
  return root ? { ...completed, [root]: (completed[root] ?? 0) + 1 } : completed
}

/** Makes a step; an error of the engine is a fault of the definition, as outside of a rehearsal. */
const runStep = (source: Source, input: Omit<StepInput, 'definition'>): Step => {
  try {
    return makeStep({
      definition: { id: `rehearsal ${contextHash(source.context)}`, context: source.context },
      ...input,
    })
  } catch (error) {
    throw asDefinitionFault(error, (id) => nodeName(source.outline, id))
  }
}

const noSuchTask = () => new Fail(['该任务不在试运行的待办任务中', 'This rehearsal has no such task waiting'], 409)

/** A service task waits for no person. */
const nobody: Holders = { assignee: null, users: [], groups: [], excluded: [] }

/** Who has each waiting task: those who got it when it was opened, otherwise those whom the step names. */
const holdersAfter = (
  { tasks }: Source,
  { waiting, jobs }: Step,
  before: RehearsalState['holders'],
  variables: Variables,
): RehearsalState['holders'] =>
  Object.fromEntries([
    ...jobs.map(({ executionId }): [string, Holders] => [executionId, nobody]),
    ...waiting.map(({ executionId, activityId, elements }): [string, Holders] => {
      const task = tasks.find(({ id }) => id === activityId)
      if (!task) throw new Error(`The definition has no task ${activityId}.`)
      return [executionId, before[executionId] ?? holdersOf(task, { ...variables, ...elements })]
    }),
  ])

const waitingTasks = async (
  ctx: Ctx,
  { tasks, tenantId, outline }: Source,
  { waiting, jobs }: Step,
  holders: RehearsalState['holders'],
): Promise<readonly RehearsedTask[]> => {
  const handlers = await handlersIn(ctx, tenantId, holders)
  const noPeople = { stage: null, moves: [], members: [], assignee: null, candidates: [] }
  const services = jobs.map(
    ({ executionId, activityId }): RehearsedTask => ({
      ...noPeople,
      ...{ executionId, taskKey: activityId, name: nodeName(outline, activityId), isJob: true },
    }),
  )
  const people = waiting.map(({ executionId, activityId, elements }): RehearsedTask => {
    const { declareStatus = null, moves = [] } = tasks.find(({ id }) => id === activityId) ?? {}
    const { assignee = null, candidates = [] } = handlers[executionId] ?? {}
    const members = Object.entries(elements).map(([of, value]) => ({ name: of, value: JSON.stringify(value) }))
    const name = nodeName(outline, activityId)
    return { ...{ executionId, taskKey: activityId, name, stage: declareStatus, moves }, members, assignee, candidates }
  })
  return [...people, ...services]
}

const stagesDiffer: Text = [
  '待办任务的环节不一致，实际办理时此步骤不能完成',
  'The waiting tasks have different stages: outside a rehearsal this step would fail',
]

const endOf = ({ ends, outline }: Source, { endedAt }: Step): RehearsalStep['end'] => {
  const end = ends.find(({ id }) => id === endedAt)
  return end ? { id: end.id, name: nodeName(outline, end.id), stage: end.declareStatus } : null
}

const timersOf = ({ outline }: Source, { timers }: Step): RehearsalStep['timers'] =>
  timers.map(({ executionId, dueTime }) => {
    const id = activityOf(executionId)
    const hostName = nodeName(outline, outline.nodes[id]?.hostId ?? '')
    return { executionId, name: nodeName(outline, id), hostName, dueTime: wireTime(dueTime) }
  })

/** What a step does with the state of the last one: it completes a task, or lets a timer expire. */
const actionOf = (before: RehearsalState | null, { executionId, timerId }: StepRequest): Partial<StepInput> => {
  if (!before) return {}
  if (timerId) return { expire: timerId }
  if (!executionId || !Object.hasOwn(before.holders, executionId)) throw noSuchTask()
  return { signal: { executionId, activityId: activityOf(executionId) } }
}

/** The start of a rehearsal, or a step of it. */
const rehearseStep = async (ctx: Ctx, source: Source, input: StepRequest): Promise<RehearsalStep> => {
  const { context, outline } = source
  const { secrets } = ctx.app
  const before = input.state ? openState(secrets, context, input.state) : null
  const action = actionOf(before, input)
  const executionId = action.signal?.executionId ?? ''
  const variables = { ...variablesFrom(input.variables), ...(before ? countsFor(before, executionId) : {}) }
  const activityId = activityOf(executionId)
  const step = runStep(source, { state: before?.engine ?? null, variables, ...action })
  const holders = holdersAfter(source, step, before?.holders ?? {}, variables)
  const completed = before ? completedAfter(before, executionId) : {}
  const waiting = await waitingTasks(ctx, source, step, holders)
  const isMixed = new Set(waiting.map(({ stage }) => stage)).size > 1
  return {
    passed: step.passed.map(({ activityId: id, type }) => ({ id, isFlow: type === 'sequenceFlow' })),
    choices: [...loopChoice(outline, activityId, variables), ...choicesOf(outline, step.passed, variables)],
    waiting,
    timers: timersOf(source, step),
    state: step.state === null ? null : sealState(secrets, context, { engine: step.state, holders, completed }),
    end: endOf(source, step),
    problem: isMixed ? localize(stagesDiffer, ctx.lang) : null,
  }
}

interface StepRequest {
  readonly state?: string | null
  readonly executionId?: string | null
  readonly timerId?: string | null
  readonly variables?: string | null
}

export const openRehearsal: Handlers<'flowManager'>['openRehearsal'] = async (ctx, input): Promise<RehearsalStart> => {
  const { key, name, xml, outline } = await sourceOf(ctx, input)
  return { key, name, xml, variables: variablesIn(outline) }
}

const missingValue: Text = ['流程在此步骤用到该项，请输入', 'This step reads the value: enter one']

/** A failed expression at the sample variables that it reads; another error stays as it is. */
const atVariables = ({ outline }: Source, error: unknown): unknown => {
  const fail = error instanceof DefinitionFault ? error.expression : error
  if (!(fail instanceof ExpressionFail)) return error
  const { missing, expression, text } = fail
  const read = missing === null ? pathsIn(expression).map((path) => path.split('.')[0]) : [missing]
  const names = variablesIn(outline).flatMap(({ name }) => (read.includes(name) ? [name] : []))
  return names.length ? faulty(names.map((at) => ({ at, text: missing === null ? text : missingValue }))) : fail
}

export const rehearse: Handlers<'flowManager'>['rehearse'] = async (ctx, input) => {
  const source = await sourceOf(ctx, input)
  try {
    return await rehearseStep(ctx, source, input)
  } catch (error) {
    throw atVariables(source, error)
  }
}
