import { consoleWords } from '../console-words.ts'
import { get, post, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { type Choice, choice, flag, int, longText, many, ref, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'

/** Controls as clients of the family name them. */
const controls = [
  ['input', ['单行文本', 'Input']],
  ['textarea', ['多行文本', 'Text area']],
  ['editor', ['富文本', 'Rich text']],
  ['select', ['下拉选择', 'Select']],
  ['tree', ['树形选择', 'Tree']],
  ['radio', ['单选', 'Radio buttons']],
  ['checkbox', ['多选', 'Check boxes']],
  ['switch', ['开关', 'Switch']],
  ['date', ['日期', 'Date']],
] as const satisfies readonly Choice[]

const queryTypes = [
  ['equal', ['等于', 'is']],
  ['notequal', ['不等于', 'is not']],
  ['gt', ['大于', 'is more than']],
  ['ge', ['大于或等于', 'is at least']],
  ['lt', ['小于', 'is less than']],
  ['le', ['小于或等于', 'is at most']],
  ['between', ['介于', 'is between']],
  ['like', ['包含', 'contains']],
  ['likeleft', ['以其结尾', 'ends with']],
  ['likeright', ['以其开头', 'begins with']],
] as const satisfies readonly Choice[]

const yes = (zh: string, en: string) => flag(zh, en, { initial: 0 })

/** What a column of a model's table is in the platform. */
export const prototypeFields = {
  modelId: ref('数据模型', 'Data model', { of: 'dataModel', required: true }),
  jdbcName: text('列名', 'Column', { required: true, max: 64 }),
  jdbcType: text('列类型', 'Column type', { max: 40 }),
  jdbcComment: text('字段名称', 'Label', { max: 500 }),
  /** Ours: the label in English; of the family, `jdbcComment` has the only one. */
  labelEn: text(...consoleWords.englishName, { max: 200 }),
  propertyName: text('属性名', 'Property', { max: 64 }),
  propertyType: text('属性类型', 'Property type', { max: 100 }),
  propertyEntity: text('属性类', 'Class', { max: 100 }),
  isForm: yes('表单', 'Form'),
  isList: yes(...kitTerms.list),
  isRow: yes('独占一行', 'Whole row'),
  isRequired: yes('必填', 'Required'),
  isQuery: yes('查询条件', 'Filter'),
  /** Ours: no two rows have the same value. */
  isUnique: yes('唯一', 'Unique'),
  componentType: choice('控件', 'Control', { choices: controls }),
  dictCode: text('字典', 'Dictionary', { max: 64 }),
  /** Ours: values with their names, a line each: `paid=已付款`. */
  choices: longText('可选值', 'Choices', { max: 2000 }),
  /** Ours: the entity of the platform that an id refers to. */
  refersTo: text('关联实体', 'Refers to', { max: 64 }),
  queryType: choice('查询方式', 'Search by', { choices: queryTypes }),
  sort: int('排序', 'Order'),
} as const

/** A prototype as a list returns it; the id is that of a stored one. */
export const prototypeRow = { id: ref(...kitTerms.id, { direction: 'out' }), ...prototypeFields } as const

/** The body of the calls that store prototypes: an array, whose rows with an id are changed and others added. */
export const prototypeRows = { list: many('模型字段', 'Fields of the model', prototypeFields) } as const

/** The prototypes of data models, under the addresses of the family. The calls of a model's own screen are those of the model. */
export const modelPrototype = entity('develop', 'modelPrototype', ['模型字段', 'Fields of models'], {
  title: 'jdbcName',
  rowLabel: ['模型字段', 'field of a model'],
  hasMenu: false,
  code: 'model',
  uniqueIndexes: { model_prototype_column: 'jdbcName' },
  at: 'caict-develop/model-prototype',
  shared: 'closed',
  needsDevTools: true,
  imports: { none: 'The fields of a model are read from its table.' },
  fields: prototypeFields,
  search: ['modelId', 'jdbcName'],
  list: ['modelId', 'jdbcName', 'jdbcType', 'jdbcComment', 'propertyName', 'componentType'],
  verbs: ['list', 'detail', 'submit', 'remove'],
  actions: {
    select: get(
      { modelId: prototypeFields.modelId },
      {
        label: ['选项', 'Options'],
        access: { perm: ['model', 'code'] },
        output: rows({ id: base.id, ...prototypeFields }),
      },
    ),
    submitList: post(prototypeRows, {
      label: ['保存模型字段', 'Save the fields of a model'],
      access: { perm: ['model_add', 'model_edit'] },
      body: 'list',
    }),
  },
})
