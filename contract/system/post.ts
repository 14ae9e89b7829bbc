import { entity } from '../kit/entity.ts'
import { dict, int, longText, text } from '../kit/field.ts'

export const post = entity('system', 'post', ['岗位管理', 'Positions'], {
  title: 'postName',
  rowLabel: ['岗位', 'position'],
  fields: {
    category: dict('岗位类型', 'Category', { of: 'post_category', required: true }),
    postCode: text('岗位编号', 'Code', { required: true, unique: true, max: 12 }),
    postName: text('岗位名称', 'Name', { required: true, max: 64 }),
    sort: int('岗位排序', 'Order', { required: true }),
    remark: longText('岗位描述', 'Remark', { max: 255 }),
  },
  search: ['category', 'postCode', 'postName'],
  verbs: ['list', 'detail', 'submit', 'remove', 'reorder', 'select'],
})
