import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { workFields } from './task-fields.ts'
import { workList } from './work-list.ts'

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
  perms: { detail: kitTerms.details, follow: consoleWords.diagram },
  actions: {
    list: workList('done', ['办结事务', 'Done'], { ...base, ...fields }),
  },
})
