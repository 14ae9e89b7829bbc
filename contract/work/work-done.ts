import { get, page } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { text } from '../kit/field.ts'
import { base, paging } from '../kit/verbs.ts'
import { familyFields, workFields, workFilters } from './task-fields.ts'

const fields = { ...workFields, taskName: text('办理环节', 'Step', { direction: 'out' }) } as const

/** 办结事务: tasks that the caller has completed. */
export const workDone = entity('work', 'workDone', ['办结事务', 'Done'], {
  title: 'subject',
  rowLabel: ['已办任务', 'finished task'],
  isView: true,
  at: 'caict-flow/work/done',
  screen: '/work/done',
  fields,
  search: ['subject', 'processDefinitionName', 'categoryKey'],
  list: ['subject', 'taskName', 'processDefinitionName', 'flag', 'historyTaskEndTime', 'processIsFinished'],
  verbs: [],
  perms: { detail: ['详情', 'Details'], follow: ['流程图', 'Diagram'] },
  actions: {
    list: get(
      { ...paging, ...workFilters },
      {
        label: ['办结事务', 'Done'],
        at: '/caict-flow/work/done-list',
        body: 'filters',
        access: 'login',
        output: page({ ...base, ...fields, ...familyFields }),
      },
    ),
  },
})
