import { nothing, post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, int } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'
import { openTaskFields } from './task-fields.ts'
import { notReadyCount, workList } from './work-list.ts'

/** A list that was left open longer than this was read anew since. */
const maxSeconds = 7 * 86_400

const fields = {
  ...openTaskFields,
  /** Whether it has come since the caller left the list last. */
  isNew: flag('新到', 'New', { direction: 'out' }),
} as const

/** 待我办理: whatever waits for the caller, of any kind: their tasks and those that they may take, a row for each matter. */
export const workWaiting = entity('work', 'workWaiting', ['待我办理', 'Waiting for me'], {
  title: 'subject',
  rowLabel: ['待办理的事项', 'matter'],
  isView: true,
  at: 'caict-flow/work/waiting',
  fields,
  search: ['subject', 'processDefinitionName', 'categoryKey', 'status', 'isNew'],
  list: ['subject', 'status', 'taskName', 'processDefinitionName', 'startUserId', 'createTime', 'dueTime'],
  essential: ['subject', 'taskName', 'dueTime'],
  verbs: [],
  // what may be done with a row is a permission of those two lists
  perms: {},
  actions: {
    list: workList('waiting', ['待我办理', 'Waiting for me'], { ...base, ...fields }),
    /** The list was left: what comes from when it was read, so many seconds ago, is new at the next visit. */
    leaveList: post(
      { seconds: int('读取后经过（秒）', 'Seconds since it was read', { required: true, max: maxSeconds }) },
      {
        label: ['离开待我办理', 'Leave the list of what waits'],
        at: '/caict-flow/work/leave-waiting',
        access: 'login',
        output: nothing,
      },
    ),
    notReady: notReadyCount('waiting', ['尚不能办理的件数', 'Matters that cannot be handled yet']),
  },
})
