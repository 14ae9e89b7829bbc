import { decimal, dict, flag, int, longText, many, one, text } from '../kit/field.ts'
import { type DraftPart, isBlank } from './draft-values.ts'
import { part } from './part.ts'
import { partLabels } from './part-labels.ts'

export const factory = part(
  'factory',
  'FactoryInformation',
  partLabels.factory,
  [
    '反映厂区现场升级的基础和设备联网程度。',
    'Shows the starting point of the on-site upgrade and how many machines are connected.',
  ],
  {
    factory: one('工厂概况', 'Factory overview', {
      factoryName: text('工厂名称', 'Factory', { required: true, max: 100 }),
      // entered once, in the project information: see withLevel
      level: dict('工厂层级', 'Level', { of: 'factory_level', direction: 'out' }),
      area: decimal('厂区面积（平方米）', 'Area (m²)', { max: 99_999_999 }),
      employees: int('员工人数', 'Employees'),
      products: text('主要产品', 'Products', { max: 200 }),
      annualOutput: decimal('年产值（万元）', 'Annual output (10k yuan)', { isTradeSecret: true }),
      commissionYear: text('投产年份', 'In operation since', { rule: 'year' }),
      equipmentTotal: int('设备总数（台套）', 'Machines', { required: true }),
      equipmentConnected: int('已联网设备数', 'Machines connected', { required: true }),
      equipment5G: int('5G联网设备数', 'Machines on 5G', { required: true }),
      cncRate: decimal('关键工序数控化率（%）', 'NC rate of key processes (%)', { max: 100 }),
      digitalRdRate: decimal('数字化研发设计工具普及率（%）', 'Digital design tools (%)', { max: 100 }),
      dumbDeviceUpgraded: int('哑设备改造数', 'Unconnected devices upgraded'),
      itOtNote: longText('IT 与 OT 融合情况', 'IT/OT integration', { max: 1000 }),
    }),
    lines: many('产线', 'Lines', {
      lineName: text('产线名称', 'Line', { required: true, max: 60 }),
      workshop: text('所在车间', 'Workshop', { max: 60 }),
      process: text('主要工序', 'Process', { max: 100 }),
      devices: int('设备数', 'Machines'),
      devices5G: int('5G设备数', 'On 5G'),
      taktBefore: decimal('改造前节拍（秒）', 'Takt before (s)', { isTradeSecret: true }),
      taktAfter: decimal('改造后节拍（秒）', 'Takt after (s)', { isTradeSecret: true }),
    }),
    systems: many('信息系统', 'Systems', {
      systemType: dict('系统类型', 'Type', { of: 'system_type', required: true }),
      vendor: text('供应商', 'Vendor', { max: 60 }),
      deploy: dict('部署方式', 'Deployment mode', { of: 'deploy_mode' }),
      integrated: flag('是否已集成', 'Integrated'),
    }),
  },
  { at: 'saveMap' },
)

/** The two paths of the factory's level: it is entered in the information, and repeated in the factory. */
export const levelPlaces = { factory: 'factory.factory.level', information: 'information.factoryLevel' } as const

/** The factory with the level of its project; a blank factory stays unchanged. */
export const withLevel = (body: DraftPart, level: unknown): DraftPart => {
  const { factory: group } = body
  if (typeof group !== 'object' || group === null || isBlank(group)) return body
  return { ...body, factory: { ...group, level: typeof level === 'number' ? level : null } }
}
