import type { flowProcess } from '#contract/flow/flow-process.ts'
import type { CallHandlers } from '../engine/context.ts'
import { historyOf, viewOf } from './history.ts'
import { ownTasksOf } from './instance-overview.ts'

export const flowProcessCalls: CallHandlers<typeof flowProcess> = {
  modelView: (ctx, { processInstanceId, processDefinitionId }) => viewOf(ctx, processInstanceId, processDefinitionId),
  historyFlowList: (ctx, { processInstanceId, startActivityId, endActivityId }) =>
    historyOf(ctx, String(processInstanceId), startActivityId, endActivityId),
  ownTasks: (ctx, { businessTable, businessId }) => ownTasksOf(ctx, String(businessTable), String(businessId)),
}
