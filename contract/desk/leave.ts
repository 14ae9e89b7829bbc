import type { InstanceState } from '../flow/instance-state.ts'
import { nameable } from '../flow/nameable.ts'
import { get, nothing, post, row, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import type { Row } from '../kit/field.ts'
import { choice, decimal, longText, many, ref, text, time } from '../kit/field.ts'
import type { BaseRow } from '../kit/verbs.ts'
import { requestStates } from './request-states.ts'

const out = { direction: 'out' } as const
// enterprises and operators may start other processes, but work for no office
const access = { perm: ['work_start_flow'], staff: true } as const

const requestFields = {
  startTime: time('开始时间', 'From', { required: true, message: ['请选择开始时间', 'Choose when the leave starts'] }),
  endTime: time('结束时间', 'To', { required: true, message: ['请选择结束时间', 'Choose when the leave ends'] }),
  reason: longText('请假事由', 'Reason', { required: true, max: 255, message: ['请输入请假事由', 'Give the reason'] }),
  taskUser: ref('审批人', 'Approver', { of: 'user', required: true, message: ['请选择审批人', 'Choose an approver'] }),
} as const

/** Working days: without weekends and the holidays of the dictionary, with the working weekends; halves of a day count. */
const days = decimal('请假天数', 'Days of leave', out)
const { startTime, endTime, reason } = requestFields
/** What the applicant may correct after a return; a change of the approver would be another request. */
const correctionFields = { startTime, endTime, reason } as const

const fields = {
  applyTime: time('申请时间', 'Applied at', out),
  ...requestFields,
  days,
  leaveState: choice('审批状态', 'Status', {
    choices: requestStates('running', 'returned', 'approved', 'cancelled', 'ended'),
    ...out,
  }),
  processDefinitionId: ref('流程定义', 'Definition', out),
  processInstanceId: ref('流程实例', 'Instance', out),
  /** What the request was before each correction, oldest first. */
  earlier: {
    ...many('修改前的申请', 'Before the corrections', {
      ...correctionFields,
      days,
      replacedTime: time('修改时间', 'Corrected at', out),
    }),
    ...out,
  },
} as const

export type LeaveDetail = BaseRow &
  Row<typeof fields> & { readonly taskUserName: string | null; readonly flow: InstanceState }

/** Requests for leave, which the process `leave` decides. */
export const leave = entity('desk', 'leave', ['请假申请', 'Requests for leave'], {
  title: 'reason',
  rowLabel: ['请假申请', 'request for leave'],
  at: 'caict-desk/process/leave',
  imports: { none: 'A request starts a process.' },
  fields,
  search: ['leaveState', 'startTime'],
  list: ['reason', 'startTime', 'endTime', 'days', 'taskUser', 'leaveState', 'applyTime'],
  verbs: ['list'],
  rows: 'own',
  perms: {},
  actions: {
    /** Answers `true`, as clients of the family expect; the request is the first of `list`. */
    startProcess: post(
      { processDefinitionId: ref('流程定义', 'Definition', { required: true }), ...requestFields },
      { label: ['提交请假申请', 'Request leave'], access, output: shaped<true>() },
    ),
    /** Corrects period and reason of the caller's own request after it was returned, before it is sent again. */
    correct: post(
      { id: ref('请假申请', 'Request for leave', { required: true }), ...correctionFields },
      { label: ['修改请假申请', 'Correct a returned request'], access, output: nothing },
    ),
    /** The request with the state of its process, in `flow`; for its applicant and those who handle it. */
    show: get(
      { businessId: ref('请假申请', 'Request for leave', { required: true }) },
      {
        label: ['请假详情', 'Leave request'],
        at: 'detail',
        access: 'login',
        output: shaped<LeaveDetail>(),
      },
    ),
    /** People who may approve a request of the caller: staff who may handle tasks, by part of their name or account; at most 20. */
    approvers: get(
      { realName: text('姓名', 'Name', { max: 45 }) },
      {
        label: ['可选审批人', 'Approvers'],
        access,
        output: rows(nameable),
      },
    ),
    /** Working days of a period, for the form. */
    days: get({ startTime, endTime }, { label: ['计算请假天数', 'Working days'], access, output: row({ days }) }),
  },
})
