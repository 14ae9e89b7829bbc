import type { AnyEntity } from '../kit/entity.ts'
import type { Fields } from '../kit/field.ts'
import { fill, listText, type Text } from '../kit/text.ts'
import type { Import } from './importing.ts'

/** Formats of an upload: workbooks (ECMA-376) and CSV. */
export const sheetFormats = {
  extensions: ['xlsx', 'csv'],
  wrongKind: ['请上传 .xlsx 或 .csv 文件', 'Please upload an .xlsx or .csv file'],
} as const

/** Limits of an upload: bytes, rows below the header, and rows of an import that is done within the request. */
export const importLimits = { bytes: 20 * 1024 * 1024, rows: 10_000, direct: 200 } as const

/** What a sheet has but does not show; `columns` are headings. */
export interface HiddenContent {
  readonly rows: number
  readonly columns: readonly string[]
}

/** What is hidden in a sheet, as a sentence without its end. */
export const hiddenText = ({ rows, columns }: HiddenContent): Text => {
  const names = listText(columns.map((heading) => [heading, heading]))
  if (columns.length === 0)
    return fill(['文件中有 {0} 行被隐藏或筛选掉', 'Rows of the file that are hidden or filtered out: {0}'], rows)
  if (rows === 0) return fill(['文件中有隐藏的列：{0}', 'Hidden columns of the file: {0}'], names)
  return fill(
    [
      '文件中有 {0} 行被隐藏或筛选掉，并有隐藏的列：{1}',
      'Rows of the file that are hidden or filtered out: {0}; hidden columns: {1}',
    ],
    rows,
    names,
  )
}

const labelsOf = ({ fields }: AnyEntity, names: readonly string[]): Text => {
  return listText(names.map((name) => (fields as Fields)[name]?.label ?? [name, name]))
}

const keyHint: Text = ['按{0}识别已有数据。', 'Existing rows are recognised by: {0}.']
const noKeyHint: Text = ['每一行都作为新数据添加。', 'Every line is added as a new row.']
const parentHint: Text = ['上级须已存在。', 'The parent must exist already.']

/** Instructions of an import: how existing rows are recognised. */
export const hintOf = ({ entity, key, hint }: Import): Text => {
  if (hint) return hint
  const [zh, en] = key.length ? fill(keyHint, labelsOf(entity, key)) : noKeyHint
  return entity.fields.parentId?.kind === 'tree' ? [zh + parentHint[0], `${en} ${parentHint[1]}`] : [zh, en]
}
