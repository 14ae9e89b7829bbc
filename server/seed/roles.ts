/** An initial role: permission codes (`x_*` is a menu with all its buttons) and data scopes by entity. */
export interface RoleSeed {
  readonly alias: string
  readonly name: string
  readonly codes: readonly string[]
  /** Entity code → names of data scopes. */
  readonly scopes: Readonly<Record<string, string | readonly string[]>>
}

export interface ScopeSeed {
  readonly name: string
  readonly resource: string
  readonly type: number
  readonly column?: string
  readonly value?: string
}

/** Reviewers see submitted declarations, not drafts. */
const submitted = 'declareStatus_ge=10'

export const scopeSeeds: readonly ScopeSeed[] = [
  { name: '全部申报', resource: 'declaration', type: 1 },
  { name: '本单位申报', resource: 'declaration', type: 5, column: 'organizationCode' },
  { name: '本运营商申报', resource: 'declaration', type: 5, column: 'operators,city', value: 'declareStatus_ge=5' },
  { name: '本地区已提交申报', resource: 'declaration', type: 5, column: 'city', value: submitted },
  { name: '指派给本人的申报', resource: 'declaration', type: 5, column: 'experts', value: submitted },
  { name: '全部名额', resource: 'batch_quota', type: 1 },
  { name: '本地区名额', resource: 'batch_quota', type: 5, column: 'region' },
  { name: '全部项目', resource: 'library', type: 1 },
  { name: '本单位项目', resource: 'library', type: 5, column: 'organizationCode' },
  { name: '本运营商项目', resource: 'library', type: 5, column: 'operator,city' },
  { name: '本地区项目', resource: 'library', type: 5, column: 'city' },
  { name: '全部专网', resource: 'private_network', type: 1 },
  { name: '本单位专网', resource: 'private_network', type: 5, column: 'organizationCode' },
  { name: '本运营商专网', resource: 'private_network', type: 5, column: 'operator,city' },
  { name: '本地区专网', resource: 'private_network', type: 5, column: 'city' },
  { name: '全部单位', resource: 'company', type: 1 },
  { name: '本单位', resource: 'company', type: 5, column: 'organizationCode' },
  { name: '本地区单位', resource: 'company', type: 5, column: 'city' },
  { name: '全部推荐', resource: 'recommend', type: 1 },
  { name: '本人推荐', resource: 'recommend', type: 2 },
  { name: '全部附件', resource: 'attach', type: 1 },
  { name: '全部常用意见', resource: 'common_opinion', type: 1 },
  { name: '本人常用意见', resource: 'common_opinion', type: 2 },
  { name: '本单位常用意见', resource: 'common_opinion', type: 3, column: 'deptId' },
]

/** Permissions of declarants. */
const declareCodes = ['declaration_add', 'declaration_edit', 'declaration_delete', 'declaration_submit']

const viewCodes = [
  ...['project', 'declaration', 'declaration_view', 'library', 'library_view'],
  ...['private_network', 'private_network_view'],
]
/** Keeping private networks, for their enterprises and operators. */
const networkCodes = ['add', 'edit', 'delete'].map((verb) => `private_network_${verb}`)
/** Permissions to make a step in the review of a declaration, which is a task in 我的事务. */
export const reviewCodes = ['city', 'province', 'score', 'decide', 'publish'].map((move) => `declaration_${move}`)
/** Keeping one's own common opinions. */
export const opinionCodes = ['', '_add', '_edit', '_delete', '_export'].map((verb) => `common_opinion${verb}`)
/** Naming one's own deputy. */
export const deputyCodes = ['', '_assign', '_export'].map((verb) => `deputy${verb}`)
const ownOpinions = { common_opinion: '本人常用意见' } as const
/** For those who also keep the texts of their office. */
const officeOpinions = { common_opinion: ['本人常用意见', '本单位常用意见'] } as const
/** Matters that people start by a declared form, and the list of all that they read. */
export const matterCodes = ['general_matter', 'matter_ledger'].flatMap((code) => [code, `${code}_export`])
/** The lists of 我的事务 with their buttons, for people who work with processes. */
export const workCodes = [
  'work',
  'work_waiting_*',
  'work_start_*',
  'work_claim_*',
  'work_todo_*',
  'work_send_*',
  'work_done_*',
  'leave_*',
  ...matterCodes,
  ...opinionCodes,
  ...deputyCodes,
]
/** Recommending projects, and the lists in which recommenders follow and correct them. */
const recommendCodes = ['recommend_*', 'work', 'work_waiting_*', 'work_start_*', 'work_todo_*', 'work_send_*']
/** The reports that everybody may open, for roles with lists of their own. */
const reportCodes = ['report', 'published_reports']
/** What the offices of a region read of batches. */
export const batchCodes = ['batch', 'batch_view', 'batch_quota', 'batch_quota_view']
/** Drafting, publishing and withdrawing public notices. */
export const noticeCodes = ['', '_view', '_add', '_edit', '_delete', '_export', '_publish'].map(
  (verb) => `public_notice${verb}`,
)
/** What the offices read of the time at the stages. */
export const stayCodes = ['stage_stay', 'stage_stay_export']
/** Export permissions, for roles that report on projects. */
const exportCodes = ['declaration_export', 'library_export', 'private_network_export']
const inRegion = {
  ...officeOpinions,
  declaration: '本地区已提交申报',
  batch_quota: '本地区名额',
  library: '本地区项目',
  private_network: '本地区专网',
  company: '本地区单位',
}

export const roleSeeds: readonly RoleSeed[] = [
  { alias: 'administrator', name: '超级管理员', codes: [], scopes: {} },
  {
    alias: 'platform',
    name: '平台管理员',
    codes: [
      ...[
        'project',
        'declaration',
        'declaration_view',
        'declaration_export',
        'declaration_decide',
        'declaration_review',
        'declaration_publish',
        'declaration_object',
        'declaration_unlist',
      ],
      ...[
        'library_*',
        'private_network_*',
        'company_*',
        'template_*',
        'batch_*',
        'public_notice_*',
        'stage_stay_*',
        'recommend_*',
        'system',
        'user_*',
        'dept',
        'role',
        'post_*',
        'region',
        'dict',
        'param',
        'locked_account_*',
        'log',
        'login_log_*',
        'online_user_*',
        'desk',
        'notice_*',
        ...workCodes,
        ...reportCodes,
        'report_list_*',
        'common_opinion_office',
        'flow',
        'flow_follow_*',
        'news',
        'column_*',
        'press_release_*',
        'file_release_*',
        'statement_*',
      ],
    ],
    scopes: {
      declaration: '全部申报',
      batch_quota: '全部名额',
      library: '全部项目',
      private_network: '全部专网',
      company: '全部单位',
      recommend: '全部推荐',
      ...officeOpinions,
    },
  },
  {
    alias: 'enterprise',
    name: '企业用户',
    codes: [...viewCodes, ...declareCodes, ...networkCodes, 'declaration_invite'],
    scopes: {
      declaration: '本单位申报',
      library: '本单位项目',
      private_network: '本单位专网',
      company: '本单位',
    },
  },
  {
    alias: 'operator',
    name: '运营商用户',
    codes: [
      ...viewCodes,
      ...exportCodes,
      ...declareCodes,
      ...networkCodes,
      'declaration_confirm',
      'library_add',
      'library_edit',
      ...recommendCodes,
    ],
    scopes: {
      declaration: ['本运营商申报', '本单位申报'],
      library: '本运营商项目',
      private_network: '本运营商专网',
      company: '本单位',
      recommend: '本人推荐',
    },
  },
  {
    alias: 'city',
    name: '地市工信审核员',
    codes: [
      ...[...workCodes, ...viewCodes, ...exportCodes, ...reportCodes],
      ...[...batchCodes, ...stayCodes, 'company', 'declaration_city', 'declaration_review', 'common_opinion_office'],
    ],
    scopes: inRegion,
  },
  {
    alias: 'province_miit',
    name: '省工信审核员',
    codes: [
      ...[...workCodes, ...viewCodes, ...exportCodes, ...reportCodes, 'recommend_*'],
      ...[
        ...batchCodes,
        ...stayCodes,
        'company',
        'declaration_province',
        'declaration_review',
        'declaration_object',
        'common_opinion_office',
      ],
    ],
    scopes: { ...inRegion, recommend: '本人推荐' },
  },
  {
    alias: 'province_ca',
    name: '省通管审核员',
    codes: [
      ...[...workCodes, ...viewCodes, ...exportCodes, ...reportCodes, 'recommend_*'],
      ...[
        ...batchCodes,
        ...stayCodes,
        'company',
        'declaration_province',
        'declaration_review',
        'declaration_object',
        'common_opinion_office',
      ],
    ],
    scopes: { ...inRegion, recommend: '本人推荐' },
  },
  {
    alias: 'expert',
    name: '评审专家',
    // an expert was chosen in person, and has no deputy
    codes: [
      ...workCodes.filter((code) => !deputyCodes.includes(code)),
      ...['project', 'declaration', 'declaration_view', 'declaration_score'],
    ],
    scopes: { declaration: '指派给本人的申报', ...ownOpinions },
  },
  // approves what the head of a department has approved, such as a long leave
  { alias: 'boss', name: '单位领导', codes: ['desk', ...workCodes, 'common_opinion_office'], scopes: officeOpinions },
  {
    alias: 'auditor',
    name: '安全审计员',
    codes: ['log', 'audit_*', 'log_api_*', 'log_usual_*', 'log_error_*', 'login_log_*'],
    scopes: {},
  },
]
