import { get, page, post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { int, longText, many, one, ref, refs, text } from '../kit/field.ts'
import { base, paging } from '../kit/verbs.ts'
import { familyFields, openTaskFields, workFilters } from './task-fields.ts'

/** What a decision consists of besides its flag: the transition of a declaration and what that requires. */
const stepVariables = {
  action: text('操作', 'Action', { max: 32 }),
  internal: longText('对内意见', 'Internal comment', { max: 1000 }),
  remarks: many('修改要求', 'Remarks', {
    at: text('字段', 'Field', { required: true, max: 200 }),
    text: longText('修改要求', 'What to correct', { required: true, max: 500 }),
  }),
  met: many('已落实的修改要求', 'Resolved remarks', { at: text('字段', 'Field', { required: true, max: 200 }) }),
  score: int('评分', 'Score', { max: 100 }),
  conflict: int('存在利益关系', 'Conflict of interest', { max: 1 }),
  experts: refs('评审专家', 'Experts', { of: 'user' }),
  version: int('版本', 'Version'),
} as const

/** 待办事务: open tasks of the caller. */
export const workTodo = entity('work', 'workTodo', ['待办事务', 'To do'], {
  title: 'subject',
  rowLabel: ['待办任务', 'task'],
  isView: true,
  at: 'caict-flow/work/todo',
  screen: '/work/todo',
  fields: openTaskFields,
  search: ['subject', 'processDefinitionName', 'categoryKey'],
  list: ['subject', 'taskName', 'processDefinitionName', 'startUserId', 'dueTime'],
  essential: ['subject', 'taskName', 'dueTime'],
  verbs: [],
  perms: { handle: ['办理', 'Handle'], detail: ['详情', 'Details'], follow: ['流程图', 'Diagram'] },
  actions: {
    list: get(
      { ...paging, ...workFilters },
      {
        label: ['待办事务', 'To do'],
        at: '/caict-flow/work/todo-list',
        body: 'filters',
        access: { perm: ['work_todo'] },
        output: page({ ...base, ...openTaskFields, ...familyFields }),
      },
    ),
    /** How many of them nobody can handle yet: the desk does not count those. */
    notReady: get(
      {},
      {
        label: ['待办中尚不能办理的件数', 'Tasks to do that cannot be handled yet'],
        at: '/caict-flow/work/todo-not-ready',
        access: { perm: ['work_todo'] },
        output: shaped<number>(),
      },
    ),
    /**
     * `flag` `ok`, or the comment 同意, agrees; anything else refuses. An opinion is required, except from the person who started the
     * process and sends it again or withdraws it. Of `variables` those that some process knows are kept.
     */
    completeTask: post(
      {
        taskId: ref('任务', 'Task', { required: true }),
        processInstanceId: ref('流程实例', 'Instance'),
        processDefinitionId: ref('流程定义', 'Definition'),
        flag: text('办理结果', 'Decision', { max: 16 }),
        comment: longText('办理意见', 'Opinion', { max: 1000 }),
        assignee: text('办理人', 'Handler', { max: 64 }),
        variables: one('变量', 'Variables', stepVariables),
      },
      {
        label: ['办理任务', 'Complete a task'],
        at: '/caict-flow/work/complete-task',
        access: { perm: ['work_todo_handle'] },
        output: shaped<true>(),
      },
    ),
  },
})
