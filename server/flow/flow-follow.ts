import { flowFollow } from '#contract/flow/flow-follow.ts'
import type { Handlers } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { withCategoryNames } from './category-names.ts'
import { endRunningInstance, reassignTask, suspendInstance } from './interventions.ts'

export const flowFollowHandlers: Handlers<'flowFollow'> = {
  list: async (ctx, input) => withCategoryNames(await pageOf(ctx, flowFollow, input)),
  deleteProcessInstance: async (ctx, { processInstanceId, deleteReason }) => {
    await endRunningInstance(ctx, String(processInstanceId), String(deleteReason))
    return null
  },
  suspendInstance: async (ctx, { processInstanceId, suspended, reason }) => {
    await suspendInstance(ctx, String(processInstanceId), suspended === 1, String(reason))
    return null
  },
  reassignTask: async (ctx, { taskId, userId, reason }) => {
    await reassignTask(ctx, String(taskId), String(userId), String(reason))
    return null
  },
}
