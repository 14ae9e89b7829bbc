import { consoleWords } from '../console-words.ts'
import { post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, one, ref, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { transitionInput } from '../project/transition-input.ts'
import { openTaskFields } from './task-fields.ts'
import { notReadyCount, workList } from './work-list.ts'

/** 待办事务: open tasks of the caller. */
export const workTodo = entity('work', 'workTodo', ['待办事务', 'To do'], {
  title: 'subject',
  rowLabel: ['待办任务', 'task'],
  isView: true,
  at: 'caict-flow/work/todo',
  screen: '/work/todo',
  fields: openTaskFields,
  search: ['subject', 'processDefinitionName', 'categoryKey'],
  list: ['subject', 'taskName', 'processDefinitionName', 'startUserId', 'createTime', 'dueTime'],
  essential: ['subject', 'taskName', 'dueTime'],
  verbs: [],
  perms: { handle: ['办理', 'Handle'], detail: kitTerms.details, follow: consoleWords.diagram },
  actions: {
    list: workList('todo', ['待办事务', 'To do'], { ...base, ...openTaskFields }),
    notReady: notReadyCount('todo', ['待办中尚不能办理的件数', 'Tasks to do that cannot be handled yet']),
    /**
     * `flag` decides: `ok` agrees, anything else refuses. Without a flag the comment 同意 agrees. An opinion is required, except from
     * the person who started the process and sends it again or withdraws it. Of `variables` those that some process knows are kept.
     * For our pages (`blade-texts`) `msg` says what was done; clients of the family show the message of every success.
     */
    completeTask: post(
      {
        taskId: ref(...consoleWords.task, { required: true }),
        processInstanceId: ref('流程实例', 'Instance'),
        processDefinitionId: ref('流程定义', 'Definition'),
        flag: text('办理结果', 'Decision', { max: 16 }),
        comment: longText('办理意见', 'Opinion', { max: 1000, rule: 'finished' }),
        assignee: text(...consoleWords.assignee, { max: 64 }),
        /** What a decision on a declaration consists of besides its flag. */
        variables: one('变量', 'Variables', transitionInput),
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
