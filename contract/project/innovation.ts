import { date, decimal, dict, file, files, flag, int, longText, many, text } from '../kit/field.ts'
import { part } from './part.ts'
import { partLabels } from './part-labels.ts'

export const innovation = part(
  'innovation',
  'ApplicationInnovation',
  partLabels.innovation,
  [
    '列出已经或计划落地的应用场景及成效；产线级建议不少于3个，车间级5个，工厂级8个。',
    'List the scenarios in use or planned and their results. Recommended: at least 3 for a production line, 5 for a workshop, 8 for a factory.',
  ],
  {
    scenes: many('应用场景', 'Scenarios', {
      sceneCode: dict('典型场景', 'Typical scenario', { of: 'scene', required: true }),
      customName: text('自定名称', 'Custom name', { max: 60 }),
      scope: dict('应用范围', 'Scope', { of: 'factory_level' }),
      core: flag('是否核心场景', 'Core scenario'),
      problem: longText('要解决的问题', 'Problem', { max: 500 }),
      solution: longText('解决方案', 'Solution', { max: 1000, isTradeSecret: true }),
      whyFiveG: longText('采用5G的必要性', 'Why 5G', { max: 500 }),
      terminals: int('终端数', 'Terminals'),
      devices: int('设备数', 'Machines'),
      startDate: date('启用日期', 'In use since'),
      stage: dict('建设阶段', 'Construction stage', { of: 'build_stage' }),
      investment: decimal('投资（万元）', 'Investment (10k yuan)', { isTradeSecret: true }),
      images: files('现场图片', 'Pictures', { isTradeSecret: true }),
    }),
    results: many('应用成效', 'Results', {
      indicator: dict('指标', 'Indicator', { of: 'indicator', required: true }),
      unit: text('单位', 'Unit', { max: 20 }),
      before: decimal('应用前', 'Before', { required: true }),
      after: decimal('应用后', 'After', { required: true }),
      evidence: file('佐证材料', 'Evidence', { isTradeSecret: true }),
    }),
    honors: many('荣誉与成果', 'Honours', {
      type: dict('类型', 'Type', { of: 'honor_type', required: true }),
      title: text('名称', 'Name', { required: true, max: 100 }),
      no: text('编号', 'Number', { max: 60 }),
      date: date('取得日期', 'Date'),
      level: text('级别', 'Level', { max: 20 }),
      attachId: file('证明材料', 'Supporting document', { isTradeSecret: true }),
    }),
  },
  { at: 'saveMap' },
)

/** Change in percent from before to after, with one decimal; null if it cannot be computed. */
export const changeOf = (before: unknown, after: unknown): number | null =>
  typeof before === 'number' && typeof after === 'number' && before !== 0
    ? Math.round(((after - before) / before) * 1000) / 10
    : null
