import type { BpmnElement } from './bpmn-element.ts'

export const processesOf = (definitions: BpmnElement): readonly BpmnElement[] =>
  ((definitions.rootElements ?? []) as readonly BpmnElement[]).filter(({ $type }) => $type === 'bpmn:Process')

/** The processes that a file asks to execute: as in Flowable, one is executable unless it says no. */
export const executableProcesses = (definitions: BpmnElement): readonly BpmnElement[] =>
  processesOf(definitions).filter(({ isExecutable }) => isExecutable !== false)

/** The process that is deployed: others in the file only show whom it works with. Throws for a file without one. */
export const mainProcessOf = (definitions: BpmnElement): BpmnElement => {
  const process = executableProcesses(definitions)[0] ?? processesOf(definitions)[0]
  if (!process) throw new Error('The definition has no process.')
  return process
}
