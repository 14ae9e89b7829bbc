import * as elements from 'bpmn-elements'
import { TypeResolver } from 'moddle-context-serializer'
import { TimerEventDefinition } from './timer-event.ts'

type FlowConstructor = new (definition: unknown, context: unknown) => { discard: () => void }

/**
 * A flow without discarding. The library follows the paths that are not taken as well ("discard"), which lets joins fire
 * too early and multiplies events in loops; its next major version dropped that.
 */
function SequenceFlow(definition: unknown, context: unknown) {
  const flow = new (elements.SequenceFlow as unknown as FlowConstructor)(definition, context)
  flow.discard = () => undefined
  return flow
}

/** A service task waits for its job as a user task waits for a person; the library would look for a function to call. */
const ServiceTask = elements.UserTask

/** Connects the elements of a compiled definition with the engine's behaviour; used to compile it and to load it. */
export const typeResolver = TypeResolver({ ...elements, SequenceFlow, ServiceTask, TimerEventDefinition })
