import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Moddle, Modeler, Shape } from './editor-parts.ts'

/** A property of an element that can be typed. Names of attributes are those of Flowable. */
export interface Property {
  readonly name: string
  readonly label: Text
  readonly hint?: Text
  readonly isLong?: true
  readonly read: (shape: Shape) => string
  /** Writes the text; '' removes the property. One command, which can be undone. */
  readonly write: (modeler: Modeler, shape: Shape, text: string) => void
}

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
const bodyOf = (expression: unknown): string => asText((expression as { body?: string } | undefined)?.body)
const first = (list: unknown): Moddle | undefined => (list as readonly Moddle[] | undefined)?.[0]

const expression = (modeler: Modeler, body: string) =>
  body ? modeler.get('bpmnFactory').create('bpmn:FormalExpression', { body }) : undefined

/** A hint with an expression: ${days > 3}. */
const example = (body: string): Text => [`如 \${${body}}`, `Such as \${${body}}`]

const attribute = (name: string, label: Text, more: Pick<Property, 'hint' | 'isLong'> = {}): Property => ({
  name,
  label,
  ...more,
  read: ({ businessObject }) => asText(businessObject.get(name)),
  write: (modeler, shape, text) => modeler.get('modeling').updateProperties(shape, { [name]: text || undefined }),
})

const loopOf = ({ businessObject }: Shape) => businessObject.get('loopCharacteristics') as Moddle | undefined

/** An attribute of the multi-instance of a task. */
const loopAttribute = (name: string, label: Text, hint: Text): Property => ({
  name,
  label,
  hint,
  read: (shape) => asText(loopOf(shape)?.get(name)),
  write: (modeler, shape, text) => {
    const loop = loopOf(shape)
    if (loop) modeler.get('modeling').updateModdleProperties(shape, loop, { [name]: text || undefined })
  },
})

const completionCondition: Property = {
  name: 'completionCondition',
  label: ['完成条件', 'Completion condition'],
  hint: example('nrOfCompletedInstances / nrOfInstances >= 0.5'),
  read: (shape) => bodyOf(loopOf(shape)?.get('completionCondition')),
  write: (modeler, shape, text) => {
    const loop = loopOf(shape)
    const change = { completionCondition: expression(modeler, text) }
    if (loop) modeler.get('modeling').updateModdleProperties(shape, loop, change)
  },
}

const condition: Property = {
  name: 'conditionExpression',
  label: ['条件', 'Condition'],
  hint: example('pass && days > 3'),
  isLong: true,
  read: ({ businessObject }) => bodyOf(businessObject.get('conditionExpression')),
  write: (modeler, shape, text) =>
    modeler.get('modeling').updateProperties(shape, { conditionExpression: expression(modeler, text) }),
}

const duration: Property = {
  name: 'timeDuration',
  label: ['时长', 'After'],
  hint: ['如 P3D（3 天）、PT4H（4 小时）', 'Such as P3D (3 days), PT4H (4 hours)'],
  read: ({ businessObject }) => bodyOf(first(businessObject.get('eventDefinitions'))?.get('timeDuration')),
  write: (modeler, shape, text) => {
    const timer = first(shape.businessObject.get('eventDefinitions'))
    const change = { timeDuration: expression(modeler, text) }
    if (timer) modeler.get('modeling').updateModdleProperties(shape, timer, change)
  },
}

const documentation: Property = {
  name: 'documentation',
  label: ['说明', 'Description'],
  isLong: true,
  read: ({ businessObject }) => asText(first(businessObject.get('documentation'))?.get('text')),
  write: (modeler, shape, text) => {
    const entries = text ? [modeler.get('bpmnFactory').create('bpmn:Documentation', { text })] : []
    modeler.get('modeling').updateModdleProperties(shape, shape.businessObject, { documentation: entries })
  },
}

const name = attribute('name', ['名称', 'Name'])
const nameEn = attribute('flowable:nameEn', consoleWords.englishName)
const id = attribute('id', ['标识', 'Key'])
const stage = attribute('flowable:declareStatus', ['申报环节', 'Stage'], {
  hint: ['项目申报流程的环节编号', 'Number of the stage of a declaration'],
})
const common = [name, nameEn, id]

/** A property of the process that is drawn in a pool. */
const inPool = (property: Property): Property => ({
  ...property,
  read: ({ businessObject }) => asText((businessObject.get('processRef') as Moddle | undefined)?.get(property.name)),
  write: (modeler, shape, text) => {
    const process = shape.businessObject.get('processRef') as Moddle | undefined
    const change = { [property.name]: text || undefined }
    if (process) modeler.get('modeling').updateModdleProperties(shape, process, change)
  },
})

const ofTask: readonly Property[] = [
  ...common,
  attribute('flowable:assignee', consoleWords.assignee, { hint: example('taskUser') }),
  attribute('flowable:candidateUsers', ['候选人', 'Candidate users'], {
    hint: ['多个用逗号分隔', 'Several are separated by commas'],
  }),
  attribute('flowable:candidateGroups', ['候选组', 'Candidate groups'], {
    hint: ['角色别名，多个用逗号分隔', 'Aliases of roles, separated by commas'],
  }),
  attribute('flowable:excludedUsers', ['不得办理的人', 'Excluded users'], { hint: example('applicant') }),
  attribute('flowable:dueDate', ['办理时限', 'Deadline'], {
    hint: ['如 P3D（3 天内）', 'Such as P3D (within 3 days)'],
  }),
]

/** The number also says that the service task runs a job: nothing else can be done by one. */
const job: Property = {
  ...attribute('flowable:jobId', ['定时任务编号', 'Number of the scheduled job'], {
    hint: ['任务配置中的编号', 'Its number under “Scheduled jobs”'],
  }),
  write: (modeler, shape, text) =>
    modeler.get('modeling').updateProperties(shape, {
      'flowable:type': 'jobTask',
      'flowable:jobId': text || undefined,
    }),
}

const ofService: readonly Property[] = [
  ...common,
  job,
  attribute('flowable:resultVariable', ['结果变量', 'Result variable'], {
    hint: ['不填则为标识', 'The key of the task, unless set'],
  }),
]

const ofLoop: readonly Property[] = [
  loopAttribute('flowable:collection', ['集合', 'Collection'], example('experts')),
  loopAttribute('flowable:elementVariable', ['元素变量', 'Element variable'], ['如 expert', 'Such as expert']),
  completionCondition,
]

const ofStage: readonly Property[] = [
  stage,
  attribute('flowable:moves', ['申报操作', 'Moves'], {
    hint: ['项目申报流程的操作，多个用逗号分隔', 'Moves of a declaration, separated by commas'],
  }),
]

/** The properties of an element, in order. */
export const propertiesOf = (shape: Shape): readonly Property[] => {
  switch (shape.businessObject.$type) {
    case 'bpmn:UserTask':
      return [...ofTask, ...(loopOf(shape) ? ofLoop : []), ...ofStage, documentation]
    case 'bpmn:ServiceTask':
      return [...ofService, documentation]
    case 'bpmn:SequenceFlow':
      return [...common, condition, documentation]
    case 'bpmn:EndEvent':
      return [...common, stage, documentation]
    case 'bpmn:BoundaryEvent':
      return [...common, duration, documentation]
    case 'bpmn:TextAnnotation':
      return [attribute('text', ['注释', 'Text'], { isLong: true })]
    case 'bpmn:Participant':
      return shape.businessObject.get('processRef') ? common.map(inPool) : [name]
    case 'bpmn:Lane':
    case 'bpmn:MessageFlow':
    case 'bpmn:DataObjectReference':
    case 'bpmn:DataStoreReference':
      return [name]
    case 'bpmn:Association':
    case 'bpmn:Group':
      return []
    default:
      return [...common, documentation]
  }
}

const branching = ['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway', 'bpmn:UserTask']

/** Whether a flow can be the default one of its source, and whether it is; null if it cannot. */
export const isDefaultFlow = ({ source, businessObject }: Shape): boolean | null => {
  if (businessObject.$type !== 'bpmn:SequenceFlow' || !source) return null
  if (!branching.includes(source.businessObject.$type)) return null
  return source.businessObject.get('default') === businessObject
}

export const setDefaultFlow = (modeler: Modeler, { source, businessObject }: Shape, isDefault: boolean): void => {
  if (source) modeler.get('modeling').updateProperties(source, { default: isDefault ? businessObject : undefined })
}

const idPattern = /^[A-Za-z_][\w.-]{0,63}$/

/** Why a text cannot be the key of an element; null if it can. */
export const wrongId = (modeler: Modeler, shape: Shape, text: string): Text | null => {
  if (!idPattern.test(text))
    return [
      '以字母或下划线开头，由字母、数字、“_”“-”“.”组成',
      'Letters, digits, _ - and . only, beginning with a letter',
    ]
  const other = modeler.get('elementRegistry').get(text)
  return other && other.businessObject !== shape.businessObject
    ? ['该标识已被其他元素使用', 'Another element has this key']
    : null
}
