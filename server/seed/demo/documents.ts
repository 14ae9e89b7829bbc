import type { DraftPart } from '#contract/project/draft-values.ts'
import { mailOf, personName, phoneOf, positionOf } from './names.ts'
import { overviewOf } from './overviews.ts'
import { type Project, roundMoney, roundToTenth, sceneNames } from './project.ts'
import type { Random } from './random.ts'

const information = (random: Random, p: Project): DraftPart => {
  const [a, b, c, d] = p.trade.chain
  const fiveG = roundMoney(p.investment * (0.3 + random.next() * 0.2))
  const loan = random.chance(0.4) ? roundMoney(p.investment * 0.3) : 0
  const year = random.int(2023, 2025)
  return {
    projectName: p.projectName,
    commpanyName: p.commpanyName,
    organizationCode: p.organizationCode,
    nationalEconomy1: a,
    nationalEconomy2: b,
    nationalEconomy3: c,
    nationalEconomy4: d,
    province: p.place.province,
    city: p.place.city,
    district: p.place.district,
    address: `${p.place.name}经济开发区创新路${random.int(1, 199)}号`,
    factoryLevel: p.level,
    buildType: random.pick([1, 2]),
    buildStage: random.pick([2, 3]),
    startDate: `${year}-0${random.int(1, 6)}-10`,
    finishDate: `${year + 1}-0${random.int(6, 9)}-30`,
    operators: String(p.operator),
    totalInvestment: p.investment,
    fiveGInvestment: fiveG,
    networkInvestment: roundMoney(fiveG * 0.6),
    fundSelf: roundMoney(p.investment - loan),
    fundBank: loan,
    fundGov: 0,
    ...overviewOf(p),
  }
}

const contact = (random: Random): DraftPart => {
  const [leader, person] = [personName(random), personName(random)]
  return {
    leaderName: leader,
    leaderTitle: positionOf(random),
    leaderPhone: phoneOf(random),
    contactName: person,
    contactTitle: positionOf(random),
    contactDept: '数字化部',
    contactPhone: phoneOf(random),
    email: mailOf(`contact${random.int(1, 9999)}`),
    operatorManager: personName(random),
  }
}

const factory = (random: Random, p: Project): DraftPart => {
  const total = random.int(200, 2000)
  const connected = random.int(Math.floor(total * 0.6), total)
  return {
    factory: {
      factoryName: `${p.place.name}${p.trade.word}智能工厂`,
      level: p.level,
      area: random.int(20, 300) * 1000,
      employees: random.int(200, 5000),
      products: p.trade.products,
      annualOutput: random.int(10, 300) * 1000,
      commissionYear: String(random.int(2008, 2022)),
      equipmentTotal: total,
      equipmentConnected: connected,
      equipment5G: random.int(Math.floor(connected * 0.2), Math.floor(connected * 0.6)),
      cncRate: roundToTenth(55 + random.next() * 40),
      digitalRdRate: roundToTenth(50 + random.next() * 45),
      dumbDeviceUpgraded: random.int(5, 200),
    },
    lines: Array.from({ length: random.int(1, 4) }, (_, i) => ({
      id: `l${i}`,
      lineName: `${i + 1}号产线`,
      workshop: `${random.pick(['一', '二', '三'])}车间`,
      process: '装配与检测',
      devices: random.int(20, 120),
      devices5G: random.int(5, 20),
      taktBefore: roundToTenth(60 + random.next() * 60),
      taktAfter: roundToTenth(35 + random.next() * 30),
    })),
    systems: random.sample([1, 2, 3, 4, 5, 6], 3).map((systemType, i) => ({
      id: `s${i}`,
      systemType,
      vendor: '自研',
      deploy: random.pick([1, 2]),
      integrated: 1,
    })),
  }
}

const facilities = (random: Random, p: Project): DraftPart => ({
  network: {
    operator: p.operator,
    networkMode: p.networkMode,
    freqBands: p.operator === 1 ? '4,6' : '5',
    macroSites: random.int(2, 12),
    indoorUnits: random.int(20, 400),
    coverageArea: random.int(20, 300) * 1000,
    coverageRate: roundToTenth(95 + random.next() * 5),
    upfMode: Math.min(p.networkMode - 1, 2),
    slices: random.int(1, 4),
    uplinkMbps: random.int(100, 800),
    downlinkMbps: random.int(300, 1500),
    latencyMs: random.int(8, 20),
    jitterMs: random.int(1, 5),
    reliability: 99.99,
    redCap: random.pick([0, 1]),
    contractNo: `HT-${random.int(10_000, 99_999)}`,
    contractDate: '2024-03-15',
    serviceYears: 5,
    annualFee: random.int(40, 400),
  },
  terminals: random.sample([1, 2, 3, 4, 5, 6, 8, 9], 4).map((terminalType, i, all) => ({
    id: `t${i}`,
    terminalType,
    model: `X${random.int(100, 999)}`,
    purpose: '现场数据采集与控制',
    domestic: 1,
    qty:
      i === 0
        ? p.terminals - Math.floor(p.terminals / all.length) * (all.length - 1)
        : Math.floor(p.terminals / all.length),
  })),
  industrialNet: [{ id: 'n0', type: random.pick([1, 2, 3]), points: random.int(50, 600), use: '产线骨干' }],
  edge: [
    {
      id: 'e0',
      mecMode: random.pick([1, 2, 3]),
      nodeName: '园区边缘节点',
      location: '厂区机房',
      servers: random.int(2, 12),
      cpuCores: random.int(64, 512),
      gpuCards: random.int(0, 8),
      storageTB: random.int(10, 200),
      apps: '视觉质检、AGV调度',
      dataStaysOnSite: 1,
      latencyMs: random.int(3, 10),
      investment: random.int(80, 600),
    },
  ],
})

const innovation = (random: Random, p: Project): DraftPart => ({
  scenes: p.scenes.map((sceneCode, i) => ({
    id: `c${i}`,
    sceneCode,
    scope: p.level,
    terminals: random.int(5, 200),
    devices: random.int(5, 200),
    startDate: '2024-06-01',
    stage: 3,
    core: i < 2 ? 1 : 0,
    problem: '人工作业效率低、数据滞后，质量波动难以及时发现。',
    solution: `通过5G网络连接现场设备与边缘平台，实现${sceneNames[sceneCode]}的实时采集、分析与控制。`,
    whyFiveG: '移动性、上行带宽和时延要求超出Wi-Fi能力。',
    investment: random.int(50, 500),
  })),
  results: [
    { id: 'r0', indicator: 1, unit: '件/小时', before: 100, after: roundToTenth(108 + random.next() * 22) },
    { id: 'r1', indicator: 2, unit: '万元/年', before: 1000, after: roundToTenth(800 + random.next() * 150) },
    { id: 'r2', indicator: 3, unit: '%', before: 2, after: roundToTenth(1.2 + random.next() * 0.6) },
    { id: 'r3', indicator: 4, unit: '吨标煤', before: 500, after: roundToTenth(410 + random.next() * 65) },
  ],
  honors: [],
})

const protection = (random: Random): DraftPart => ({
  classifiedLevel: random.pick([2, 3]),
  recordNo: `备${random.int(100_000, 999_999)}`,
  assessDate: '2025-05-20',
  dataClassified: 1,
  importantData: 0,
  measures: '1,3,4,5,6,8,10,12',
  drillsPerYear: 2,
  lastDrillDate: '2025-09-12',
  securityInvestment: random.int(40, 300),
  incident3y: 0,
  safetyAccident3y: 0,
  envAccident3y: 0,
  dishonest: 0,
  contact: personName(random),
  overview:
    '按等级保护要求建设边界防护、终端准入与日志审计，5G专网采用切片隔离与二次认证，定期开展漏洞扫描和应急演练。',
})

const implementation = (random: Random, p: Project): DraftPart => ({
  leader: personName(random),
  leaderTitle: positionOf(random),
  team: '由设备、工艺、信息与运营商联合组成项目组。',
  milestones: [
    {
      id: 'm0',
      name: '网络建设',
      planStart: '2024-01-10',
      planEnd: '2024-05-30',
      percent: 100,
      state: 3,
      deliverable: '5G专网开通',
    },
    {
      id: 'm1',
      name: '场景上线',
      planStart: '2024-06-01',
      planEnd: '2024-12-31',
      percent: 80,
      state: 2,
      deliverable: '典型场景投产',
    },
  ],
  fundPlan: [{ id: 'f0', year: '2024', amount: p.investment, source: 1 }],
  mechanism: '企业一把手负责，月度例会推进。',
  benefitEconomic: '预计综合运营成本下降约一成，产能提升约两成。',
  benefitSocial: '带动本地产业链企业数字化转型。',
  replicability: '方案模块化，可在同行业快速复制。',
  copiedTo: random.int(0, 6),
  risks: '设备改造停机：分批实施。',
  nextPlan: '扩展至上下游协同。',
})

/** All parts of a complete declaration except the materials, which need files. */
export const documentsFor = (random: Random, project: Project): Record<string, DraftPart> => ({
  information: information(random, project),
  contact: contact(random),
  factory: factory(random, project),
  facilities: facilities(random, project),
  innovation: innovation(random, project),
  protection: protection(random),
  implementation: implementation(random, project),
})
