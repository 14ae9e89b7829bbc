import { consoleWords } from '../console-words.ts'
import { nothing, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, ref, refs } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { versionsField } from '../row-results.ts'
import { openTaskFields } from './task-fields.ts'
import { notReadyCount, workList } from './work-list.ts'

/** 待签事务: tasks that the caller may take. */
export const workClaim = entity('work', 'workClaim', ['待签事务', 'To claim'], {
  title: 'subject',
  rowLabel: ['待签任务', 'task to claim'],
  isView: true,
  at: 'caict-flow/work/claim',
  screen: '/work/claim',
  fields: openTaskFields,
  search: ['subject', 'processDefinitionName', 'categoryKey'],
  list: ['subject', 'taskName', 'processDefinitionName', 'startUserId', 'createTime', 'dueTime'],
  essential: ['subject', 'taskName', 'dueTime'],
  verbs: [],
  perms: { sign: ['签收', 'Claim'], detail: kitTerms.details, follow: consoleWords.diagram },
  actions: {
    list: workList('claim', ['待签事务', 'To claim'], { ...base, ...openTaskFields }),
    notReady: notReadyCount('claim', ['待签中尚不能办理的件数', 'Tasks to claim that cannot be handled yet']),
    claimTask: post(
      { taskId: ref(...consoleWords.task, { required: true }) },
      {
        label: ['签收任务', 'Claim a task'],
        at: '/caict-flow/work/claim-task',
        access: { perm: ['work_claim_sign'] },
        output: shaped<string>(),
      },
    ),
    /** Claims several tasks; clients of the family claim one at a time. */
    claimTasks: post(
      { ids: refs(...consoleWords.task, { required: true }) },
      {
        at: '/caict-flow/work/claim-tasks',
        access: { perm: ['work_claim_sign'] },
        button: {
          at: 'bulk',
          label: ['签收', 'Claim'],
          successText: ['已签收 {0} 件', 'Claimed: {0}'],
          confirmText: ['确定签收所选任务？', 'Claim the selected tasks?'],
          inBackground: 'startClaims',
        },
        output: nothing,
      },
    ),
    /** The same of more tasks than a request handles, in the background; resolves to its job. */
    startClaims: post(
      { versions: versionsField },
      {
        label: ['后台批量签收', 'Claim many tasks in the background'],
        at: '/caict-flow/work/start-claims',
        access: { perm: ['work_claim_sign'] },
        output: row({ id: base.id }),
      },
    ),
    /** Gives a claimed task back to its candidates; clients of the family have no such call. */
    unclaimTask: post(
      {
        taskId: ref(...consoleWords.task, { required: true }),
        reason: longText('取消签收原因', 'Reason', {
          required: true,
          max: 200,
          message: ['请输入取消签收原因', 'Say why you give the task back'],
        }),
      },
      {
        label: ['取消签收任务', 'Give a task back'],
        at: '/caict-flow/work/unclaim-task',
        access: { perm: ['work_claim_sign'] },
        output: shaped<string>(),
      },
    ),
  },
})
