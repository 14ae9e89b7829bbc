import { get, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, int, longText, ref } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

/** At most so many of one person, and of one office. */
export const maxOpinions = { own: 100, office: 200 } as const

const text = longText('意见内容', 'Text', { required: true, max: 500 })
const isOffice = flag('本单位共用', 'For the whole office', { required: true, initial: 0 })

/**
 * Short texts that officers insert into their opinions. One is its writer's own, or belongs to the office where its writer works: the
 * people of that department and of those below it can insert it (docs/decisions/0149).
 */
export const commonOpinion = entity('work', 'commonOpinion', ['常用意见', 'Common opinions'], {
  title: 'text',
  rowLabel: ['常用意见', 'common opinion'],
  fields: {
    text,
    isOffice,
    /** The office of a shared one, null for the others. */
    deptId: ref('所属单位', 'Office', { of: 'dept', direction: 'out' }),
    /** Without one a new text is the last. */
    sort: int('排序', 'Order', { max: 9999 }),
  },
  search: ['text', 'isOffice'],
  list: ['text', 'isOffice', 'deptId', 'sort'],
  essential: ['text', 'isOffice'],
  formOnly: ['isOffice'],
  verbs: ['list', 'detail', 'submit', 'remove', 'reorder'],
  rows: 'scoped',
  uniqueIndexes: { common_opinion_own: 'text', common_opinion_office: 'text' },
  imports: { none: 'Whoever writes a text decides whether it is shared.' },
  perms: { office: ['维护本单位意见', 'Keep those of the office'] },
  actions: {
    /** What the caller can insert: their own, then those of their departments and of the departments above. */
    usable: get(
      {},
      {
        label: ['可用的常用意见', 'Usable opinions'],
        access: { perm: ['common_opinion'], staff: true },
        output: rows({ id: base.id, text, isOffice }),
      },
    ),
  },
})
