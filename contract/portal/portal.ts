import { call, rows, shaped } from '../kit/call.ts'
import { code, decimal, int, text } from '../kit/field.ts'
import type { FigureKey } from './figure-words.ts'

/** One figure. `name` and `unit` are in the reader's language; `key` or `code` identifies it in any language. */
export interface Figure {
  name: string
  value: number
  value2?: number
  unit?: string
  key?: number | string
  code?: string
}

export interface Item extends Figure {
  key: FigureKey
  unit: string
}

/** National statistics (specification 000, section 3): values count listed projects; value2 is investment in 亿元. */
export interface Statistics {
  Operator: Figure[]
  Province: Figure[]
  Item: Item[]
  StandNumber: number
  asOf: string
  demo: boolean
  /** Years with listed projects, ascending. */
  years: string[]
}

const place = {
  name: text('省份简称', 'Province', { required: true }),
  code: text('区划代码', 'Region code', { required: true }),
  value: int('项目数', 'Projects', { required: true }),
  value2: decimal('投资额（亿元）', 'Investment (RMB 100 million)', { required: true }),
  developIndex: decimal('发展指数', 'Development index', { required: true }),
  hasData: int('是否有数据', 'Has data', { required: true }),
} as const

/** A province by code, by default the whole country; a year, by default all. */
const mapInput = {
  code: code('省份', 'Province', { of: 'region' }),
  year: text('年份', 'Year', { rule: 'year' }),
} as const

/** One item of the footer: a text, or a link. */
export interface FooterItem {
  readonly text: string
  readonly href?: string
}

/** Operator and registration of the site: the parameters `site.*`. Null values are not displayed. */
export interface Site {
  readonly sponsor: string | null
  readonly phone: string | null
  readonly icp: string | null
  readonly icpUrl: string
  readonly psb: string | null
  readonly psbUrl: string
  readonly idCode: string | null
  readonly sitemap: string | null
  /** The lines of the footer in the reader's language: these values, the statements of the site, and the notice of secrecy. */
  readonly footer: readonly (readonly FooterItem[])[]
}

export const portal = {
  site: call('GET', 'caict-porject/Home/site', ['网站信息', 'Site information'], {
    access: 'public',
    output: shaped<Site>(),
  }),
  statistics: call('GET', 'caict-porject/Home/statistics', ['全国统计', 'National statistics'], {
    access: 'public',
    output: shaped<Statistics>(),
  }),
  nationalMap: call('GET', 'caict-porject/Home/nationalMap', ['全国地图', 'National map'], {
    access: 'public',
    input: mapInput,
    output: rows(place),
  }),
  operators: call('GET', 'caict-porject/Home/operators', ['主要运营商分布', 'Projects by main operator'], {
    access: 'public',
    input: mapInput,
    output: shaped<Figure[]>(),
  }),
}
