import { act, get, post, type Screen } from '../step.ts'
import { processFields, processScreens } from './processes.ts'

/** The screens of 我的事务, with the parameters that clients of the family send. */

const flow = 'caict-flow'
const page = { current: '1', size: '10' }

/** Of every task; the lists of finished ones have more. */
const taskFields = [
  ...['taskId', 'taskName', 'taskDefinitionKey', 'category', 'categoryName', 'createTime', 'executionId'],
  ...['processInstanceId', 'historyProcessInstanceId', 'processDefinitionId', 'processDefinitionKey'],
  ...['processDefinitionName', 'processDefinitionVersion', 'processDefinitionDesc', 'processDefinitionResName'],
  ...['processIsFinished', 'historyActivityId', 'historyActivityName', 'historyActivityType', 'businessTable'],
  ...['businessId', 'status', 'variables'],
]
const doneFields = [
  ...taskFields,
  ...['assignee', 'assigneeName', 'endTime', 'claimTime', 'historyTaskEndTime', 'historyActivityDurationTime'],
  ...['comment', 'flag', 'pass', 'isPass'],
]

const start: Screen = {
  name: 'started and claimed tasks',
  menu: { code: 'work_start', path: '/work/start' },
  steps: [
    get('reads who is signed in', 'caict-system/user/info', {}, { saveAs: { userId: 'data.id' } }),
    get(
      'loads the routes of the processes',
      'caict-system/dict/dictionary',
      { code: 'flow' },
      {
        expectedFields: ['dictKey', 'dictValue', 'remark'],
        expectedValues: { 'data.0.dictKey': '1', 'data.0.remark': 'leave' },
      },
    ),
    get(
      'opens the list',
      `${flow}/work/start-list`,
      { ...page, category: 'flow_1', mode: '1' },
      {
        expectedFields: processFields,
        expectedValues: { 'data.total': 1, 'data.records.0.key': 'leave', 'data.records.0.tenantId': '' },
        saveAs: { definition: 'data.records.0.id' },
      },
    ),
    get(
      'has no process of its own',
      `${flow}/work/start-list`,
      { ...page, category: 'flow_1', mode: '2' },
      {
        expectedValues: { 'data.total': 0 },
      },
    ),
    get(
      'views the diagram',
      `${flow}/process/model-view`,
      { processDefinitionId: '{definition}' },
      {
        expectedFields: ['xml'],
      },
    ),
  ],
}

const leaveForm: Screen = {
  name: 'leave',
  steps: [
    post('adds an approver', 'caict-system/user/submit', {
      account: 'wire.approver',
      name: '审批人',
      realName: '审批人',
      roleId: '{officerRole}',
    }),
    get(
      'finds the approver',
      'caict-system/user/page',
      { ...page, account: 'wire.approver' },
      { saveAs: { approver: 'data.records.0.id' } },
    ),
    post('starts', 'caict-desk/process/leave/start-process', {
      processDefinitionId: '{definition}',
      taskUser: '{approver}',
      startTime: '2026-11-02 09:00:00',
      endTime: '2026-11-06 18:00:00',
      reason: '联调请假',
    }),
    get('sees it among those started', `${flow}/work/send-list`, page, {
      saveAs: { task: 'data.records.0.taskId', own: 'data.records.0.processInstanceId' },
    }),
    post('gives the task to somebody else as administrator', `${flow}/follow/reassign-task`, {
      taskId: '{task}',
      userId: '{colleague}',
      reason: '联调改派',
    }),
    get(
      'opens the tasks to do',
      `${flow}/work/todo-list`,
      {
        ...page,
        category: 'flow_1',
        processDefinitionName: '请假',
        beginDate: '2020-01-01',
        endDate: '2099-12-31',
      },
      {
        expectedFields: [...taskFields, 'assignee', 'assigneeName', 'claimTime'],
        expectedValues: { 'data.total': 1, 'data.records.0.status': 'todo', 'data.records.0.businessTable': 'leave' },
        saveAs: {
          task: 'data.records.0.taskId',
          instance: 'data.records.0.processInstanceId',
          leave: 'data.records.0.businessId',
        },
      },
    ),
    get(
      'finds no task of another type',
      `${flow}/work/todo-list`,
      { ...page, category: 'flow_3' },
      {
        expectedValues: { 'data.total': 0 },
      },
    ),
    get(
      'opens the page of handling',
      'caict-desk/process/leave/detail',
      { businessId: '{leave}' },
      {
        expectedFields: ['reason', 'startTime', 'endTime', 'taskUser', 'applyTime', 'processInstanceId', 'flow'],
        expectedValues: { 'data.reason': '联调请假', 'data.flow.assigneeName': '管理员' },
      },
    ),
    get(
      'reads the history',
      `${flow}/process/history-flow-list`,
      { processInstanceId: '{instance}' },
      {
        expectedFields: ['historyActivityId', 'historyActivityName', 'historyActivityType', 'createTime', 'endTime'],
        expectedValues: { 'data.0.historyActivityType': 'startEvent', 'data.1.historyActivityType': 'userTask' },
      },
    ),
    post(
      'needs an opinion',
      `${flow}/work/complete-task`,
      { taskId: '{task}', flag: 'ok', comment: '' },
      {
        status: 400,
        msg: '请输入批复意见',
      },
    ),
    post(
      'agrees',
      `${flow}/work/complete-task`,
      {
        taskId: '{task}',
        processInstanceId: '{instance}',
        processDefinitionId: '{definition}',
        flag: 'ok',
        comment: '同意',
        variables: {},
      },
      { expectedValues: { data: true } },
    ),
  ],
}

const lists: Screen = {
  name: 'claimed, sent and done tasks',
  menu: { code: 'work_claim', path: '/work/claim' },
  steps: [
    get(
      'opens the tasks done',
      `${flow}/work/done-list`,
      { ...page, category: 'flow_1', processDefinitionName: '请假' },
      {
        expectedFields: doneFields,
        expectedValues: {
          'data.records.0.flag': 'ok',
          'data.records.0.comment': '同意',
          'data.records.0.status': 'finish',
        },
      },
    ),
    get(
      'opens the processes started',
      `${flow}/work/send-list`,
      { ...page, beginDate: '2020-01-01', endDate: '2099-12-31' },
      {
        expectedFields: taskFields,
        expectedValues: {
          'data.records.0.processIsFinished': 'unfinished',
          'data.records.0.processInstanceId': '{own}',
        },
      },
    ),
    get('opens the tasks to claim', `${flow}/work/claim-list`, { ...page, processDefinitionName: '请假' }),
    get(
      'follows the instance in the diagram',
      `${flow}/process/model-view`,
      {
        processInstanceId: '{instance}',
        processDefinitionId: '{definition}',
      },
      { expectedFields: ['xml', 'flow'], expectedValues: { 'data.flow.0.historyActivityType': 'startEvent' } },
    ),
    act('cannot claim a task of others', `${flow}/work/claim-task`, { taskId: '{task}' }, { status: 403 }),
  ],
}

export const workflow: readonly Screen[] = [start, leaveForm, lists, ...processScreens]
