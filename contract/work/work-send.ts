import { get, nothing, page, post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, ref, time } from '../kit/field.ts'
import { base, paging } from '../kit/verbs.ts'
import { familyFields, workFields, workFilters } from './task-fields.ts'

const sentFields = { ...workFields, createTime: time('发起时间', 'Started at', { direction: 'out' }) } as const

/** 已发事务: processes that the caller has started. */
export const workSend = entity('work', 'workSend', ['已发事务', 'Started'], {
  title: 'subject',
  rowLabel: ['已发事务', 'started process'],
  isView: true,
  at: 'caict-flow/work/send',
  screen: '/work/send',
  fields: sentFields,
  search: ['subject', 'processDefinitionName', 'categoryKey'],
  list: ['subject', 'processDefinitionName', 'taskName', 'assignee', 'processIsFinished', 'createTime'],
  verbs: [],
  perms: { detail: ['详情', 'Details'], follow: ['流程图', 'Diagram'] },
  actions: {
    list: get(
      { ...paging, ...workFilters },
      {
        label: ['已发事务', 'Started'],
        at: '/caict-flow/work/send-list',
        body: 'filters',
        access: 'login',
        output: page({ ...base, ...sentFields, ...familyFields }),
      },
    ),
    /** Takes back what the caller has started while nobody has handled it; clients of the family have no such call. */
    withdraw: post(
      {
        processInstanceId: ref('流程实例', 'Instance', { required: true }),
        reason: longText('撤回原因', 'Reason', { max: 200 }),
      },
      { label: ['撤回申请', 'Withdraw a request'], at: '/caict-flow/work/withdraw', access: 'login', output: nothing },
    ),
  },
})
