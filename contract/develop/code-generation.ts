import { file, get, post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { type Choice, choice, ref, refs, text } from '../kit/field.ts'
import { words } from '../words.ts'

/** What a generated entity looks like: rows, rows with rows of another model in their form, or a tree of rows. */
export const templateTypes = [
  ['crud', ['单表', 'Single table']],
  ['sub', ['主子表', 'Rows with sub-rows']],
  ['tree', ['树表', 'Tree']],
] as const satisfies readonly Choice[]

const noYes = [
  [1, words.no],
  [2, words.yes],
] as const satisfies readonly Choice[]

/** A file that the generator writes. */
export interface GeneratedFile {
  readonly path: string
  /** The whole text of a new file; of a changed one, the text after the change. */
  readonly text: string
  /** The difference to the file as it is, as `git diff` shows it. */
  readonly diff: string
  readonly isNew: boolean
}

const ofTree = { when: { templateType: ['tree'] }, keepsUnused: true, max: 64 } as const
const id = ref('生成配置', 'Settings', { required: true })

/**
 * Settings by which code is generated from a data model. The names, fields and choices are those of the family; what only its own code
 * has (packages, paths, styles) is stored and returned, and has no effect here (design: development tools).
 */
export const codeGeneration = entity('develop', 'codeGeneration', ['代码生成', 'Code generation'], {
  title: 'codeName',
  rowLabel: ['生成配置', 'settings'],
  code: 'code',
  at: 'caict-develop/code',
  screen: '/tool/code',
  shared: 'closed',
  needsDevTools: true,
  imports: { none: 'Settings belong to a model.' },
  fields: {
    modelId: ref('数据模型', 'Data model', { of: 'dataModel', required: true }),
    serviceName: text('服务名称', 'Service', { required: true, max: 64 }),
    codeName: text('模块名称', 'Name', { required: true, max: 64 }),
    tableName: text('表名', 'Table', { required: true, max: 64 }),
    tablePrefix: text('表前缀', 'Table prefix', { max: 64 }),
    pkName: text('主键名', 'Primary key', { required: true, max: 32, initial: 'id' }),
    templateType: choice('模版类型', 'Template', { required: true, choices: templateTypes, initial: 'crud' }),
    subModelId: ref('子表模型', 'Model of the sub-rows', {
      of: 'dataModel',
      required: true,
      when: { templateType: ['sub'] },
    }),
    subFkId: text('子表外键', 'Foreign key of the sub-rows', {
      required: true,
      max: 64,
      when: { templateType: ['sub'] },
    }),
    treeId: text('树主键字段', 'Id of the tree', ofTree),
    treePid: text('树父级字段', 'Parent of the tree', { ...ofTree, required: true }),
    treeName: text('树名称字段', 'Name in the tree', { ...ofTree, required: true }),
    author: text('作者', 'Author', { max: 64 }),
    packageName: text('后端包名', 'Package', { max: 500 }),
    baseMode: choice('基础业务', 'Base class', { choices: noYes, initial: 2 }),
    wrapMode: choice('包装器', 'Wrapper', { choices: noYes, initial: 2 }),
    feignMode: choice('远程调用', 'Remote calls', { choices: noYes, initial: 1 }),
    codeStyle: choice('代码风格', 'Style', {
      choices: [
        ['saber', ['Saber', 'Saber']],
        ['element', ['Element', 'Element']],
      ],
      initial: 'saber',
    }),
    apiPath: text('后端生成路径', 'Path of the server', { max: 2000 }),
    webPath: text('前端生成路径', 'Path of the pages', { max: 2000 }),
  },
  groups: [
    {
      label: ['生成内容', 'What is generated'],
      fields: [
        ...(['modelId', 'serviceName', 'codeName', 'tableName', 'tablePrefix', 'pkName', 'templateType'] as const),
        ...(['subModelId', 'subFkId', 'treeId', 'treePid', 'treeName'] as const),
      ],
    },
    {
      label: ['仅供兼容', 'For compatibility only'],
      fields: ['author', 'packageName', 'baseMode', 'wrapMode', 'feignMode', 'codeStyle', 'apiPath', 'webPath'],
    },
  ],
  search: ['codeName', 'tableName', 'serviceName', 'modelId'],
  list: ['serviceName', 'codeName', 'tableName', 'modelId', 'templateType'],
  formOnly: ['templateType', 'modelId'],
  actions: {
    copy: post({ id }, { access: { perm: ['code_add'] }, button: { at: 'row', label: words.copy } }),
    /** An archive with the files and a patch. `system` has no effect: there is one kind of pages. */
    genCode: post(
      { ids: refs('生成配置', 'Settings', { required: true }), system: text('前端类型', 'Kind of pages', { max: 32 }) },
      { label: ['生成代码', 'Generate code'], access: { perm: ['code'] }, output: file },
    ),
    /** The same files to look at. */
    preview: get(
      { id },
      {
        label: ['查看代码', 'Show code'],
        access: { perm: ['code'] },
        output: shaped<readonly GeneratedFile[]>(),
      },
    ),
  },
})
