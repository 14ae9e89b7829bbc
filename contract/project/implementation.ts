import { date, decimal, dict, int, longText, many, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { part } from './part.ts'
import { partLabels } from './part-labels.ts'

export const implementation = part(
  'implementation',
  'ProjectImplementation',
  partLabels.implementation,
  [
    '说明项目组织实施、进度安排、资金来源及预期成效。',
    'Describe the organisation, the schedule, the funding and the expected results of the project.',
  ],
  {
    leader: text('实施负责人', 'Leader', { required: true, max: 20 }),
    leaderTitle: text('负责人职务', "Leader's position", { max: 50 }),
    team: longText('团队构成', 'Team', { max: 500 }),
    milestones: many('里程碑', 'Milestones', {
      name: text('名称', 'Name', { required: true, max: 60 }),
      planStart: date('计划开始', 'Planned start', { required: true }),
      planEnd: date('计划完成', 'Planned end', { required: true }),
      actualEnd: date('实际完成', 'Actual end'),
      percent: decimal('完成比例（%）', 'Done (%)', { max: 100 }),
      deliverable: text('交付成果', 'Deliverable', { max: 100 }),
      state: dict(...kitTerms.status, { of: 'milestone_state' }),
    }),
    fundPlan: many('资金计划', 'Funding plan', {
      year: text('年度', 'Year', { required: true, rule: 'year' }),
      amount: decimal('金额（万元）', 'Amount (10k yuan)', { required: true, isTradeSecret: true }),
      source: dict('资金来源', 'Source', { of: 'fund_source' }),
    }),
    mechanism: longText('保障机制', 'Support measures', { max: 1000 }),
    benefitEconomic: longText('经济效益', 'Economic benefit', { required: true, max: 1000, isTradeSecret: true }),
    benefitSocial: longText('社会效益', 'Social benefit', { max: 1000 }),
    replicability: longText('可复制推广性', 'Replicability', { max: 1000 }),
    copiedTo: int('已推广企业数', 'Companies that adopted it'),
    risks: longText('风险与对策', 'Risks and countermeasures', { max: 500 }),
    nextPlan: longText('下一步计划', 'Next steps', { max: 1000 }),
  },
)
