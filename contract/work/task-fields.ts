import { consoleWords } from '../console-words.ts'
import { flowDictionary } from '../flow/categories.ts'
import { choice, date, dict, flag, int, longText, one, ref, text, time } from '../kit/field.ts'
import { decidedTogether } from '../project/decided-together.ts'

const out = { direction: 'out' } as const

/** A task or a started process, as the lists of 我的事务 return it (`BladeFlow`). */
export const workFields = {
  subject: text('事项', 'Subject', out),
  taskId: text('任务编号', 'Task', out),
  taskName: text('当前环节', 'Current step', out),
  taskDefinitionKey: text('环节标识', 'Step key', out),
  assignee: ref(...consoleWords.assignee, { of: 'user', ...out }),
  /** Who started the process. */
  startUserId: ref('发起人', 'Started by', { of: 'user', ...out }),
  category: text(...consoleWords.processCategory, out),
  categoryKey: dict(...consoleWords.processType, { of: flowDictionary, ...out }),
  categoryName: text('类型名称', 'Type name', out),
  endTime: time('结束时间', 'Ended at', out),
  claimTime: time('签收时间', 'Claimed at', out),
  historyTaskEndTime: time('办理时间', 'Handled at', out),
  /** When the task is due; null without a deadline. */
  dueTime: time('办理时限', 'Deadline', out),
  executionId: text('执行编号', 'Execution', out),
  processInstanceId: text('实例编号', 'Instance', out),
  historyProcessInstanceId: text('历史实例编号', 'History instance', out),
  processDefinitionId: text('定义编号', 'Definition', out),
  processDefinitionKey: text(...consoleWords.processKey, out),
  processDefinitionName: text('流程名称', 'Process', out),
  processDefinitionDesc: text('流程说明', 'Process description', out),
  processDefinitionVersion: int('流程版本', 'Version', out),
  processIsFinished: choice('流程状态', 'Process state', {
    choices: [
      ['unfinished', ['办理中', 'In progress']],
      ['finished', ['已办结', 'Finished']],
    ],
    ...out,
  }),
  businessTable: text('业务表', 'Business table', out),
  businessId: text('业务编号', 'Business id', out),
  status: choice('任务状态', 'Task state', {
    choices: [
      ['claim', ['待签收', 'To be claimed']],
      ['todo', ['待办理', 'To do']],
      ['advise', ['待提意见', 'To advise']],
      ['finish', ['已办理', 'Done']],
    ],
    ...out,
  }),
  comment: longText('办理意见', 'Opinion', out),
  /** `ok` agreed, `no` refused; null while it is open. */
  flag: choice('办理结果', 'Decision', {
    choices: [
      ['ok', ['同意', 'Agreed']],
      ['no', ['不同意', 'Refused']],
    ],
    ...out,
  }),
  pass: flag('是否通过', 'Passed', out),
} as const

/** Fields of an open task, whose row begins when the task does. */
export const openTaskFields = { ...workFields, createTime: time('收到时间', 'Received at', out) } as const

/** Parameters of these lists that clients of the family send in addition to the filters by field. */
export const workFilters = {
  category: text(...consoleWords.processCategory, { max: 32 }),
  beginDate: date('开始日期', 'From', { withTime: true }),
  endDate: date('结束日期', 'To', { withTime: true }),
} as const

/** Further fields that clients of the family read from a row of these lists; no columns of a table. */
export const familyFields = {
  processDefinitionResName: text('流程资源', 'Resource of the process', out),
  processDefinitionDiagramResName: text('流程图资源', 'Diagram resource', out),
  historyActivityId: text('历史环节标识', 'History step key', out),
  historyActivityName: text('历史环节', 'History step', out),
  historyActivityType: text('历史环节类型', 'History step type', out),
  historyActivityDurationTime: text('办理用时', 'Time spent', out),
  isPass: flag('是否通过', 'Passed', out),
  variables: one('变量', 'Variables', { pass: flag('是否通过', 'Passed', out) }),
  /** What the decision is called: 初审通过, 提交评分, 退回修改 … */
  decision: text('办理结果', 'Decision', out),
  /** Whether the task is taken by a move of its matter, such as the acceptance of a declaration, and not by a claim. */
  canAccept: flag('可受理', 'Can be accepted', out),
  /** What has to happen before anybody can handle the task; null if nothing has to. */
  waitsFor: choice('等待', 'Waits for', {
    choices: [
      ['scores', ['等待专家评分', 'Waits for scores']],
      ['publication', ['待发布公示公告', 'Waits for its notice']],
      ['notice', ['公示期未满', 'Public notice still runs']],
      ['objection', ['异议未处理', 'Objection still open']],
    ],
    ...out,
  }),
  /** Whether the decision is made together with those on others, such as by a proposal on a batch, and not from the task. */
  isDecidedTogether: flag(...decidedTogether, out),
  /** When the public notice ends for which the task waits. */
  waitsUntil: time('等待至', 'Waits until', out),
  /** Working days after today until the task is due; null if its limit is not counted in them. */
  workdaysLeft: int('剩余工作日', 'Working days left', out),
  beginDate: date('开始日期', 'From', out),
  endDate: date('结束日期', 'To', out),
} as const
