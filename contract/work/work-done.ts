import { get, page } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { base, paging } from '../kit/verbs.ts'
import { familyFields, workFields, workFilters } from './task-fields.ts'

/** 办结事务: tasks that the caller has completed. */
export const workDone = entity('work', 'workDone', ['办结事务', 'Done'], {
  title: 'subject',
  rowLabel: ['已办任务', 'finished task'],
  isView: true,
  at: 'caict-flow/work/done',
  screen: '/work/done',
  fields: workFields,
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
        access: { perm: ['work_done'] },
        output: page({ ...base, ...workFields, ...familyFields }),
      },
    ),
  },
})
