import { consoleWords } from '../console-words.ts'
import { call, shaped } from '../kit/call.ts'
import { ref, text } from '../kit/field.ts'
import type { Outline } from './outline.ts'

/** One step of an instance's history (`BladeFlow`). Times are `yyyy-MM-dd HH:mm:ss`; `endTime` is null while it runs. */
export interface FlowStep {
  readonly historyActivityId: string
  readonly historyActivityName: string
  /** The type of the element, such as `exclusiveGateway`; `candidate` is a task that was not reached yet. */
  readonly historyActivityType:
    | 'startEvent'
    | 'userTask'
    | 'serviceTask'
    | 'endEvent'
    | 'boundaryEvent'
    | 'subProcess'
    | 'exclusiveGateway'
    | 'parallelGateway'
    | 'inclusiveGateway'
    | 'sequenceFlow'
    | 'candidate'
  readonly createTime: string | null
  readonly endTime: string | null
  /** In words of the reader's language: 2天3小时. */
  readonly historyActivityDurationTime: string | null
  readonly assignee: string | null
  readonly assigneeName: string | null
  /** The company of an applicant or a handler who works for one; absent for staff. */
  readonly assigneeUnit?: string
  /** Whether a task has somebody who handles it; the name may be hidden from the reader. */
  readonly isClaimed?: boolean
  readonly comment: string | null
  /** How a finished task ended: `ok`, `no`, or null. */
  readonly flag: 'ok' | 'no' | null
  /** Why a task is over: it was completed, or ended with its instance, without a decision. */
  readonly endReason: 'completed' | 'ended' | null
  /** What the decision is called, in the reader's language: 同意, 退回修改, 重新提交 … */
  readonly decision?: string | null
  readonly taskId: string | null
}

/** What somebody did to an instance besides completing its tasks. */
export interface FlowEntry {
  readonly action:
    | 'reassign'
    | 'unclaim'
    | 'suspend'
    | 'resume'
    | 'move'
    | 'end'
    | 'withdraw'
    | 'remind'
    | 'transfer'
    | 'copy'
    | 'consult'
    | 'advise'
    | 'recall'
    | 'lapse'
  readonly time: string
  /** Null, as are the next two, for readers who do not learn who handles the tasks. */
  readonly userName: string | null
  /** Who got the task, or was consulted. */
  readonly targetName: string | null
  readonly reason: string | null
  readonly taskName: string | null
}

/** An open task, and what the caller can do with it. */
export interface OpenTask {
  readonly taskId: string
  readonly taskName: string
  /** Null while nobody has it, and for readers who do not learn who does. */
  readonly assigneeName: string | null
  readonly isClaimed: boolean
  readonly createTime: string
  readonly dueTime: string | null
  /** Working days after today until then; null if the limit is not counted in them. */
  readonly workdaysLeft: number | null
  /** Whether the caller handles it: they have it, or are the deputy of who has it. */
  readonly isMine: boolean
  /** Whether they do as a deputy; `assigneeName` is their principal then. */
  readonly isDeputised: boolean
  readonly canClaim: boolean
  /** Whether the caller takes it by a move of its matter, such as the acceptance of a declaration, and not by a claim. */
  readonly canAccept: boolean
  /** Whether the caller may give it back to its candidates. */
  readonly canUnclaim: boolean
  /** Whether the caller may pass it on to a colleague. */
  readonly canTransfer: boolean
  /** Whether the caller may send a colleague a copy of its matter. */
  readonly canCopy: boolean
  /** Whether the caller may ask colleagues for their advice on it. */
  readonly canConsult: boolean
}

/** Where an instance stands: its open tasks, or how it has ended. */
export interface InstanceOverview {
  readonly state: 'running' | 'suspended' | 'finished' | 'withdrawn' | 'ended'
  /** The name of the end that it has reached, or why it was ended or withdrawn. */
  readonly result: string | null
  readonly endTime: string | null
  readonly tasks: readonly OpenTask[]
  /** Whether the caller can withdraw it: they have started it, and nobody has handled it. */
  readonly canWithdraw: boolean
  /** Whether the caller has started it and waits for others, and why they cannot remind those yet. */
  readonly canRemind: boolean
  readonly reminderObstacle: string | null
}

/** A diagram: the definition, and with an instance what has happened in it. */
export interface ModelView {
  readonly xml: string
  readonly outline: Outline
  readonly flow?: readonly FlowStep[]
  readonly entries?: readonly FlowEntry[]
  readonly overview?: InstanceOverview
}

const processInstanceId = ref('流程实例', 'Instance')

/** Diagram and history, for those who took part in an instance, may take its task, or administer processes. */
export const flowProcess = {
  modelView: call('GET', 'caict-flow/process/model-view', consoleWords.diagram, {
    access: 'login',
    input: { processInstanceId, processDefinitionId: ref('流程定义', 'Definition') },
    output: shaped<ModelView>(),
  }),
  historyFlowList: call('GET', 'caict-flow/process/history-flow-list', ['流转记录', 'History'], {
    access: 'login',
    input: {
      processInstanceId: { ...processInstanceId, required: true },
      startActivityId: text('起始环节', 'From', { max: 64 }),
      endActivityId: text('结束环节', 'To', { max: 64 }),
    },
    output: shaped<readonly FlowStep[]>(),
  }),
  /** Open tasks about a row that the caller has or may claim. */
  ownTasks: call('GET', 'caict-flow/process/own-tasks', ['本人任务', 'Own tasks'], {
    access: 'login',
    input: {
      businessTable: text('业务表', 'Business table', { required: true, max: 64 }),
      businessId: ref('业务编号', 'Business id', { required: true }),
    },
    output: shaped<readonly OpenTask[]>(),
  }),
} as const
