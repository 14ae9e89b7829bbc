export const flowableNamespace = 'http://flowable.org/bpmn'

/** A package of the BPMN reader: the attributes and elements of one namespace. */
export interface ModdlePackage {
  readonly name: string
  readonly uri: string
  readonly prefix: string
  readonly types: readonly unknown[]
}

/** Which stage a declaration has while a task waits or after an end, and the transitions that a task offers. */
const staged = {
  name: 'Staged',
  extends: ['bpmn:UserTask', 'bpmn:EndEvent'],
  properties: [
    { name: 'declareStatus', isAttr: true, type: 'Integer' },
    { name: 'moves', isAttr: true, type: 'String' },
  ],
}

/** The English name of a process, a node or a flow; `name` is the Chinese one. */
const translated = {
  name: 'Translated',
  extends: ['bpmn:Process', 'bpmn:FlowElement'],
  properties: [{ name: 'nameEn', isAttr: true, type: 'String' }],
}

/** Who may not take a task although they belong to its candidates, such as the person whose request it decides on. */
const excluding = {
  name: 'Excluding',
  extends: ['bpmn:UserTask'],
  properties: [{ name: 'excludedUsers', isAttr: true, type: 'String' }],
}

/** Which scheduled job a service task runs and waits for; `type` is `jobTask`. */
const runningJob = {
  name: 'RunningJob',
  extends: ['bpmn:ServiceTask'],
  properties: [{ name: 'jobId', isAttr: true, type: 'String' }],
}

/**
 * The package of Flowable, for the server's reader and the editor in the browser. Without it both drop assignees without a
 * warning. Flowable and Camunda have the same origin, so it is Camunda's published package under Flowable's name.
 */
export const flowableDescriptor = (camunda: object): ModdlePackage => {
  const renamed = JSON.parse(JSON.stringify(camunda).replaceAll('camunda:', 'flowable:')) as ModdlePackage
  const types = [...renamed.types, staged, translated, excluding, runningJob]
  return { ...renamed, name: 'Flowable', prefix: 'flowable', uri: flowableNamespace, types }
}
