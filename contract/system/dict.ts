import { get, page, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, int, text, tree } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

const fields = {
  code: text('字典编号', 'Code', { required: true }),
  parentId: tree('上级字典', 'Parent', { of: 'dict' }),
  dictKey: text('字典键值', 'Key'),
  dictValue: text('字典名称', 'Name', { required: true }),
  dictValueEn: text('英文名称', 'English name'),
  sort: int('字典排序', 'Order', { required: true, initial: 1 }),
  isSealed: flag('封存', 'Sealed', { required: true, initial: 0 }),
  remark: text('备注', 'Remark'),
}
const row = { ...base, ...fields }

/**
 * Dictionaries: heads (parent 0, key -1) and below each a tree of entries that carry the head's code. A sealed entry is no
 * longer offered, but its name still shows where it was used.
 */
export const dict = entity('system', 'dict', ['系统字典', 'Dictionaries'], {
  fields,
  search: ['code', 'dictValue'],
  list: ['code', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark'],
  verbs: ['forest', 'detail', 'submit', 'remove', 'tree'],
  actions: {
    parentList: get(
      { current: int('页码', 'Page'), size: int('每页条数', 'Page size', { max: 200 }) },
      { label: ['字典列表', 'Heads'], body: 'filters', gives: page(row), access: { perm: ['dict'] } },
    ),
    childList: get(
      { parentId: tree('字典', 'Head') },
      { label: ['字典项', 'Entries'], body: 'filters', gives: rows(row), access: { perm: ['dict'] } },
    ),
    dictionary: get(
      { code: text('字典编号', 'Code', { required: true }) },
      { label: ['字典选项', 'Options of a dictionary'], access: 'login', gives: rows(row) },
    ),
  },
})
