import { consoleWords } from '../console-words.ts'
import type { Text } from '../kit/text.ts'

/** What an element of a process is, as a list of differences groups them. */
export const elementGroups = {
  process: ['流程', 'Process'],
  task: consoleWords.task,
  subProcess: ['子流程', 'Sub-process'],
  gateway: ['网关', 'Gateway'],
  event: ['事件', 'Event'],
  flow: ['连线', 'Flow'],
} as const satisfies Record<string, Text>

/** What two versions of an element are compared by. */
export const elementProperties = {
  name: ['名称', 'Name'],
  nameEn: consoleWords.englishName,
  type: ['类型', 'Type'],
  parent: ['所属子流程', 'Sub-process'],
  attachedTo: ['所属任务', 'Attached to'],
  assignee: consoleWords.assignee,
  candidateUsers: ['候选人', 'Candidate users'],
  candidateGroups: ['候选组', 'Candidate groups'],
  excludedUsers: ['不得办理的人', 'Excluded users'],
  stage: ['环节', 'Stage'],
  moves: ['环节操作', 'Moves'],
  dueDate: ['办理时限', 'Deadline'],
  job: ['定时任务编号', 'Number of the scheduled job'],
  resultVariable: ['结果变量', 'Result variable'],
  loop: ['会签方式', 'Loop'],
  collection: ['会签人员', 'Members'],
  elementVariable: ['会签变量', 'Member variable'],
  completionCondition: ['会签完成条件', 'Completion condition'],
  timer: ['定时', 'Timer'],
  interrupts: ['是否中断任务', 'Interrupts the task'],
  terminates: ['是否终止流程', 'Ends everything'],
  source: ['起点', 'From'],
  target: ['终点', 'To'],
  condition: ['条件', 'Condition'],
  isDefault: ['默认连线', 'Default flow'],
} as const satisfies Record<string, Text>

export type ElementGroup = keyof typeof elementGroups
export type ElementProperty = keyof typeof elementProperties

/** A change of one property; an absent value is empty. */
export interface PropertyChange {
  readonly property: ElementProperty
  readonly before: string
  readonly after: string
}

/** An element that one of two versions lacks, or that differs in them. */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly group: ElementGroup
  readonly id: string
  /** Its name, or its id; of a flow without a name what it connects. */
  readonly name: string
  readonly changes: readonly PropertyChange[]
}

/** A version of a definition, with the instances that run on it. */
export interface DefinitionVersion {
  readonly id: string
  readonly version: number
  readonly deploymentTime: string
  readonly running: number
}

/** What would not work after a deployment. It does not keep anybody from deploying. */
export interface DefinitionWarning {
  readonly elementId: string
  /** A sentence in the reader's language that names the element and says what to do. */
  readonly text: string
}

/** What a deployment would change for one tenant, or for all. */
export interface Comparison {
  readonly fileName: string
  readonly key: string
  readonly name: string
  /** Empty for all tenants. */
  readonly tenantId: string
  /** The version in use; null if there is none. */
  readonly current: { readonly id: string; readonly version: number } | null
  readonly differences: readonly Difference[]
  readonly warnings: readonly DefinitionWarning[]
  /** Instances that stay on the version they run on, newest version first. */
  readonly staying: readonly { readonly version: number; readonly running: number }[]
}
