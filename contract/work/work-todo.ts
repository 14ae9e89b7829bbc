import { consoleWords } from '../console-words.ts'
import { nameable } from '../flow/nameable.ts'
import { get, nothing, post, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, one, ref, refs, text } from '../kit/field.ts'
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
    /** Colleagues who could take a task of the caller themselves, by part of their name or account; at most 20, those of the same department first. */
    transferPeople: get(
      { taskId: ref(...consoleWords.task, { required: true }), realName: text('姓名', 'Name', { max: 45 }) },
      {
        label: ['可转办的人员', 'People to pass a task on to'],
        at: '/caict-flow/work/transfer-people',
        access: { perm: ['work_todo_handle'] },
        output: rows(nameable),
      },
    ),
    /** Colleagues to whom a copy can be sent: who sees the matter of a task of the caller anyway; at most 20. */
    copyPeople: get(
      { taskId: ref(...consoleWords.task, { required: true }), realName: text('姓名', 'Name', { max: 45 }) },
      {
        label: ['可抄送的人员', 'People to send a copy to'],
        at: '/caict-flow/work/copy-people',
        access: { perm: ['work_todo_handle'] },
        output: rows(nameable),
      },
    ),
    /** Sends a colleague, who can do nothing by it, a message with a link to the matter of a task of the caller. */
    copyTask: post(
      {
        taskId: ref(...consoleWords.task, { required: true }),
        userId: ref('抄送给', 'Send to', {
          of: 'user',
          required: true,
          message: ['请选择抄送人员', 'Choose a colleague'],
        }),
        reason: longText('抄送说明', 'Note', { max: 200 }),
      },
      {
        label: ['抄送', 'Send a copy'],
        at: '/caict-flow/work/copy-task',
        access: { perm: ['work_todo_handle'] },
        output: nothing,
      },
    ),
    /** Colleagues whom the caller can consult on a task of theirs: who sees its matter anyway and has no part in it; at most 20. */
    advisers: get(
      { taskId: ref(...consoleWords.task, { required: true }), realName: text('姓名', 'Name', { max: 45 }) },
      {
        label: ['可加签的人员', 'People to consult'],
        at: '/caict-flow/work/advisers',
        access: { perm: ['work_todo_handle'] },
        output: rows(nameable),
      },
    ),
    /** Asks colleagues for their advice on a task of the caller; it decides nothing, and the decision does not wait for it. */
    consult: post(
      {
        taskId: ref(...consoleWords.task, { required: true }),
        userIds: refs('加签人员', 'Colleagues', {
          of: 'user',
          required: true,
          message: ['请选择加签人员', 'Choose one or several colleagues'],
        }),
        reason: longText('加签说明', 'Note', { max: 500 }),
      },
      {
        label: ['加签', 'Consult'],
        at: '/caict-flow/work/consult',
        access: { perm: ['work_todo_handle'] },
        output: nothing,
      },
    ),
    /** The advice of the caller, who was consulted. */
    advise: post(
      {
        consultationId: ref('加签', 'Consultation', { required: true }),
        comment: longText('加签意见', 'Advice', {
          max: 1000,
          required: true,
          rule: 'finished',
          message: ['请输入加签意见', 'Enter your advice'],
        }),
      },
      {
        label: ['提交加签意见', 'Send the advice'],
        at: '/caict-flow/work/advise',
        access: { perm: ['work_todo_handle'] },
        output: nothing,
      },
    ),
    /** Ends a consultation that was not answered: by who consulted, or by who has the task. */
    withdrawConsultation: post(
      { consultationId: ref('加签', 'Consultation', { required: true }) },
      {
        label: ['撤回加签', 'Withdraw the consultation'],
        at: '/caict-flow/work/withdraw-consultation',
        access: { perm: ['work_todo_handle'] },
        output: nothing,
      },
    ),
    /** Passes a task of the caller on to a colleague, who has it from then on; clients of the family have no such call. */
    transferTask: post(
      {
        taskId: ref(...consoleWords.task, { required: true }),
        userId: ref('转办给', 'Pass on to', {
          of: 'user',
          required: true,
          message: ['请选择转办人员', 'Choose a colleague'],
        }),
        reason: longText('转办说明', 'Note', { max: 200 }),
      },
      {
        label: ['转办任务', 'Pass a task on'],
        at: '/caict-flow/work/transfer-task',
        access: { perm: ['work_todo_handle'] },
        output: nothing,
      },
    ),
  },
})
