import { date, decimal, dict, dicts, flag, int, longText, text } from '../kit/field.ts'
import { part } from './part.ts'
import { partLabels } from './part-labels.ts'

export const protection = part(
  'protection',
  'ProtectiveMeasures',
  partLabels.protection,
  [
    '近三年发生重大安全生产、环境污染事故或被列入失信名单的单位不得申报。',
    'Organisations with a major accident in the last three years, or listed as dishonest, cannot declare.',
  ],
  {
    classifiedLevel: dict('网络安全等级保护', 'Classified protection', { of: 'classified_level', required: true }),
    recordNo: text('备案编号', 'Filing number', { max: 60 }),
    assessDate: date('最近测评日期', 'Last assessment'),
    iiClass: text('工业互联网企业分类分级', 'Industrial internet class', { max: 60 }),
    dataClassified: flag('是否已开展数据分类分级', 'Data classified', { required: true }),
    importantData: flag('是否涉及重要数据', 'Important data involved', { required: true }),
    measures: dicts('已采取的防护措施', 'Measures in place', {
      of: 'protect_measure',
      required: true,
      message: ['请至少选择一项已采取的防护措施', 'Please choose at least one measure in place'],
    }),
    drillsPerYear: int('每年演练次数', 'Drills per year', { max: 365 }),
    lastDrillDate: date('最近演练日期', 'Last drill'),
    securityInvestment: decimal('安全投入（万元）', 'Security spending (10k yuan)', { isTradeSecret: true }),
    incident3y: flag('近三年是否发生网络安全事件', 'Security incident in the last three years', { required: true }),
    incidentNote: longText('事件说明', 'Incident description', { max: 500 }),
    safetyAccident3y: flag('近三年是否发生重大安全生产事故', 'Major safety accident in the last three years', {
      required: true,
    }),
    envAccident3y: flag('近三年是否发生重大环境污染事故', 'Major environmental accident in the last three years', {
      required: true,
    }),
    dishonest: flag('是否被列入失信名单', 'Listed as dishonest', { required: true }),
    contact: text('安全负责人及电话', 'Security officer and phone', { max: 60 }),
    overview: longText('安全防护概述', 'Overview', { required: true, max: 1000, isTradeSecret: true }),
  },
)
