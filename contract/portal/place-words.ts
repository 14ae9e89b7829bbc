import type { FigureWords } from './figure-words.ts'

/** The texts of the three figures of a province; `value`, `value2` and `developIndex` on the wire. */
export const placeWords = {
  value: {
    name: ['项目数', 'Projects'],
    unit: ['个', ''],
    definition: ['该省（区、市）列入项目库的5G工厂项目数量', 'Listed 5G factory projects of the province'],
  },
  value2: {
    name: ['投资额', 'Investment'],
    unit: ['亿元', 'RMB 100 million'],
    money: true,
    definition: ['该省（区、市）在库项目总投资之和', 'Total investment of its listed projects'],
  },
  developIndex: {
    name: ['发展指数', 'Development index'],
    unit: ['', ''],
    definition: [
      '0至100分：项目数占50分、投资额占30分，均按对数与最高省份相比；典型应用场景覆盖面占20分',
      'From 0 to 100: 50 points for projects and 30 for investment, each against the leading province on a logarithmic scale, and 20 for the range of scenarios in use',
    ],
  },
} as const satisfies Record<string, FigureWords>
