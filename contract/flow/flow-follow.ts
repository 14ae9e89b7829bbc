import { consoleWords } from '../console-words.ts'
import { get, post, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, dict, int, longText, ref, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { flowDictionary } from './categories.ts'
import { nameable } from './nameable.ts'

const out = { direction: 'out' } as const
const ofTasks = { ...out, isComputed: true } as const
const processInstanceId = ref('流程实例', 'Instance', { required: true })
const reason = longText('原因', 'Reason', { required: true, max: 200, message: ['请输入原因', 'Give a reason'] })

/** Running process instances, for administrators (`FlowExecution`). */
export const flowFollow = entity('flow', 'flowFollow', ['流程跟踪', 'Running processes'], {
  title: 'name',
  rowLabel: ['流程实例', 'instance'],
  isView: true,
  at: 'caict-flow/follow',
  screen: '/flow/follow',
  fields: {
    name: text('流程名称', 'Process', out),
    subject: text('事项', 'Subject', out),
    category: text(...consoleWords.processCategory, out),
    categoryKey: dict(...consoleWords.processType, { of: flowDictionary, ...out }),
    categoryName: text('类型名称', 'Type name', out),
    startUserId: ref('发起人', 'Started by', { of: 'user', ...out }),
    startUser: text('发起人姓名', 'Name of the starter', out),
    startTime: time('发起时间', 'Started at', out),
    taskDefinitionId: text('当前环节编号', 'Current step id', ofTasks),
    taskDefinitionKey: text('当前环节标识', 'Current step key', ofTasks),
    taskName: text('当前环节', 'Current step', ofTasks),
    holders: text('当前办理人', 'Current assignee', ofTasks),
    /** Open tasks that nobody can handle: their person, or all their candidates, are disabled, excluded or without permission. */
    stuckTasks: int('无人可办', 'Stuck tasks', ofTasks),
    /** Why it cannot go on, with the element of its definition that is wrong; null for most. */
    fault: text('无法继续', 'Cannot go on', out),
    /** Runs that it waits for and that have failed; they can be retried. */
    failedJobs: int('失败的任务', 'Failed jobs', ofTasks),
    processInstanceId: text('实例编号', 'Instance', out),
    processDefinitionId: text('定义编号', 'Definition', out),
    processDefinitionKey: text(...consoleWords.processKey, out),
    processDefinitionVersion: int('版本', 'Version', out),
    activityId: text('活动编号', 'Activity', ofTasks),
    executionId: text('执行编号', 'Execution', ofTasks),
    suspensionState: choice(...kitTerms.status, {
      choices: [
        [1, ['运行中', 'Running']],
        [2, ['已挂起', 'Suspended']],
      ],
      ...out,
    }),
    businessTable: text('业务表', 'Business table', out),
    businessId: text('业务编号', 'Business id', out),
  },
  search: ['name', 'processInstanceId', 'processDefinitionKey', 'categoryKey', 'startUserId', 'suspensionState'],
  list: ['name', 'subject', 'taskName', 'holders', 'startUserId', 'startTime', 'suspensionState'],
  essential: ['subject', 'taskName', 'suspensionState'],
  newestRows: { indexed: ['startTime', 'createTime'] },
  verbs: ['list'],
  perms: {
    delete: ['终止', 'End'],
    state: ['挂起与恢复', 'Suspend and resume'],
    reassign: ['改派', 'Reassign'],
  },
  actions: {
    deleteProcessInstance: post(
      { processInstanceId, deleteReason: { ...reason, label: ['终止原因', 'Reason for ending'] } },
      { label: ['终止流程实例', 'End an instance'], access: { perm: ['flow_follow_delete'] } },
    ),
    suspendInstance: post(
      { processInstanceId, suspended: int('是否挂起', 'Suspended', { required: true, max: 1 }), reason },
      { label: ['挂起或恢复实例', 'Suspend or resume an instance'], access: { perm: ['flow_follow_state'] } },
    ),
    /** People to whom a task can be given: whoever may handle it and sees its matter, by part of their name or account; at most 20. */
    people: get(
      { taskId: ref(...consoleWords.task, { required: true }), realName: text('姓名', 'Name', { max: 45 }) },
      {
        label: ['可改派的人员', 'People to reassign to'],
        access: { perm: ['flow_follow_reassign'] },
        output: rows(nameable),
      },
    ),
    /** Runs the failed jobs once more; the process goes on when they are done. */
    retryJobs: post(
      { processInstanceId },
      { label: ['重试任务', 'Retry the job'], access: { perm: ['job_instance_retry'] } },
    ),
    reassignTask: post(
      {
        taskId: ref(...consoleWords.task, { required: true }),
        userId: ref(...consoleWords.assignee, { of: 'user', required: true }),
        reason,
      },
      { label: ['改派任务', 'Reassign a task'], access: { perm: ['flow_follow_reassign'] } },
    ),
  },
})
