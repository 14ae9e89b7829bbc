import { consoleWords } from '../console-words.ts'
import { get, nodes, row as oneRow, page, post, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, int, ref, text, tree } from '../kit/field.ts'
import { snake, type Text } from '../kit/text.ts'
import { base, paging } from '../kit/verbs.ts'
import { words } from '../words.ts'

const fieldsOf = <const N extends string>(name: N) => ({
  code: text('字典编号', 'Code', { required: true }),
  parentId: tree('上级字典', 'Parent', { of: name }),
  dictKey: text('字典键值', 'Key'),
  dictValue: text('字典名称', 'Name', { required: true }),
  dictValueEn: text(...consoleWords.englishName),
  sort: int('字典排序', 'Order', { required: true, initial: 1 }),
  isSealed: flag('封存', 'Sealed', { required: true, initial: 0 }),
  remark: text(...consoleWords.remark),
})

interface DictionaryOptions {
  readonly importHint?: Text
  readonly shared?: true
  readonly screen?: string
}

const byCode = (required: boolean) => ({ code: text('字典编号', 'Code', { required }) })

/** Adds a dictionary with the entries of another one. */
const copyAction = ({ dictValue, dictValueEn, code }: ReturnType<typeof fieldsOf>) =>
  post(
    { dictId: ref('字典', 'Dictionary', { required: true }), dictValue, dictValueEn, code },
    { output: oneRow({ id: base.id }), button: { at: 'row', label: words.copy } },
  )

const headHint: Text = [
  '键值为 -1 的行是字典，其余行是该编号的字典项。',
  'Rows with the key -1 are dictionaries, the others entries of the one with that code.',
]

/**
 * Dictionaries: a head (parent 0, key -1) and below it a tree of entries with the code of the head. A sealed entry can no
 * longer be chosen, but its name is still displayed. The platform's and the tenants' dictionaries share this definition.
 */
export const dictionaries = <const N extends string>(
  name: N,
  code: string,
  label: Text,
  { importHint = headHint, ...options }: DictionaryOptions,
) => {
  const fields = fieldsOf(name)
  const row = { ...base, ...fields }
  return entity('system', name, label, {
    rowLabel: ['字典', 'dictionary'],
    title: 'dictValue',
    uniqueIndexes: { [`${snake(name)}_code_key`]: 'dictKey' },
    code,
    fields,
    search: ['code', 'dictValue'],
    ...options,
    list: ['code', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark'],
    essential: ['dictValue', 'dictKey'],
    verbs: ['forest', 'detail', 'submit', 'remove', 'reorder'],
    perms: { view: words.view },
    imports: {
      fields: ['code', 'dictKey', 'dictValue', 'dictValueEn', 'sort', 'isSealed', 'remark'],
      key: ['code', 'dictKey'],
      parentKey: (row) => (row.dictKey === '-1' ? null : [String(row.code), '-1']),
      hint: importHint,
    },
    actions: {
      tree: get(byCode(false), { label: ['树', 'Tree'], output: nodes, access: { perm: [code] } }),
      parentTree: get({}, { label: ['字典树', 'Dictionary tree'], output: nodes, access: { perm: [code] } }),
      /** Heads for a picker of codes, each labelled `code: name`. */
      select: get(
        {},
        {
          label: ['字典编号选项', 'Dictionary codes'],
          access: 'login',
          output: rows({ code: fields.code, dictValue: fields.dictValue }),
        },
      ),
      parentList: get(paging, {
        label: ['字典列表', 'Dictionaries'] as const,
        body: 'filters' as const,
        output: page(row),
        access: { perm: [code] },
      }),
      childList: get(
        { parentId: tree('字典', 'Dictionary') },
        { label: ['字典项', 'Entries'], body: 'filters', output: rows(row), access: { perm: [code] } },
      ),
      copy: copyAction(fields),
      dictionary: get(byCode(true), {
        label: ['字典选项', 'Dictionary options'],
        access: 'login',
        output: rows(row),
      }),
      /** The options of several dictionaries, their codes separated by commas: one request for a page with many fields. */
      dictionaryList: get(
        { codes: text('字典编号', 'Codes', { required: true, max: 2000 }) },
        { label: ['多个字典的选项', 'Options of several dictionaries'], access: 'login', output: rows(row) },
      ),
    },
  })
}

export const dict = dictionaries('dict', 'dict', ['系统字典', 'Dictionaries'], {
  shared: true,
  importHint: [
    `${headHint[0]}工作日历：编号 holiday（法定节假日）、working_weekend（调休），备注填起止日期，如 2027-10-01,2027-10-07。`,
    `${headHint[1]} Working days: codes holiday and working_weekend; remark: first and last day, 2027-10-01,2027-10-07.`,
  ],
})
