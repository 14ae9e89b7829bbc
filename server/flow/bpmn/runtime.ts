import { Context, Definition, Environment, type IExpressions, type ITimers } from 'bpmn-elements'
import { deserialize, type SerializableContext } from 'moddle-context-serializer'
import { Fail } from '#contract/kit/fail.ts'
import { serviceTask } from './job-tasks.ts'
import { resolve } from './juel.ts'
import { contextInReach } from './reach.ts'
import { typeResolver } from './type-resolver.ts'

/** A node or a flow that a step has passed; tasks are in `waiting` only. */
export interface Passed {
  readonly activityId: string
  readonly type: 'sequenceFlow' | 'startEvent' | 'endEvent' | 'boundaryEvent' | 'gateway' | 'subProcess' | 'serviceTask'
}

/** A user task that waits. `elements` holds the value of a multi-instance task's element variable. */
export interface Waiting {
  readonly executionId: string
  readonly activityId: string
  readonly elements: Readonly<Record<string, unknown>>
}

/** A service task that waits for its job. */
export type WaitingJob = Pick<Waiting, 'executionId' | 'activityId'>

/** The result of one step. `state` is null once the instance has ended, and `endedAt` is then the end event. */
export interface Step {
  readonly passed: readonly Passed[]
  readonly waiting: readonly Waiting[]
  /** The service tasks that wait for a job. */
  readonly jobs: readonly WaitingJob[]
  readonly timers: readonly { readonly executionId: string; readonly dueTime: Date }[]
  readonly state: string | null
  readonly endedAt: string | null
}

export interface StepInput {
  /** The serialized context of a definition, and a key under which it is cached. */
  readonly definition: { readonly id: string; readonly context: string }
  /** The state that the last step returned; null starts an instance. */
  readonly state: string | null
  /** What expressions read. Nothing of it is stored in the state. */
  readonly variables: Readonly<Record<string, unknown>>
  /** The task to complete, or the service task whose job has ended; absent for a start, and for timers that are due. */
  readonly signal?: { readonly executionId: string; readonly activityId: string }
  /** The timer to let expire now, for a rehearsal. */
  readonly expire?: string
}

/** Version of the engine, stored beside a state: another major version cannot read it. */
export const engineVersion = '17.3.0'

/** A normal step has fewer than 60 events; a definition with more loops without end. */
const maxEvents = 1000
const cachedContexts = 50
const contexts = new Map<string, { readonly context: string; readonly parsed: SerializableContext }>()

const contextOf = ({ id, context }: StepInput['definition']): SerializableContext => {
  const known = contexts.get(id)
  // another database has other definitions under the same numbers
  if (known?.context === context) return known.parsed
  const parsed = deserialize(JSON.parse(context), typeResolver)
  if (contexts.size >= cachedContexts) contexts.delete(contexts.keys().next().value as string)
  contexts.set(id, { context, parsed })
  return parsed
}

type Content = Readonly<Record<string, unknown>>

/** The element of a multi-instance execution, by the name that its task gives it; nothing for another task. */
const elementsIn = (context: SerializableContext, content: Content): Record<string, unknown> => {
  const activity = typeof content.id === 'string' ? context.getActivityById(content.id) : undefined
  const name: unknown = activity?.behaviour.loopCharacteristics?.behaviour?.elementVariable
  return typeof name === 'string' && name in content ? { [name]: content[name] } : {}
}

/** Expressions read the variables of the step, and in a multi-instance task the element of this execution. */
const expressionsFor = (context: SerializableContext, variables: StepInput['variables']): IExpressions => ({
  resolveExpression: (text: string, scope?: { readonly content?: Content }) =>
    resolve(text, { ...variables, ...elementsIn(context, scope?.content ?? {}) }),
})

interface RecordedTimer {
  readonly dueTime: Date
  readonly expire: () => void
}

/** Timers are stored and fired by the background runner; none runs in the process. */
const timerRecorder = () => {
  const due = new Map<string, RecordedTimer>()
  const timers = {
    register: () => ({
      setTimeout: (expire: () => void, delay: number, { executionId }: { executionId: string }) => {
        due.set(executionId, { dueTime: new Date(Date.now() + delay), expire })
        return executionId
      },
      clearTimeout: (executionId: string) => due.delete(executionId),
    }),
    setTimeout: () => undefined,
    clearTimeout: () => undefined,
  }
  return { due, timers: timers as unknown as ITimers }
}

const recordedTypes: Readonly<Record<string, Passed['type']>> = {
  'bpmn:StartEvent': 'startEvent',
  'bpmn:BoundaryEvent': 'boundaryEvent',
  'bpmn:ExclusiveGateway': 'gateway',
  'bpmn:ParallelGateway': 'gateway',
  'bpmn:InclusiveGateway': 'gateway',
  'bpmn:SubProcess': 'subProcess',
  [serviceTask]: 'serviceTask',
}

/** An end event that ends everything is entered and never left. */
const passedType = (key: string, type: string): Passed['type'] | undefined => {
  if (key === 'flow.take') return 'sequenceFlow'
  if (key === 'activity.enter' && type === 'bpmn:EndEvent') return 'endEvent'
  return key === 'activity.end' ? recordedTypes[type] : undefined
}

interface EngineMessage {
  readonly content: Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string }
}

/** A step that passes the same elements again and again. */
export class EndlessLoop extends Fail {}

/** Collects what the step passes. Throws on an error of the engine, which then leaves `run`, `resume` or `signal`. */
const record = (context: SerializableContext, definition: Definition): Passed[] => {
  const passed: Passed[] = []
  let events = 0
  const onEvent = (key: string, { content }: EngineMessage) => {
    events += 1
    if (events > maxEvents)
      throw new EndlessLoop(['流程在一步之内循环过多，无法继续', 'The process loops without reaching a task'], 409)
    if (key.endsWith('.error'))
      throw content.error instanceof Error ? content.error : new Error(`The engine failed: ${key}`)
    // a timer that fires after a reload reports the type of its event definition, not that of its element
    const type = passedType(key, context.getActivityById(content.id)?.type ?? content.type)
    if (type) passed.push({ activityId: content.id, type })
  }
  definition.broker.subscribeTmp('event', '#', onEvent as never, { noAck: true })
  return passed
}

interface Executing {
  readonly id: string
  readonly type: string
  readonly executionId: string
  readonly content: Content
  readonly getExecuting?: () => readonly Executing[]
  readonly getPostponed?: () => readonly Executing[]
}

/** The tasks of a type below an executing element: those of a sub-process, the executions of a multi-instance task, or itself. */
const tasksIn = (context: SerializableContext, element: Executing, type: string): Waiting[] => {
  if (element.type === 'bpmn:SubProcess')
    return (
      (element.getPostponed?.() ?? [])
        // a sub-process also lists itself
        .filter(({ executionId }) => executionId !== element.executionId)
        .flatMap((child) => tasksIn(context, child, type))
    )
  if (element.type !== type) return []
  const children = element.getExecuting?.() ?? []
  const executions = children.filter((child) => child.type === type && child.executionId !== element.executionId)
  return (executions.length ? executions : [element]).map(({ id, executionId, content }) => ({
    executionId,
    activityId: id,
    elements: elementsIn(context, content),
  }))
}

const waitingIn = (context: SerializableContext, definition: Definition, type = 'bpmn:UserTask'): Waiting[] =>
  (definition.getPostponed() as unknown as readonly Executing[]).flatMap((element) => tasksIn(context, element, type))

/** An element that a state holds: what is active, or a join that waits for its other branches. */
export interface ActiveElement {
  readonly id: string
  readonly isJoin: boolean
}

interface StoredElement {
  readonly id: string
  readonly type: string
  readonly status?: string
  readonly execution?: { readonly children?: readonly StoredElement[] }
}

const storedIn = (elements: readonly StoredElement[]): ActiveElement[] =>
  elements.flatMap(({ id, type, status, execution }) => [
    { id, isJoin: type === 'bpmn:ParallelGateway' && !status },
    ...storedIn(execution?.children ?? []),
  ])

/** Every element that a state holds. Loading it on a definition without one of them loses that part without an error. */
export const activeIn = (state: string): readonly ActiveElement[] => {
  const { execution } = JSON.parse(state) as { execution: { processes: readonly StoredElement[] } }
  return storedIn(execution.processes.flatMap(({ execution: process }) => process?.children ?? []))
}

/** The refusal inside an error of the engine, such as that of an expression; null for a fault of the program. */
export const failIn = (error: unknown): Fail | null => {
  for (let inner = error; inner instanceof Error; inner = (inner as { inner?: unknown }).inner)
    if (inner instanceof Fail) return inner
  return null
}

const noLongerWaiting = () =>
  new Fail(['该任务已由流程结束，请刷新', 'The process has ended this task; please reload'], 409)

const noSuchTimer = () =>
  new Fail(['该定时器已不在等待，请刷新', 'This timer is not waiting any more; please reload'], 409)

/**
 * Loads an instance, makes one step and returns what has become of it; nothing of the engine remains. The library drops dead paths
 * by default, which makes joins fire early: see `type-resolver.ts`.
 */
export const makeStep = (input: StepInput): Step => {
  const context = contextOf(input.definition)
  const active = input.state === null ? null : activeIn(input.state).map(({ id }) => id)
  return makeStepIn(contextInReach(context, { ...input, active }), input)
}

/** Like `makeStep`, with all elements of this definition. */
export const makeStepIn = (context: SerializableContext, { state, variables, signal, expire }: StepInput): Step => {
  const { due, timers } = timerRecorder()
  const environment = new Environment({
    settings: { disableTrackState: true, batchSize: 200 },
    expressions: expressionsFor(context, variables),
    // nothing in a definition may run code
    scripts: { register: () => undefined, getScript: () => undefined } as never,
    timers,
  })
  const definition = new Definition(Context(context, environment))
  const passed = record(context, definition)
  if (state === null) definition.run()
  else definition.recover(JSON.parse(state)).resume()
  if (signal) {
    const all = [...waitingIn(context, definition), ...waitingIn(context, definition, serviceTask)]
    if (!all.some(({ executionId }) => executionId === signal.executionId)) throw noLongerWaiting()
    definition.signal({ id: signal.activityId, executionId: signal.executionId })
  }
  if (expire !== undefined) {
    const timer = due.get(expire)
    if (!timer) throw noSuchTimer()
    due.delete(expire)
    timer.expire()
  }
  const waiting = waitingIn(context, definition)
  const endedAt = passed.findLast(({ type }) => type === 'endEvent')?.activityId ?? null
  if (definition.isRunning)
    return {
      passed,
      waiting,
      jobs: waitingIn(context, definition, serviceTask),
      timers: [...due].map(([executionId, { dueTime }]) => ({ executionId, dueTime })),
      state: JSON.stringify(definition.getState()),
      endedAt: null,
    }
  if (!endedAt) throw new Error('The engine stopped without reaching an end event.')
  return { passed, waiting: [], jobs: [], timers: [], state: null, endedAt }
}
