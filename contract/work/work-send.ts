import { consoleWords } from '../console-words.ts'
import { nothing, post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, ref, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { workFields } from './task-fields.ts'
import { workList } from './work-list.ts'

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
  perms: { detail: kitTerms.details, follow: consoleWords.diagram },
  actions: {
    list: workList('send', ['已发事务', 'Started'], { ...base, ...sentFields }),
    /** Takes back what the caller has started while nobody has handled it; clients of the family have no such call. */
    withdraw: post(
      {
        processInstanceId: ref('流程实例', 'Instance', { required: true }),
        reason: longText('撤回原因', 'Reason', { max: 200 }),
      },
      { label: ['撤回申请', 'Withdraw a request'], at: '/caict-flow/work/withdraw', access: 'login', output: nothing },
    ),
    /** Reminds those who have what the caller has started, once per working day and when half of the deadline is over. */
    remind: post(
      { processInstanceId: ref('流程实例', 'Instance', { required: true }) },
      { label: ['催办', 'Remind'], at: '/caict-flow/work/remind', access: 'login', output: nothing },
    ),
  },
})
