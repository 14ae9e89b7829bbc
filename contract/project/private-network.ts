import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { code, date, decimal, dict, dicts, int, longText, ref, text } from '../kit/field.ts'
import { words } from '../words.ts'

const fields = {
  networkName: text('专网名称', 'Network', { required: true, max: 100 }),
  commpanyName: text('单位名称', 'Organisation', { required: true, max: 100 }),
  organizationCode: text('统一社会信用代码', 'Unified social credit code', { required: true, rule: 'creditCode' }),
  operator: dict('运营商', 'Operator', { of: 'project_facilities_operator', required: true }),
  networkMode: dict('组网方式', 'Network mode', { of: 'network_mode', required: true }),
  buildStage: dict('建设阶段', 'Construction stage', { of: 'build_stage' }),
  openDate: date('开通日期', 'In service since'),
  province: code('省份', 'Province', { of: 'region', required: true }),
  city: code('城市', 'City', { of: 'region', required: true }),
  park: text('所在园区', 'Industrial park', { max: 100 }),
  industry: code('所属行业', 'Industry', { of: 'industry' }),
  macroSites: int('宏站数', 'Macro sites', { max: 999_999 }),
  indoorUnits: int('室内分布单元数（pRRU）', 'Indoor units (pRRU)', { max: 9_999_999 }),
  upfMode: dict('UPF 部署', 'UPF deployment', { of: 'upf_mode' }),
  mecMode: dict('边缘计算部署', 'Edge computing', { of: 'mec_mode' }),
  slices: int('切片数', 'Slices', { max: 9999 }),
  terminals: int('连接终端数', 'Connected terminals', { max: 99_999_999 }),
  bandwidthMbps: decimal('带宽（Mbps）', 'Bandwidth (Mbps)', { max: 9_999_999 }),
  latencyMs: decimal('端到端时延（毫秒）', 'Latency (ms)', { max: 9999 }),
  scenes: dicts('应用场景', 'Scenarios', { of: 'scene' }),
  contractNo: text('合同编号', 'Contract number', { max: 60, isTradeSecret: true }),
  investment: decimal('投资（万元）', 'Investment (10k yuan)', { max: 99_999_999, isTradeSecret: true }),
  contact: text('联系人', 'Contact', { max: 60 }),
  pid: ref('申报', 'Declaration', { of: 'declaration' }),
  remark: longText(...consoleWords.remark, { max: 500 }),
  demo: int(...words.demo, { direction: 'out' }),
} as const

/**
 * 5G private networks. Enterprises register their own, branches of an operator those of their operator and region, the platform all.
 * A declaration can name one of its company, whose values then fill its network section.
 */
export const privateNetwork = entity('project', 'privateNetwork', ['5G专网', '5G private networks'], {
  rowLabel: ['5G专网', '5G private network'],
  at: 'caict-porject/privateNetwork',
  fields,
  // titles do not identify declarations
  imports: { fields: Object.keys(fields).filter((name) => !['pid', 'demo'].includes(name)) },
  groups: [
    {
      label: ['基本信息', 'Basics'],
      fields: [
        ...(['networkName', 'operator', 'organizationCode', 'commpanyName', 'networkMode', 'buildStage'] as const),
        ...(['province', 'city', 'openDate', 'park', 'industry'] as const),
      ],
    },
    {
      label: ['网络与应用', 'Network and use'],
      fields: [
        ...(['macroSites', 'indoorUnits', 'upfMode', 'mecMode', 'slices', 'terminals'] as const),
        ...(['bandwidthMbps', 'latencyMs', 'scenes'] as const),
      ],
    },
    {
      label: ['合同与联系', 'Contract and contact'],
      fields: ['contractNo', 'investment', 'contact', 'pid', 'remark', 'demo'],
    },
  ],
  uniqueIndexes: { private_network_contract: 'contractNo' },
  search: ['networkName', 'commpanyName', 'operator', 'networkMode', 'province', 'buildStage'],
  quickSearch: ['networkName', 'commpanyName'],
  isLarge: true,
  list: ['networkName', 'commpanyName', 'operator', 'networkMode', 'province', 'city', 'buildStage', 'openDate'],
  verbs: ['list', 'detail', 'submit', 'remove'],
  rows: 'scoped',
  // the only export of the specification that is a POST
  hasPostedExport: true,
})
