import { get, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { type Choice, choice, code, date, dicts, flag, int, ref, text, time } from '../kit/field.ts'
import { handledStages, stages } from './stages.ts'
import { periodUnits, type StayFigures } from './stay-figures.ts'

const out = { direction: 'out' } as const

/** How a stay ended. */
export const stayResults = [
  [0, ['办理中', 'In progress']],
  [1, ['通过', 'Passed']],
  [2, ['退回', 'Returned']],
  [3, ['不予通过', 'Rejected']],
  [4, ['撤回或终止', 'Withdrawn or ended']],
] as const satisfies readonly Choice[]

/** By what the figures of stays are grouped; each is a field of a stay. */
export const stayGroups = [
  ['stage', ['环节', 'Stage']],
  ['province', ['省份', 'Province']],
  ['city', ['城市', 'City']],
  ['categorize', ['行业', 'Industry']],
  ['operators', ['运营商', 'Operator']],
  ['templateId', ['申报模板', 'Template']],
  ['handlerId', ['经办人', 'Officer']],
] as const satisfies readonly Choice[]

export type StayGroup = (typeof stayGroups)[number][0]

/** Fields that say who handled a declaration: figures of officers are for holders of `stage_stay_officer`, and each their own. */
export const officerFields = ['handlerId', 'principalId'] as const

/** The time that a declaration stays at a stage of its review, one row for each (docs/decisions/0158). The rows of a reader are those of their declarations. */
export const stageStay = entity('project', 'stageStay', ['办理记录', 'Time at the stages'], {
  title: 'declarationId',
  rowLabel: ['办理记录', 'time at the stages'],
  isView: true,
  fields: {
    declarationId: ref('申报', 'Declaration', { of: 'declaration', required: true, ...out }),
    stage: choice('经办环节', 'Stage handled', {
      required: true,
      choices: handledStages.map((stage): Choice => [stage, stages[stage].name]),
      ...out,
    }),
    since: time('收件时间', 'Received at', { required: true, ...out }),
    until: time('办结时间', 'Finished at', out),
    due: time('办理时限', 'Deadline', out),
    result: choice('环节结果', 'Result', { choices: stayResults, required: true, ...out }),
    overdue: flag('超期办结', 'Finished late', out),
    workdays: int('用时（工作日）', 'Working days', out),
    handlerId: ref('经办人', 'Officer', { of: 'user', ...out }),
    principalId: ref('被代理人', 'Principal', { of: 'user', ...out }),
    province: code('省份', 'Province', { of: 'region', ...out }),
    city: code('城市', 'City', { of: 'region', ...out }),
    categorize: code('国民经济分类', 'Industry', { of: 'industry', ...out }),
    operators: dicts('运营商', 'Operators', { of: 'project_facilities_operator', ...out }),
    year: text('申报年度', 'Year', out),
    templateId: ref('申报模板', 'Template', { of: 'template', ...out }),
    /** The present stage of the declaration, which its data scopes compare; not part of an answer. */
    declareStatus: int('申报状态', 'Stage', { direction: 'in' }),
  },
  search: ['stage', 'result', 'since', 'until', 'due', 'province', 'city'],
  list: ['declarationId', 'stage', 'result', 'since', 'until', 'due', 'workdays', 'overdue'],
  verbs: ['page'],
  perms: { officer: ['按经办人统计', 'Figures of officers'] },
  actions: {
    figures: get(
      {
        unit: choice('周期', 'Period', { required: true, choices: periodUnits }),
        from: date('起始日期', 'From', { required: true }),
        to: date('截止日期', 'To', { required: true }),
        by: choice('分组', 'Group by', { required: true, choices: stayGroups }),
      },
      {
        label: ['办理统计', 'Figures of the review'],
        access: { perm: ['stage_stay'] },
        output: shaped<StayFigures>(),
      },
    ),
  },
})
