import type { Text } from '../kit/text.ts'

/** The texts of a figure: name, unit (empty if the English name includes it) and definition. */
export interface FigureWords {
  readonly name: Text
  readonly unit: Text
  /** An amount of money, in 亿元. */
  readonly money?: true
  readonly definition: Text
}

/** The figures of the home page by key, in display order. */
export const figureWords = {
  projects: {
    name: ['项目总数', 'Listed projects'],
    unit: ['个', ''],
    definition: ['经审核、公示后列入项目库的5G工厂项目', '5G factory projects listed after review and public notice'],
  },
  networks: {
    name: ['5G专网数', '5G private networks'],
    unit: ['个', ''],
    definition: [
      '企业、运营商和平台登记的5G专网',
      '5G private networks that organisations and operators have registered',
    ],
  },
  investment: {
    name: ['投资总额', 'Total investment'],
    unit: ['亿元', 'RMB 100 million'],
    money: true,
    definition: ['在库项目申报的项目总投资之和', 'Total investment declared by the listed projects'],
  },
  divisions: {
    name: ['覆盖行业大类', 'Industry divisions'],
    unit: ['类', ''],
    definition: ['按国民经济行业分类的大类计，不重复计数', 'National industry divisions, each counted once'],
  },
  scenes: {
    name: ['应用场景数', 'Scenarios in use'],
    unit: ['个', ''],
    definition: ['各项目所报典型应用场景的累计数', 'Typical scenarios declared, summed over the projects'],
  },
  terminals: {
    name: ['连接终端数', 'Connected terminals'],
    unit: ['台', ''],
    definition: ['在库项目接入5G网络的终端总数', 'Terminals of the listed projects on 5G networks'],
  },
} as const satisfies Record<string, FigureWords>

export type FigureKey = keyof typeof figureWords

/** The texts of `StandNumber`, which specification 000, section 3, names without a definition. */
export const benchmarkWords = {
  name: ['标杆项目数', 'Benchmark projects'],
  unit: ['个', ''],
  definition: ['在库项目中评定为标杆示范的项目', 'Listed projects rated as national benchmarks'],
} as const satisfies FigureWords
