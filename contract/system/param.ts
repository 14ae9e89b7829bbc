import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { longText, text } from '../kit/field.ts'

/** System parameters: name, key and value (specification 001, sections 3 and 5). */
export const param = entity('system', 'param', ['参数管理', 'Parameters'], {
  rowLabel: ['参数', 'parameter'],
  fields: {
    paramName: text('参数名称', 'Name', { required: true }),
    paramKey: text('参数键名', 'Key', { required: true, unique: true }),
    paramValue: longText('参数键值', 'Value', { required: true }),
    remark: text(...consoleWords.remark),
  },
  list: ['paramName', 'paramKey', 'paramValue', 'updateTime'],
  exportColumns: ['paramName', 'paramKey', 'remark'],
  search: ['paramName', 'paramKey'],
  shared: true,
})
