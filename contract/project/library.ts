import { entity } from '../kit/entity.ts'
import { code, decimal, dict, dicts, int, ref, text, time } from '../kit/field.ts'
import { words } from '../words.ts'

/**
 * The project library: one flat row per listed project (the specification's "project facility entry"), with the values for
 * lists, map and figures. Rows are created when a declaration is listed, or by hand.
 */
export const library = entity('project', 'library', ['项目库', 'Project library'], {
  rowLabel: ['入库项目', 'project'],
  fields: {
    projectName: text('项目名称', 'Project name', { required: true, max: 100 }),
    commpanyName: text('单位名称', 'Organisation', { required: true, max: 100 }),
    organizationCode: text('统一社会信用代码', 'Unified social credit code', { required: true, rule: 'creditCode' }),
    categorize: code('国民经济分类', 'Industry', { of: 'industry', required: true }),
    province: code('省份', 'Province', { of: 'region', required: true }),
    city: code('城市', 'City', { of: 'region', required: true }),
    nationalEconomy1: code('国民经济门类', 'Industry section', { of: 'industry' }),
    nationalEconomy2: code('国民经济大类', 'Industry division', { of: 'industry' }),
    nationalEconomy3: code('国民经济中类', 'Industry group', { of: 'industry' }),
    nationalEconomy4: code('国民经济小类', 'Industry class', { of: 'industry' }),
    operator: dict('运营商', 'Operator', { of: 'project_facilities_operator', required: true }),
    year: text('年份', 'Year', { rule: 'year' }),
    factoryLevel: dict('建设层级', 'Level', { of: 'factory_level' }),
    networkMode: dict('组网方式', 'Network mode', { of: 'network_mode' }),
    scenes: dicts('应用场景', 'Scenarios', { of: 'scene' }),
    investment: decimal('总投资（万元）', 'Investment (10k yuan)'),
    terminals: int('连接终端数', 'Connected terminals'),
    declareNo: text('申报编号', 'Declaration no.', { direction: 'out' }),
    pid: ref('申报', 'Declaration', { of: 'declaration', direction: 'out' }),
    listedAt: time('入库时间', 'Listed at', { direction: 'out' }),
    isBenchmark: int('标杆项目', 'Benchmark project', { max: 1 }),
    demo: int(...words.demo, { direction: 'out' }),
  },
  search: ['projectName', 'commpanyName', 'province', 'operator', 'year', 'nationalEconomy1'],
  quickSearch: ['declareNo', 'projectName', 'commpanyName'],
  isLarge: true,
  list: ['projectName', 'commpanyName', 'categorize', 'province', 'operator', 'investment'],
  verbs: ['page', 'detail', 'submit', 'remove'],
  rows: 'scoped',
  perms: { view: words.view, export_all: ['查看全部运营商', 'All operators'] },
})
