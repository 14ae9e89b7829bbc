import type { InstanceState } from '../flow/instance-state.ts'
import type { MatterField } from '../flow/matter-fields.ts'
import { nameable } from '../flow/nameable.ts'
import { file, get, nothing, post, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, ref, text, time } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { requestStates } from './request-states.ts'

const out = { direction: 'out' } as const
// enterprises and operators work for no office
const access = { perm: ['work_start_flow'], staff: true } as const

const title = text('标题', 'Title', { required: true, max: 100 })
const taskUser = ref('审批人', 'Approver', { of: 'user', message: ['请选择审批人', 'Choose an approver'] })
/** An object as JSON: the values of the declared fields, by their codes. */
const content = longText('填写内容', 'Content', { required: true, max: 262_144 })
const definition = ref('流程定义', 'Definition', { required: true })

/** What somebody fills in to start a matter. */
export interface MatterStart {
  readonly formName: Text
  readonly note: string | null
  readonly version: number
  readonly fields: readonly MatterField[]
  /** `taskUser` and codes of fields: whose person handles a task, so that not everybody can be named. */
  readonly handlers: readonly string[]
}

/** The values of a matter; names of people beside their ids, as in a row. */
export type MatterContent = Readonly<Record<string, unknown>>

export interface EarlierContent {
  readonly title: string
  readonly content: MatterContent
  readonly replacedTime: string
}

export interface MatterDetail {
  readonly id: string
  readonly createUser: string | null
  readonly title: string
  readonly formName: Text
  readonly applyTime: string | null
  readonly matterState: string | null
  readonly taskUserName: string | null
  readonly fields: readonly MatterField[]
  readonly content: MatterContent
  /** What it was before each correction, oldest first. */
  readonly earlier: readonly EarlierContent[]
  readonly handlers: readonly string[]
  readonly flow: InstanceState
}

/** The name of the file of a matter on paper. */
export const matterPaperFile = (title: string): Text => [`${title}-办理单.pdf`, `${title}-record.pdf`]

/** General matters: those whose type has a form that administrators have declared, such as 用印申请 (docs/decisions/0162). */
export const generalMatter = entity('desk', 'generalMatter', ['通用事项', 'General matters'], {
  title: 'title',
  rowLabel: ['通用事项', 'general matter'],
  at: 'caict-desk/process/general',
  screen: '/desk/matter',
  imports: { none: 'A matter starts a process.' },
  fields: {
    title,
    formId: ref('事项名称', 'Name of the matter', { of: 'matterForm', required: true, ...out }),
    applyTime: time('申请时间', 'Applied at', out),
    taskUser: { ...taskUser, ...out },
    matterState: choice('审批状态', 'Status', {
      choices: requestStates('running', 'returned', 'approved', 'refused', 'cancelled', 'ended'),
      ...out,
    }),
    formVersion: int('表单版本', 'Version of the form', { required: true, ...out }),
    processDefinitionId: ref('流程定义', 'Definition', out),
    processInstanceId: ref('流程实例', 'Instance', out),
  },
  search: ['title', 'formId', 'matterState', 'applyTime'],
  list: ['title', 'formId', 'taskUser', 'matterState', 'applyTime'],
  verbs: ['list'],
  rows: 'own',
  perms: {},
  actions: {
    /** The form that starts a process of this definition. */
    form: get(
      { processDefinitionId: definition },
      { label: ['事项的表单', 'Form of a matter'], access, output: shaped<MatterStart>() },
    ),
    /**
     * Answers `true`; the matter is the first of `list`. Faults of the content are at the codes of its fields. With the version of the
     * form that was filled in, 409 if there is a newer one.
     */
    startProcess: post(
      { processDefinitionId: definition, title, taskUser, content, version: int('表单版本', 'Version of the form') },
      { label: ['发起事项', 'Start a matter'], access, output: shaped<true>() },
    ),
    /** Corrects the caller's own matter after it was returned, before it is sent again. */
    correct: post(
      { id: ref('通用事项', 'General matter', { required: true }), title, content },
      { label: ['修改事项', 'Correct a returned matter'], access, output: nothing },
    ),
    /** The matter with the state of its process, in `flow`; for whoever started it, those who handle it, and roles that read all. */
    show: get(
      { businessId: ref('通用事项', 'General matter', { required: true }) },
      { label: ['事项详情', 'A matter'], at: 'detail', access: 'login', output: shaped<MatterDetail>() },
    ),
    /** What the caller reads of a matter and its history, as a PDF. */
    paper: get(
      { businessId: ref('通用事项', 'General matter', { required: true }) },
      { label: ['打印办理单（PDF）', 'Print a matter as a PDF'], access: 'login', output: file },
    ),
    /** Staff who may handle tasks of the caller's matters, by part of their name or account; at most 20. */
    handlers: get(
      { realName: text('姓名', 'Name', { max: 45 }) },
      { label: ['可选办理人', 'People who may handle it'], access, output: rows(nameable) },
    ),
    /** Colleagues whom a field of a form can name, by part of their name or account; at most 20. */
    people: get(
      { realName: text('姓名', 'Name', { max: 45 }) },
      { label: ['可选人员', 'People'], access, output: rows(nameable) },
    ),
  },
})
