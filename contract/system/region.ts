import { get, nodes, nothing, post, row, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { code, dict, int, text } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

const fields = {
  code: text('区划编号', 'Code', { required: true, max: 12, unique: true }),
  parentCode: code('父区划编号', 'Parent code', { of: 'region', required: true }),
  name: text('区划名称', 'Name', { required: true, max: 32 }),
  regionLevel: dict('区划等级', 'Level', { of: 'region', required: true }),
  sort: int('区划排序', 'Order'),
  remark: text('备注', 'Remark'),
}
const whole = { ...base, ...fields }
const byCode = { code: text('区划编号', 'Code', { required: true, max: 12 }) }

/** Administrative divisions by their GB/T 2260 code; the id of a row is its code, the root is 00. */
export const region = entity('system', 'region', ['行政区划', 'Regions'], {
  fields,
  search: ['code', 'name'],
  verbs: ['list', 'submit'],
  actions: {
    detail: get(byCode, { label: ['详情', 'Detail'], gives: row(whole), access: { perm: ['region'] } }),
    remove: post(
      { id: text('区划编号', 'Code', { required: true, max: 12 }) },
      { label: ['删除', 'Remove'], gives: nothing, access: { perm: ['region_delete'] } },
    ),
    lazyTree: get(
      { parentCode: text('父区划编号', 'Parent code', { max: 12 }) },
      { label: ['逐级树', 'Tree by level'], gives: nodes, access: 'login' },
    ),
    lazyTreeCity: get(
      { provinceName: text('省份名称', 'Province', { required: true, max: 32 }) },
      { label: ['省内地市', 'Cities of a province'], at: 'lazyTreeCity', gives: nodes, access: 'login' },
    ),
    select: get(
      { code: text('父区划编号', 'Parent code', { max: 12 }) },
      { label: ['下级区划', 'Divisions below'], gives: rows(whole), access: 'login' },
    ),
  },
})
