import { consoleWords } from '../console-words.ts'
import { get, post, row, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, ref, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import { words } from '../words.ts'
import { prototypeRow, prototypeRows } from './model-prototype.ts'
import type { TableInfo, TableRows, TableSummary } from './table-info.ts'

/** Without a data source: the database of the platform itself. */
const datasourceId = ref('数据源', 'Data source', { of: 'datasource' })
const modelName = text('模型名称', 'Name', { required: true, max: 50 })
const modelCode = text('模型编号', 'Code', { required: true, max: 50, unique: true })

const fields = {
  datasourceId,
  /** First, since a chosen table suggests the class and the code. */
  modelTable: text('物理表名', 'Table', { required: true, max: 100 }),
  modelName,
  modelCode,
  modelClass: text('模型类名', 'Class', { required: true, max: 100 }),
  modelRemark: longText(...consoleWords.remark, { max: 500 }),
} as const

const anyModel = { perm: ['model', 'code'] } as const

/**
 * Data models: a table of a database, and with its prototypes what each of its columns is in the platform (design: development tools).
 * Code and screens follow from them.
 */
export const dataModel = entity('develop', 'dataModel', ['数据模型设计', 'Data models'], {
  title: 'modelName',
  rowLabel: ['数据模型', 'data model'],
  code: 'model',
  at: 'caict-develop/model',
  screen: '/tool/model',
  shared: 'closed',
  needsDevTools: true,
  imports: { none: 'A model is read from a table.' },
  fields,
  search: ['modelName', 'modelCode', 'modelTable'],
  list: ['modelName', 'modelCode', 'datasourceId', 'modelTable', 'modelClass', 'modelRemark'],
  verbs: ['list', 'detail', 'remove'],
  perms: { view: words.view, rows: ['查看表中数据', 'See rows of tables'] },
  actions: {
    /** The whole row, which the second step of the family's screen needs. */
    submit: post(
      { id: ref(...kitTerms.id), ...fields },
      {
        label: kitTerms.addOrUpdate,
        access: { perm: ['model_add', 'model_edit'] },
        output: row({ ...base, ...fields }),
      },
    ),
    select: get(
      {},
      {
        label: ['选项', 'Options'],
        access: anyModel,
        output: rows({ id: base.id, ...fields }),
      },
    ),
    tableList: get(
      { datasourceId },
      { label: ['数据表', 'Tables'], access: anyModel, output: shaped<TableSummary[]>() },
    ),
    /** A table by its name, or that of a model. Without a data source in the input, that of the model counts. */
    tableInfo: get(
      {
        modelId: ref('数据模型', 'Data model', { of: 'dataModel' }),
        tableName: text('表名', 'Table', { max: 100 }),
        datasourceId,
      },
      { label: ['表结构', 'Structure of a table'], access: anyModel, output: shaped<TableInfo>() },
    ),
    /** The first rows of the table of a model, for those who may see data and not only its structure. */
    tableRows: get(
      { modelId: ref('数据模型', 'Data model', { of: 'dataModel', required: true }) },
      { label: ['表中数据', 'Rows of a table'], access: { perm: ['model_rows'] }, output: shaped<TableRows>() },
    ),
    /** The stored prototypes of a model; without any, guesses from its table, which are not stored. */
    modelPrototype: get(
      {
        modelId: ref('数据模型', 'Data model', { of: 'dataModel' }),
        tableName: text('表名', 'Table', { max: 100 }),
        datasourceId,
      },
      { label: ['模型字段', 'Fields of a model'], access: anyModel, output: rows(prototypeRow) },
    ),
    submitList: post(prototypeRows, {
      label: ['保存模型字段', 'Save the fields of a model'],
      access: { perm: ['model_add', 'model_edit'] },
      body: 'list',
    }),
  },
})
