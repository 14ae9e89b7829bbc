import { entity } from '../kit/entity.ts'
import { base } from '../kit/verbs.ts'
import { openTaskFields } from './task-fields.ts'
import { notReadyCount, workList } from './work-list.ts'

/** 待我办理: whatever waits for the caller, of any kind: their tasks and those that they may take, a row for each matter. */
export const workWaiting = entity('work', 'workWaiting', ['待我办理', 'Waiting for me'], {
  title: 'subject',
  rowLabel: ['待办理的事项', 'matter'],
  isView: true,
  at: 'caict-flow/work/waiting',
  fields: openTaskFields,
  search: ['subject', 'processDefinitionName', 'categoryKey', 'status'],
  list: ['subject', 'status', 'taskName', 'processDefinitionName', 'startUserId', 'createTime', 'dueTime'],
  essential: ['subject', 'taskName', 'dueTime'],
  verbs: [],
  // what may be done with a row is a permission of those two lists
  perms: {},
  actions: {
    list: workList('waiting', ['待我办理', 'Waiting for me'], { ...base, ...openTaskFields }),
    notReady: notReadyCount('waiting', ['尚不能办理的件数', 'Matters that cannot be handled yet']),
  },
})
