import { get, page, shaped } from '../kit/call.ts'
import type { Fields } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { paging } from '../kit/verbs.ts'
import { familyFields, workFilters } from './task-fields.ts'

/** The list call of 我的事务 with this name: tasks, or started processes. */
export const workList = <const F extends Fields>(
  name: 'waiting' | 'claim' | 'todo' | 'send' | 'done',
  label: Text,
  rowFields: F,
) =>
  get(
    { ...paging, ...workFilters },
    {
      label,
      at: `/caict-flow/work/${name}-list`,
      body: 'filters',
      access: 'login',
      output: page({ ...rowFields, ...familyFields }),
    },
  )

/** How many tasks of a list nobody can handle yet: the desk does not count those. */
export const notReadyCount = (name: 'waiting' | 'claim' | 'todo', label: Text) =>
  get({}, { label, at: `/caict-flow/work/${name}-not-ready`, access: 'login', output: shaped<number>() })
