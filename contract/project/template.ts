import { get, post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, codes, dict, dicts, file, flag, int, longText, many, refs, text, time } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { rubricFields } from './rubric.ts'
import type { TemplateAvailability } from './status.ts'

const onSelected = (zh: string, en: string, successText: Text, confirmText: Text) =>
  post(
    { ids: refs('模板', 'Templates', { of: 'template', required: true }) },
    { access: { perm: ['template_edit'] }, button: { at: 'bulk', label: [zh, en], successText, confirmText } },
  )

/** Working days to correct a returned declaration, where a template says nothing else. */
export const usualCorrectionDays = 20
/** Working days for the scores of the experts, and after them for the decision, where a template says nothing else. */
export const usualExpertDays = 15
export const usualDecisionDays = 5

/** A declaration window: who may declare, from when to when, and which materials are required. */
export const template = entity('project', 'template', ['申报模板', 'Templates'], {
  rowLabel: ['申报模板', 'template'],
  at: 'caict-porject/Template',
  fields: {
    templateName: text('模板名称', 'Name', { required: true, max: 100 }),
    year: text('申报年度', 'Year', { required: true, rule: 'year' }),
    kind: choice('申报类别', 'Type', {
      required: true,
      initial: 1,
      choices: [
        [1, ['5G工厂', '5G factory']],
        [2, ['典型案例', 'Typical case']],
        [3, ['先导区', 'Pilot zone']],
        [4, ['测试评估', 'Testing and evaluation']],
      ],
    }),
    enabled: flag('启用', 'Enabled', { required: true, initial: 1 }),
    openAt: time('开放时间', 'Opens', { required: true }),
    closeAt: time('截止时间', 'Closes', { required: true }),
    cityDeadline: time('地市初审截止', 'City deadline'),
    provinceDeadline: time('省级审核截止', 'Province deadline'),
    // a template of a client that does not know them has the usual ones
    expertDays: int('专家评分期限（工作日，不填为15）', 'Working days for the scores (15 if empty)', {
      initial: usualExpertDays,
      min: 5,
      max: 120,
    }),
    decisionDays: int(
      '评审结论期限（评分截止后工作日，不填为5）',
      'Working days after the scores for the decision (5 if empty)',
      {
        initial: usualDecisionDays,
        min: 3,
        max: 60,
      },
    ),
    correctionDays: int('修改期限（工作日，不填为20）', 'Working days to correct (20 if empty)', {
      initial: usualCorrectionDays,
      min: 3,
      max: 120,
    }),
    // without a value, as of a client that does not know it, many can be handled at once
    oneByOne: flag('只能逐件办理', 'Handled one by one only'),
    // templates of before it existed are decided on by one person
    decidedByTwo: flag('评审结论须经另一人确认', 'Decisions need a second person', { initial: 1 }),
    noticeDays: int('公示天数', 'Days of public notice', { required: true, initial: 5, max: 60 }),
    // of templates of before it existed the notice begins with its stage, and its days are calendar days
    publishesNotice: flag('公示须发布公告（天数按工作日计）', 'Public notice is published (in working days)', {
      initial: 1,
    }),
    regions: codes('开放地区', 'Open to regions', {
      of: 'region',
      emptyMeans: ['未选择：面向全部地区', 'None selected: open to all regions'],
    }),
    accountTypes: dicts('开放账号类型', 'Open to account types', {
      of: 'account_type',
      emptyMeans: ['未选择：面向全部账号类型', 'None selected: open to all account types'],
    }),
    maxPerCompany: int('每单位申报上限', 'Declarations per company', { required: true, initial: 1, max: 100 }),
    allowRedeclare: flag('已入库单位可再申报', 'Listed companies may declare again', { required: true, initial: 0 }),
    materials: many('材料要求', 'Required materials', {
      type: dict('材料类型', 'Type', { of: 'material_type', required: true }),
      title: text('说明', 'Description', { max: 100 }),
      required: flag('必需', 'Required', { initial: 1 }),
      needSeal: flag('需盖章', 'Stamp required'),
      templateAttachId: file('空白模板', 'Blank form'),
    }),
    rubric: many('评分标准', 'Rubric', rubricFields),
    guide: longText('申报说明', 'Guide', { max: 4000 }),
  },
  search: ['templateName', 'year', 'kind', 'enabled'],
  imports: { none: 'The lists of materials and of items of a rubric do not fit into a row.' },
  formOnly: ['enabled'],
  list: ['templateName', 'year', 'kind', 'openAt', 'closeAt', 'enabled'],
  verbs: ['page', 'detail', 'save', 'update', 'remove'],
  actions: {
    IsEnabledTemplate: get(
      {
        commpanyName: text('单位名称', 'Organisation', { max: 100 }),
        organizationCode: text('统一社会信用代码', 'Unified social credit code', { max: 18 }),
      },
      {
        label: ['是否可申报', 'Can declare'],
        at: 'IsEnabledTemplate',
        access: 'login',
        output: shaped<TemplateAvailability>(),
      },
    ),
    open: onSelected(
      '开启窗口',
      'Open',
      ['已开启 {0} 个申报窗口', 'Windows opened: {0}'],
      ['确定开启所选申报窗口？', 'Open the selected windows?'],
    ),
    close: onSelected(
      '关闭窗口',
      'Close',
      ['已关闭 {0} 个申报窗口', 'Windows closed: {0}'],
      [
        '确定关闭所选申报窗口？企业将不能新建或提交申报。',
        'Close the selected windows? Companies will no longer be able to create or submit declarations.',
      ],
    ),
  },
})
