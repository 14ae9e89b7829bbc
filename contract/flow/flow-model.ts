import { consoleWords } from '../console-words.ts'
import { get, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { int, longText, ref, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base } from '../kit/verbs.ts'
import type { DefinitionWarning } from './differences.ts'

const out = { direction: 'out' } as const

const fields = {
  modelKey: text('模型标识', 'Key', { max: 64, ...out }),
  name: text('模型名称', 'Name', { max: 100, ...out }),
  description: longText('描述', 'Description', { max: 500, ...out }),
  version: int('版本', 'Version', out),
  created: time('创建时间', 'Created at', out),
  lastUpdated: time(...kitTerms.updatedAt, out),
  createdBy: ref('创建人', 'Created by', { of: 'user', ...out }),
  lastUpdatedBy: ref('更新人', 'Updated by', { of: 'user', ...out }),
  modelType: int('模型类型', 'Model type', out),
  /** BPMN 2.0; only the detail returns it. */
  modelEditorXml: longText('流程定义', 'Definition', { max: 262_144, direction: 'in' }),
} as const

/** What is wrong with a definition: a sentence, and the element that it is about; empty for the file as a whole. */
export interface DefinitionFault {
  readonly at: string
  readonly msg: string
}

/** What a deployment would say of a definition. */
export interface DefinitionCheck {
  /** What keeps it from being deployed, each sentence once. */
  readonly faults: readonly DefinitionFault[]
  /** What to look at; it keeps nobody from deploying. */
  readonly warnings: readonly DefinitionWarning[]
  /** The definition with everything drawn, and with what could be corrected; null if it cannot be read. */
  readonly xml: string | null
  /** What a conversion to this platform would change, a sentence each; empty if there is nothing to convert. */
  readonly changes: readonly string[]
}

/** The largest definition: 256 KiB. */
export const maxDefinitionBytes = 262_144

/**
 * Process models that administrators draw. Key, name and description are those of the process in the XML, into which a name or a
 * description that a client has changed is written. A model is stored also while it cannot be deployed, so that nothing drawn is
 * lost; each saving adds 1 to its version.
 */
export const flowModel = entity('flow', 'flowModel', ['模型管理', 'Process models'], {
  title: 'name',
  rowLabel: ['模型', 'model'],
  shared: 'closed',
  at: 'caict-flow/model',
  screen: '/flow/model',
  imports: { none: 'A model is a BPMN file, which has an import of its own.' },
  fields,
  search: ['modelKey', 'name'],
  list: ['name', 'modelKey', 'version', 'description', 'lastUpdated'],
  verbs: ['list', 'remove'],
  perms: { create: ['创建', 'Create'], update: consoleWords.edit, download: ['下载', 'Download'] },
  actions: {
    detail: get(
      { id: ref(...consoleWords.model, { required: true }) },
      {
        label: kitTerms.details,
        access: { perm: ['flow_model'] },
        output: row({ ...base, ...fields, modelEditorXml: { ...fields.modelEditorXml, direction: 'both' } }),
      },
    ),
    /** What a deployment would say of a drawing or a file, as it is or once it is converted. Stores nothing. */
    check: post(
      {
        modelEditorXml: longText('流程定义', 'Definition', { required: true, max: 262_144 }),
        convert: int('是否转换', 'Convert it', { max: 1 }),
      },
      {
        label: ['检查模型', 'Check a model'],
        access: { perm: ['flow_model_create', 'flow_model_update', 'flow_model_deploy', 'flow_deploy'] },
        output: shaped<DefinitionCheck>(),
      },
    ),
    submit: post(
      {
        id: ref(...consoleWords.model),
        name: text('模型名称', 'Name', { max: 100 }),
        modelKey: text('模型标识', 'Key', { max: 64 }),
        description: longText('描述', 'Description', { max: 500 }),
        version: int('版本', 'Version'),
        modelEditorXml: longText('流程定义', 'Definition', {
          required: true,
          max: 262_144,
          message: ['请绘制流程', 'Draw the process'],
        }),
      },
      {
        label: ['保存模型', 'Save a model'],
        access: { perm: ['flow_model_create', 'flow_model_update'] },
        output: row({ ...base, ...fields }),
      },
    ),
    deploy: post(
      {
        modelId: ref(...consoleWords.model, { required: true }),
        category: text(...consoleWords.processType, {
          required: true,
          max: 32,
          message: ['请选择流程类型', 'Choose a process type'],
        }),
        tenantIds: text('定制租户', 'Tenants', { max: 2000 }),
      },
      { label: consoleWords.deploy, access: { perm: ['flow_model_deploy'] }, output: shaped<true>() },
    ),
  },
})
