import { call, rows, shaped } from '../kit/call.ts'
import { code, decimal, int, text } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'

/** A figure in words: its name, its unit (none where the English name says it), and what is counted (domain.md C.5). */
export interface FigureWords {
  readonly name: Text
  readonly unit: Text
  readonly means: Text
}

/** The figures of the home page by their key, in the order in which they are shown. */
export const figureWords = {
  projects: {
    name: ['项目总数', 'Listed projects'],
    unit: ['个', ''],
    means: ['经审核、公示后列入项目库的5G工厂项目', '5G factory projects listed after review and public notice'],
  },
  networks: {
    name: ['5G专网数', '5G private networks'],
    unit: ['个', ''],
    means: ['采用虚拟、混合或独立专网的在库项目', 'Listed projects on a virtual, hybrid or dedicated network'],
  },
  investment: {
    name: ['投资总额', 'Total investment'],
    unit: ['亿元', '100m yuan'],
    means: ['在库项目申报的项目总投资之和', 'Total investment declared by the listed projects'],
  },
  divisions: {
    name: ['覆盖行业大类', 'Industry divisions'],
    unit: ['类', ''],
    means: ['按国民经济行业分类的大类计，不重复计数', 'National industry divisions, each counted once'],
  },
  scenes: {
    name: ['应用场景数', 'Scenarios in use'],
    unit: ['个', ''],
    means: ['各项目所报典型应用场景的累计数', 'Typical scenarios declared, summed over the projects'],
  },
  terminals: {
    name: ['连接终端数', 'Connected terminals'],
    unit: ['台', ''],
    means: ['在库项目接入5G网络的终端总数', 'Terminals of the listed projects on 5G networks'],
  },
} as const satisfies Record<string, FigureWords>

export type FigureKey = keyof typeof figureWords

/** `StandNumber` in words: the specification names it and leaves its meaning open (decisions.md 22). */
export const standWords: FigureWords = {
  name: ['标杆项目数', 'Benchmark projects'],
  unit: ['个', ''],
  means: ['在库项目中评定为标杆示范的项目', 'Listed projects rated as national benchmarks'],
}

/** The three figures of a province in words; `value`, `value2` and `developIndex` on the wire. */
export const placeWords = {
  value: {
    name: ['项目数', 'Projects'],
    unit: ['个', ''],
    means: ['该省（区、市）列入项目库的5G工厂项目数量', 'Listed 5G factory projects of the province'],
  },
  value2: {
    name: ['投资额', 'Investment'],
    unit: ['亿元', '100m yuan'],
    means: ['该省（区、市）在库项目总投资之和', 'Total investment of its listed projects, in 100 million yuan'],
  },
  developIndex: {
    name: ['发展指数', 'Development index'],
    unit: ['', ''],
    means: [
      '0至100分：项目数占50分、投资额占30分，均按对数与最高省份相比；典型应用场景覆盖面占20分',
      'From 0 to 100: 50 points for projects and 30 for investment, each against the leading province on a logarithmic scale, and 20 for the range of scenarios in use',
    ],
  },
} as const satisfies Record<string, FigureWords>

/** One figure. `name` and `unit` come in the reader's language; `key` or `code` says which it is in any. */
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

/** National statistics (domain.md C.5). Values count listed projects; value2 is their investment in 亿元. */
export interface Statistics {
  Operator: Figure[]
  Province: Figure[]
  Item: Item[]
  StandNumber: number
  asOf: string
  demo: boolean
  /** Years of which projects are listed, the first one first. */
  years: string[]
}

const place = {
  name: text('省份简称', 'Province', { required: true }),
  code: text('区划代码', 'Region code', { required: true }),
  value: int('项目数', 'Projects', { required: true }),
  value2: decimal('投资额（亿元）', 'Investment (100m yuan)', { required: true }),
  developIndex: decimal('发展指数', 'Development index', { required: true }),
  hasData: int('是否有数据', 'Known', { required: true }),
} as const

/** Who runs the site and how it is filed (experience.md B.3): the parameters `site.*`. What is null is not shown. */
export interface Site {
  readonly sponsor: string | null
  readonly phone: string | null
  readonly icp: string | null
  readonly icpUrl: string
  readonly psb: string | null
  readonly psbUrl: string
  readonly idCode: string | null
  readonly sitemap: string | null
}

export const portal = {
  site: call('GET', 'caict-porject/Home/site', ['网站信息', 'About the site'], {
    access: 'public',
    gives: shaped<Site>(),
  }),
  statistics: call('GET', 'caict-porject/Home/statistics', ['全国统计', 'National statistics'], {
    access: 'public',
    gives: shaped<Statistics>(),
  }),
  nationalMap: call('GET', 'caict-porject/Home/nationalMap', ['全国地图', 'National map'], {
    access: 'public',
    takes: {
      code: code('省份', 'Province', { of: 'region' }),
      year: text('年份', 'Year', { rule: 'year' }),
    },
    gives: rows(place),
  }),
}
