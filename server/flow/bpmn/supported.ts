const ofNode = ['incoming', 'outgoing']

/**
 * The elements that a process may have, each with its attributes and children. Everything else is refused by name: what the engine
 * would execute, and what it would ignore although the author counts on it.
 */
export const supported: Readonly<Record<string, readonly string[]>> = {
  Definitions: [
    ...['targetNamespace', 'expressionLanguage', 'typeLanguage', 'exporter', 'exporterVersion'],
    ...['rootElements', 'diagrams'],
  ],
  Process: ['isExecutable', 'processType', 'isClosed', 'flowElements', 'artifacts', 'definitionalCollaborationRef'],
  SubProcess: [...ofNode, 'default', 'triggeredByEvent', 'flowElements', 'artifacts'],
  StartEvent: [...ofNode, 'isInterrupting', 'initiator'],
  EndEvent: [...ofNode, 'eventDefinitions', 'declareStatus'],
  BoundaryEvent: [...ofNode, 'attachedToRef', 'cancelActivity', 'eventDefinitions'],
  UserTask: [
    ...[...ofNode, 'default', 'loopCharacteristics', 'assignee', 'candidateUsers', 'candidateGroups', 'dueDate'],
    ...['excludedUsers', 'declareStatus', 'moves'],
  ],
  /** Only one that runs a scheduled job (job-tasks.ts). */
  ServiceTask: [...ofNode, 'type', 'jobId', 'resultVariable'],
  ExclusiveGateway: [...ofNode, 'default', 'gatewayDirection'],
  InclusiveGateway: [...ofNode, 'default', 'gatewayDirection'],
  ParallelGateway: [...ofNode, 'gatewayDirection'],
  SequenceFlow: ['sourceRef', 'targetRef', 'conditionExpression'],
  FormalExpression: ['body'],
  Expression: ['body'],
  MultiInstanceLoopCharacteristics: [
    ...['isSequential', 'loopCardinality', 'completionCondition', 'collection', 'elementVariable'],
  ],
  TerminateEventDefinition: [],
  TimerEventDefinition: ['timeDuration', 'timeDate', 'timeCycle'],
  Documentation: ['text', 'textFormat'],
  ExtensionElements: ['values'],
}

/** What every element may have. */
export const always: readonly string[] = ['$type', 'id', 'name', 'nameEn', 'documentation', 'extensionElements']

/** Values that an attribute has without being written. They say nothing, and some editors write them; others would change something. */
export const standardValues: Readonly<Record<string, RegExp>> = {
  implementation: /^(##)?(unspecified|webservice)$/i,
  isForCompensation: /^false$/,
  isImmediate: /^(true|false)$/,
  language: /^(u?juel|uel|https?:\/\/www\.w3\.org\/1999\/xpath)?$/i,
}

/** Settings of other engines about how they run a process, which has no meaning here and nothing that its author would miss. */
export const technicalSettings: ReadonlySet<string> = new Set([
  ...['async', 'asyncBefore', 'asyncAfter', 'exclusive', 'jobPriority', 'taskPriority', 'failedJobRetryTimeCycle'],
  ...[
    'versionTag',
    'historyTimeToLive',
    'category',
    'formFieldValidation',
    'isStartableInTasklist',
    'diagramRelationId',
  ],
  ...['modelerTemplate', 'modelerTemplateVersion', 'modelerTemplateIcon', 'historyLevel'],
])

/** Settings that their author may miss: the platform has forms, rights to start and properties of its own. */
export const otherSettings: ReadonlySet<string> = new Set([
  ...['formKey', 'formRef', 'formRefBinding', 'formRefVersion', 'formData', 'formProperty', 'properties'],
  ...[
    'sameDeployment',
    'validateFormFields',
    'priority',
    'followUpDate',
    'candidateStarterUsers',
    'candidateStarterGroups',
  ],
])
