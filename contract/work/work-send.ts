import { get, page } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { time } from '../kit/field.ts'
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
  list: ['subject', 'processDefinitionName', 'taskName', 'assignee', 'processIsFinished'],
  verbs: [],
  perms: { detail: ['详情', 'Details'], follow: ['流程图', 'Diagram'] },
  actions: {
    list: get(
      { ...paging, ...workFilters },
      {
        label: ['已发事务', 'Started'],
        at: '/caict-flow/work/send-list',
        body: 'filters',
        access: { perm: ['work_send'] },
        output: page({ ...base, ...sentFields, ...familyFields }),
      },
    ),
  },
})
