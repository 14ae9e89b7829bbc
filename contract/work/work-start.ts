import { consoleWords } from '../console-words.ts'
import { definitionFields } from '../flow/definition-fields.ts'
import { get, page } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { int, text } from '../kit/field.ts'
import { base, paging } from '../kit/verbs.ts'

/** 发起事务: the latest active version of each process that the caller may start. */
export const workStart = entity('work', 'workStart', ['发起事务', 'Start a process'], {
  title: 'name',
  rowLabel: ['流程', 'process'],
  isView: true,
  shared: true,
  at: 'caict-flow/work/start',
  screen: '/work/start',
  fields: definitionFields,
  search: ['name', 'categoryKey', 'mode'],
  list: ['name', 'categoryKey', 'version', 'mode', 'deploymentTime'],
  verbs: [],
  perms: { flow: ['发起', 'Start'], image: consoleWords.diagram },
  actions: {
    list: get(
      {
        ...paging,
        category: text(...consoleWords.processCategory, { max: 32 }),
        mode: int('范围', 'Scope', { max: 2 }),
      },
      {
        label: ['可发起的流程', 'Processes to start'],
        at: '/caict-flow/work/start-list',
        body: 'filters',
        access: 'login',
        output: page({ ...base, ...definitionFields }),
      },
    ),
  },
})
