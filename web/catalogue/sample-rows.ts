import { type Choice, choice, date, decimal, type Fields, flag, longText, nameKey, text } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { cellOf, shapeOf } from '#web/admin/table/cells.tsx'
import type { DisplayColumn } from '#web/admin/table/table-columns.tsx'
import { useLocalize } from '#web/base/api/language.ts'

const stages: readonly Choice[] = [
  ['review', ['专家评审', 'Expert review']],
  ['notice', ['公示中', 'Public notice']],
  ['library', ['已入库', 'In the library']],
]

/** A column of each kind of cell. */
export const fieldsOfSample: Fields = {
  name: text('项目名称', 'Project'),
  stage: choice('环节', 'Stage', { choices: stages, direction: 'out' }),
  amount: decimal('投资额（万元）', 'Investment (10k yuan)'),
  isBenchmark: flag('标杆项目', 'Benchmark'),
  day: date('申报日期', 'Declared on'),
  remark: longText('备注', 'Remark'),
}

export const sampleColumns: readonly DisplayColumn[] = Object.entries(fieldsOfSample).map(([name, field]) => ({
  name,
  label: field.label,
  end: shapeOf(field).end === true,
  sorts: shapeOf(field).sorts === true,
  isTitle: name === 'name',
  isEssential: true,
  cell: (row) => cellOf(name, field, row),
}))

const values: readonly {
  readonly name: Text
  readonly stage: number
  readonly amount: number
  readonly isBenchmark: 0 | 1
  readonly day: string
  readonly remark: Text | null
}[] = [
  {
    name: ['冲压车间质量检测', 'Inspection in the press shop'],
    stage: 2,
    amount: 1280.5,
    isBenchmark: 1,
    day: '2024-03-04',
    remark: null,
  },
  {
    name: ['5G+智能仓储与柔性物流一体化调度平台', '5G scheduling platform for warehouses and flexible logistics'],
    stage: 1,
    amount: 23_640,
    isBenchmark: 0,
    day: '2024-03-15',
    remark: [
      '覆盖三个厂区，包括原料库、成品库和厂区间运输，与生产计划系统实时对接。',
      'Covers three sites with their stores and the transport between them, and is connected to production planning.',
    ],
  },
  {
    name: ['港口远程控制', 'Remote control in a port'],
    stage: 0,
    amount: 860,
    isBenchmark: 0,
    day: '2024-04-01',
    remark: ['演示数据', 'Sample'],
  },
]

/** Rows in the language of the page. */
export const useSampleRows = () => {
  const t = useLocalize()
  return values.map(({ name, stage, remark, ...rest }, i) => ({
    ...rest,
    id: `row-${i}`,
    name: t(name),
    stage: stages[stage]?.[0],
    [nameKey('stage')]: t(stages[stage]?.[1] ?? ['', '']),
    remark: remark && t(remark),
  }))
}
