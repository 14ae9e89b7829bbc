import { consoleWords } from '../console-words.ts'
import { get, nodes, page, post, row } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { dict, int, ref, text, tree } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base, paging } from '../kit/verbs.ts'
import { staffOnly } from './staff-only.ts'

const fields = {
  parentId: tree('上级机构', 'Parent', { of: 'dept' }),
  deptName: text('机构名称', 'Name', { required: true, max: 45 }),
  fullName: text('机构全称', 'Full name', { required: true, max: 120 }),
  deptCategory: dict('机构类型', 'Type', { of: 'org_category', required: true }),
  sort: int('排序', 'Order', { required: true }),
  head: ref('负责人', 'Head', { of: 'user', among: staffOnly }),
  remark: text(...consoleWords.remark),
  ancestors: text('祖级', 'Ancestors', { direction: 'out' }),
} as const

/** A department with computed values: its people, whether it has departments below, and the names of its ancestors. */
const fullFields = {
  ...base,
  ...fields,
  people: int('人数', 'Members', { direction: 'out', required: true }),
  place: text('所在位置', 'Place', { direction: 'out', required: true }),
} as const

/**
 * Departments. A branch may have thousands of declaring organisations, so our own pages load it in pages: `page`
 * returns one level below `parentId` or, without it, matches of every level. Callers who are not administrators see
 * only their own departments and those below in `page`, `lazyList` and `lazyTree`.
 */
export const dept = entity('system', 'dept', ['机构管理', 'Departments'], {
  title: 'deptName',
  rowLabel: ['机构', 'department'],
  fields,
  search: ['deptName', 'fullName', 'deptCategory'],
  list: ['deptName', 'fullName', 'deptCategory', 'head', 'sort'],
  isLarge: true,
  verbs: ['forest', 'lazyList', 'remove', 'reorder', 'select', 'tree'],
  actions: {
    page: get(
      { ...paging, parentId: fields.parentId },
      { label: kitTerms.list, output: page(fullFields), access: { perm: ['dept'] }, body: 'filters' },
    ),
    detail: get(
      { id: ref(...kitTerms.id, { required: true }) },
      { label: kitTerms.details, output: row(fullFields), access: { perm: ['dept'] } },
    ),
    submit: post(
      { id: ref(...kitTerms.id), ...fields },
      {
        label: kitTerms.addOrUpdate,
        access: { perm: ['dept_add', 'dept_edit'] },
        output: row({ id: base.id, tenantId: base.tenantId, deptCategoryName: text('机构类型', 'Type') }),
      },
    ),
    /** Returns the whole level, unless paging parameters are present. */
    lazyTree: get(
      { parentId: fields.parentId, ...paging },
      { label: ['逐级树', 'Tree by level'], output: nodes, access: { perm: ['dept'] } },
    ),
  },
})
