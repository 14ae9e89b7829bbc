import { code, date, decimal, dict, dicts, longText, text } from '../kit/field.ts'

/**
 * The project itself: what, where, which trade, how much. Money in 万元. Name and code of the organisation determine the
 * owner of a declaration, so the server takes them from the register of companies and ignores input.
 */
export const informationFields = {
  projectName: text('项目名称', 'Project name', { required: true, max: 100 }),
  commpanyName: text('单位名称', 'Organisation', { direction: 'out', max: 100 }),
  organizationCode: text('统一社会信用代码', 'Unified social credit code', { direction: 'out', rule: 'creditCode' }),
  nationalEconomy1: code('国民经济门类', 'Industry section', { of: 'industry', required: true }),
  nationalEconomy2: code('国民经济大类', 'Industry division', { of: 'industry', required: true }),
  nationalEconomy3: code('国民经济中类', 'Industry group', { of: 'industry' }),
  nationalEconomy4: code('国民经济小类', 'Industry class', { of: 'industry' }),
  province: code('省份', 'Province', { of: 'region', required: true }),
  city: code('城市', 'City', { of: 'region', required: true }),
  district: code('区县', 'District', { of: 'region' }),
  address: text('详细地址', 'Address', { max: 200 }),
  factoryLevel: dict('建设层级', 'Level', { of: 'factory_level', required: true }),
  buildType: dict('建设类型', 'Construction type', { of: 'build_type', required: true }),
  buildStage: dict('建设阶段', 'Construction stage', { of: 'build_stage', required: true }),
  startDate: date('开工日期', 'Start date', { required: true }),
  finishDate: date('完工日期', 'Completion date', { required: true }),
  operators: dicts('合作运营商', 'Operators', {
    of: 'project_facilities_operator',
    required: true,
    message: ['请至少选择一家合作运营商', 'Please choose at least one operator'],
  }),
  totalInvestment: decimal('项目总投资（万元）', 'Total investment (10k yuan)', {
    required: true,
    max: 99_999_999,
    message: ['请输入项目总投资', 'Please enter the total investment'],
  }),
  fiveGInvestment: decimal('其中：5G投资（万元）', 'of which 5G (10k yuan)', {
    required: true,
    max: 99_999_999,
    message: ['请输入5G投资额', 'Please enter the investment in 5G'],
  }),
  networkInvestment: decimal('其中：网络投资（万元）', 'of which network (10k yuan)', { max: 99_999_999 }),
  fundSelf: decimal('自筹资金（万元）', 'Own funds (10k yuan)', { max: 99_999_999, isTradeSecret: true }),
  fundBank: decimal('银行贷款（万元）', 'Bank loans (10k yuan)', { max: 99_999_999, isTradeSecret: true }),
  fundGov: decimal('财政资金（万元）', 'Public funds (10k yuan)', { max: 99_999_999 }),
  projectOverview: longText('项目概况', 'Project overview', { required: true, max: 1500 }),
  painPoints: longText('需求与痛点', 'Needs and pain points', { max: 1000 }),
  innovation: longText('创新点', 'Innovations', { max: 1000 }),
} as const
