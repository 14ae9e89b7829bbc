import { denied } from '#contract/kit/fail.ts'
import type { RegistrationCheck } from '#contract/registration.ts'
import { type AnswerMasks, withoutHidden } from './hidden-fields.ts'

/** How answers that are no rows hide columns from callers whose data scopes name the visible ones. */
export const answerMasks: AnswerMasks = {
  // numbers by a column that the caller does not see would say what it contains
  'user.memberCounts': (answer, hidden, { field }) => {
    if (hidden.has(String(field))) throw denied()
    return answer
  },
  // clerks are accounts too
  'user.registrations': (answer, hidden) =>
    (withoutHidden(answer, hidden) as RegistrationCheck[]).map(({ answers, ...check }) => ({
      ...check,
      answers: answers.map(({ name, ...one }) =>
        withoutHidden({ ...one, ...(hidden.has('realName') ? {} : { name }) }, hidden),
      ),
    })),
  'user.resetPassword': 'columns',
  'user.verifyInitialPassword': 'none',
  'apiKey.create': 'none',
  'webhook.create': 'none',
  'webhook.renewSecret': 'none',
  'oss.debug': 'none',
  'sms.send': 'none',
  'audit.detail': 'columns',
  'audit.revertPreview': 'none',
  'audit.verify': 'none',
  'workClaim.notReady': 'columns',
  'workClaim.claimTask': 'none',
  'workClaim.unclaimTask': 'none',
  'workClaim.claimTasks': 'none',
  'workTodo.notReady': 'columns',
  'workTodo.completeTask': 'none',
  'workTodo.transferTask': 'none',
  'workTodo.copyTask': 'none',
  'workTodo.consult': 'none',
  'workTodo.advise': 'none',
  'workTodo.withdrawConsultation': 'none',
  'workWaiting.notReady': 'columns',
  'workWaiting.leaveList': 'none',
  'notice.mine': 'columns',
}
