import { call, shaped } from '../kit/call.ts'
import { ref, text } from '../kit/field.ts'

/** One step of an instance's history (`BladeFlow`). Times are `yyyy-MM-dd HH:mm:ss`; `endTime` is null while it runs. */
export interface FlowStep {
  readonly historyActivityId: string
  readonly historyActivityName: string
  readonly historyActivityType: 'startEvent' | 'userTask' | 'endEvent' | 'sequenceFlow' | 'candidate'
  readonly createTime: string | null
  readonly endTime: string | null
  /** In words of the reader's language: 2天3小时. */
  readonly historyActivityDurationTime: string | null
  readonly assignee: string | null
  readonly assigneeName: string | null
  readonly comment: string | null
  /** How a finished task ended: `ok`, `no`, or null. */
  readonly flag: 'ok' | 'no' | null
  /** What that is called, in the reader's language: 同意, 退回修改, 重新提交 … */
  readonly decision?: string | null
  readonly taskId: string | null
}

/** A diagram: the definition, and with an instance what has happened in it. */
export interface ModelView {
  readonly xml: string
  readonly flow?: readonly FlowStep[]
}

const processInstanceId = ref('流程实例', 'Instance')

/** Diagram and history, for those who took part in an instance, may take its task, or administer processes. */
export const flowProcess = {
  modelView: call('GET', 'caict-flow/process/model-view', ['流程图', 'Diagram'], {
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
} as const
