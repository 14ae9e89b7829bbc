import { entity } from '../kit/entity.ts'
import { dict, int, text, tree } from '../kit/field.ts'

export const dept = entity('system', 'dept', ['机构管理', 'Departments'], {
  fields: {
    parentId: tree('上级机构', 'Parent', { of: 'dept' }),
    deptName: text('机构名称', 'Name', { required: true, max: 45 }),
    fullName: text('机构全称', 'Full name', { required: true, max: 120 }),
    deptCategory: dict('机构类型', 'Kind', { of: 'org_category', required: true }),
    sort: int('排序', 'Order', { required: true }),
    remark: text('备注', 'Remark'),
    ancestors: text('祖级', 'Ancestors', { way: 'out' }),
  },
  search: ['deptName', 'fullName'],
  list: ['deptName', 'fullName', 'deptCategory', 'sort'],
  verbs: ['forest', 'lazyList', 'detail', 'submit', 'remove', 'select', 'tree', 'lazyTree'],
})
