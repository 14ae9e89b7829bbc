import { call, rows } from '../kit/call.ts'
import { int, text } from '../kit/field.ts'

/** GB/T 4754-2017, level by level: 1 section letter, 2 division, 3 group, 4 class. */
export const industryList = call('GET', 'caict-porject/Industry/Industrylist', ['国民经济行业分类', 'Industries'], {
  access: 'login',
  input: { indcode: text('上级代码', 'Parent code', { max: 5 }), indlevel: int('层级', 'Level', { max: 4 }) },
  output: rows({
    indcode: text('代码', 'Code', { required: true }),
    indname: text('名称', 'Name', { required: true }),
    indlevel: int('层级', 'Level', { required: true }),
    parentCode: text('上级代码', 'Parent code'),
  }),
})
