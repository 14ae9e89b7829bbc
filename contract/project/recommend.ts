import { asTyped } from '../as-typed.ts'
import type { InstanceState } from '../flow/instance-state.ts'
import { get, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, decimal, int, type Row, ref, relaxed, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { type BaseRow, base } from '../kit/verbs.ts'
import { words } from '../words.ts'
import { publicRecommendFields } from './recommended-fields.ts'

const out = { direction: 'out' } as const
const { projectName, projectAddress, year, recommendTime, projectOverview, demandOverview } = publicRecommendFields

/** What the recommender fills in. */
export const recommendInput = {
  projectName,
  projectAddress,
  projectCurator: text('项目负责人', 'Project leader', {
    required: true,
    max: 32,
    message: ['请输入项目负责人', 'Name the person in charge'],
  }),
  positionTitle: text('职务', 'Position', { max: 50 }),
  phone: text('联系电话', 'Phone', {
    required: true,
    rule: 'telephone',
    message: ['请输入联系电话', 'Give a phone number'],
  }),
  mailbox: text('电子邮箱', 'E-mail', { rule: 'email', max: 100 }),
  investmentAmount: decimal('投资金额（万元）', 'Investment (10k yuan)'),
  year,
  projectOverview,
  demandOverview,
} as const

/** A draft may lack them; the process starts only when they are there. */
const draftFields = relaxed(recommendInput)

const fields = {
  ...draftFields,
  recommendState: choice('推荐状态', 'Status', {
    choices: [
      ['draft', ['草稿', 'Draft']],
      ['running', ['审核中', 'Being reviewed']],
      ['returned', ['退回修改', 'Returned for correction']],
      ['recommended', ['已推荐', 'Recommended']],
      ['cancelled', ['已撤销', 'Withdrawn']],
      ['ended', ['已终止', 'Ended']],
    ],
    ...out,
  }),
  recommendUser: ref('推荐人', 'Recommended by', { of: 'user', ...out }),
  applyTime: time('申请时间', 'Applied at', out),
  recommendTime,
  /** Address of the public page, once the project is recommended; only its path if the server has no PUBLIC_URL. */
  qrCode: text('公开页面', 'Public page', { rule: 'url', ...out }),
  projectUuid: text('项目标识', 'Project identifier', { max: 64, ...out }),
  /** Counts how often the recommendation was saved. */
  version: int('版本', 'Version', out),
  processDefinitionId: ref('流程定义', 'Definition', out),
  processInstanceId: ref('流程实例', 'Instance', out),
  taskUser: ref('审核人', 'Reviewer', { of: 'user', ...out }),
} as const

export type RecommendDetail = BaseRow &
  Row<typeof fields> & { readonly recommendUserName: string | null; readonly flow: InstanceState }

const id = ref('项目推荐', 'Recommendation')

/** Projects recommended to the platform, which the process `recommend` decides. */
export const recommend = entity('project', 'recommend', ['项目推荐', 'Recommendations'], {
  rowLabel: ['项目推荐', 'recommendation'],
  at: 'caict-porject/Recommend',
  imports: { none: 'A recommendation is sent through a process.' },
  fields,
  search: ['projectName', 'recommendState', 'year'],
  list: ['projectName', 'projectAddress', 'investmentAmount', 'recommendState', 'recommendUser', 'applyTime'],
  verbs: ['page'],
  rows: 'scoped',
  actions: {
    /**
     * Adds a draft, or changes the caller's own draft or returned recommendation whose id is given. With a process definition the
     * recommendation is sent for review in the same transaction. Only a draft may lack required fields or break a rule. A request that
     * repeats an earlier one of the caller, with its `projectUuid` and content, answers the same id; another with this number gets 409.
     */
    save: post(
      {
        id,
        ...asTyped(recommendInput),
        projectUuid: text('项目标识', 'Project identifier', { max: 64 }),
        processDefinitionId: ref('流程定义', 'Definition'),
        taskUser: ref('审核人', 'Reviewer', { of: 'user' }),
      },
      { label: words.add, access: { perm: ['recommend_add'] }, output: row({ id: base.id }) },
    ),
    /** Sends a draft for review, by the latest version of the process. */
    start: post(
      { id: { ...id, required: true } },
      {
        access: { perm: ['recommend_add'] },
        button: {
          at: 'row',
          label: ['提交审核', 'Send for review'],
          confirmText: [
            '提交后由审核人员办理，审核期间不能修改。',
            'It is reviewed next and cannot be changed meanwhile.',
          ],
          successText: ['已提交审核', 'Sent for review'],
        },
      },
    ),
    /** Removes a draft of the caller. */
    removeDraft: post(
      { id: { ...id, required: true } },
      { label: ['删除草稿', 'Delete a draft'], access: { perm: ['recommend_add'] } },
    ),
    /** A recommendation with the state of its process, in `flow`; also for those who handle a task of it. */
    detail: get(
      { id: { ...id, required: true } },
      { label: kitTerms.details, access: 'login', output: shaped<RecommendDetail>() },
    ),
  },
})
