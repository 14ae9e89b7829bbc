import { date, decimal, dict, dicts, flag, int, many, one, ref, text } from '../kit/field.ts'
import { part } from './part.ts'
import { partLabels } from './part-labels.ts'

/** The section that an invited operator fills in. */
export const operatorSection = 'facilities.network'

/** 5G network, terminals, industrial network and edge computing. The operator may be invited to fill `network`. */
export const facilities = part(
  'facilities',
  'ProjectFacilities',
  partLabels.facilities,
  [
    '对应建设指南“基础设施建设”；网络部分可邀请主要运营商填写。',
    'Corresponds to the infrastructure section of the construction guide. You can invite the operator to fill in the network part.',
  ],
  {
    network: one('5G网络', '5G network', {
      /** Its values fill what is empty below, in the form of the portal. */
      privateNetworkId: ref('已登记的5G专网', 'Registered private network', { of: 'privateNetwork' }),
      operator: dict('主要运营商', 'Main operator', { of: 'project_facilities_operator', required: true }),
      networkMode: dict('组网方式', 'Network mode', { of: 'network_mode', required: true }),
      freqBands: dicts('使用频段', 'Frequency bands', { of: 'freq_band' }),
      macroSites: int('宏站数', 'Macro sites'),
      indoorUnits: int('室内分布单元数（pRRU）', 'Indoor units (pRRU)'),
      coverageArea: decimal('覆盖面积（平方米）', 'Area covered (m²)'),
      coverageRate: decimal('覆盖率（%）', 'Coverage (%)', { max: 100 }),
      upfMode: dict('UPF 部署', 'UPF deployment', { of: 'upf_mode' }),
      slices: int('切片数', 'Slices'),
      dnn: text('DNN', 'DNN', { max: 60 }),
      uplinkMbps: decimal('上行速率（Mbps）', 'Uplink (Mbps)'),
      downlinkMbps: decimal('下行速率（Mbps）', 'Downlink (Mbps)'),
      latencyMs: decimal('端到端时延（毫秒）', 'Latency (ms)'),
      jitterMs: decimal('抖动（毫秒）', 'Jitter (ms)'),
      reliability: decimal('可靠性（%）', 'Reliability (%)', { max: 100 }),
      location: decimal('定位精度（米）', 'Positioning (m)'),
      redCap: flag('是否使用 RedCap', 'RedCap in use'),
      contractNo: text('合同编号', 'Contract number', { max: 60, isTradeSecret: true }),
      contractDate: date('合同签订日期', 'Contract date'),
      serviceYears: int('服务年限', 'Years of service', { max: 50 }),
      annualFee: decimal('年服务费（万元）', 'Annual fee (10k yuan)', { isTradeSecret: true }),
    }),
    terminals: many('5G终端', 'Terminals', {
      terminalType: dict('终端类型', 'Type', { of: 'terminal_type', required: true }),
      model: text('型号', 'Model', { max: 60 }),
      qty: int('数量', 'Quantity', { required: true }),
      purpose: text('用途', 'Purpose', { max: 100 }),
      vendor: text('厂商', 'Vendor', { max: 60 }),
      domestic: flag('是否国产', 'Domestic'),
    }),
    industrialNet: many('工业网络', 'Industrial network', {
      type: dict('网络类型', 'Type', { of: 'industrial_net', required: true }),
      points: int('节点数', 'Nodes'),
      use: text('用途', 'Purpose', { max: 100 }),
    }),
    edge: many('边缘计算', 'Edge computing', {
      mecMode: dict('部署方式', 'Deployment mode', { of: 'mec_mode', required: true }),
      nodeName: text('节点名称', 'Node', { max: 60 }),
      location: text('部署位置', 'Location', { max: 100 }),
      vendor: text('厂商', 'Vendor', { max: 60 }),
      servers: int('服务器数', 'Servers'),
      cpuCores: int('CPU 核数', 'CPU cores'),
      gpuCards: int('GPU 卡数', 'GPU cards'),
      storageTB: decimal('存储（TB）', 'Storage (TB)'),
      apps: text('承载应用', 'Applications', { max: 200 }),
      dataStaysOnSite: flag('数据是否不出园区', 'Data stays on site'),
      latencyMs: decimal('时延（毫秒）', 'Latency (ms)'),
      investment: decimal('投资（万元）', 'Investment (10k yuan)', { isTradeSecret: true }),
    }),
  },
  { at: 'saveMap' },
)
