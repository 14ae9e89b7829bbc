import { call, rows, shaped } from './kit/call.ts'
import { decimal, int, text } from './kit/field.ts'

/** One figure with what it counts; `filter` opens the rows in the library list. */
export interface Figure {
  name: string
  value: number
  value2?: number
  unit?: string
  key?: number | string
  code?: string
}

/** National statistics (domain.md C.5). Values count listed projects; value2 is their investment in 亿元. */
export interface Statistics {
  Operator: Figure[]
  Province: Figure[]
  Item: Figure[]
  StandNumber: number
  asOf: string
  demo: boolean
}

const place = {
  name: text('省份简称', 'Province', { required: true }),
  code: text('区划代码', 'Region code', { required: true }),
  value: int('项目数', 'Projects', { required: true }),
  value2: decimal('投资额（亿元）', 'Investment (100m yuan)', { required: true }),
  developIndex: decimal('发展指数', 'Development index', { required: true }),
  hasData: int('是否有数据', 'Known', { required: true }),
} as const

export const portal = {
  statistics: call('GET', 'caict-porject/Home/statistics', ['全国统计', 'National statistics'], {
    access: 'public',
    gives: shaped<Statistics>(),
  }),
  nationalMap: call('GET', 'caict-porject/Home/nationalMap', ['全国地图', 'National map'], {
    access: 'public',
    gives: rows(place),
  }),
}
