import type { Place, Trade } from './places.ts'
import type { Random } from './random.ts'

/** The facts of a demonstration project, from which the parts of its declaration are built. */
export interface Project {
  place: Place
  trade: Trade
  commpanyName: string
  organizationCode: string
  projectName: string
  level: number
  operator: number
  networkMode: number
  scenes: number[]
  /** 万元 */
  investment: number
  terminals: number
}

export const sceneNames = [
  '',
  '协同研发设计',
  '远程设备操控',
  '设备协同作业',
  '柔性生产制造',
  '现场辅助装配',
  '机器视觉质检',
  '设备故障诊断',
  '厂区智能物流',
  '无人智能巡检',
  '生产现场监测',
  '生产单元模拟',
  '精准动态作业',
  '生产能效管控',
  '工艺合规校验',
  '生产过程溯源',
  '设备预测维护',
  '厂区智能理货',
  '全域物流监测',
  '虚拟现场服务',
  '企业协同合作',
]
export const levelNames = ['', '产线', '车间', '工厂']
const commonScenes = [6, 8, 9, 10, 2]
const otherScenes = [1, 3, 4, 5, 7, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
export const roundMoney = (value: number) => Math.round(value * 100) / 100
export const roundToTenth = (value: number) => Math.round(value * 10) / 10

/** Generates a project of this company. */
export const projectFor = (
  random: Random,
  place: Place,
  trade: Trade,
  company: { commpanyName: string; organizationCode: string },
  investment?: number,
): Project => {
  const level = random.weighted([
    [3, 45],
    [2, 40],
    [1, 15],
  ] as const)
  const count = random.int(level === 3 ? 8 : 5, level === 3 ? 12 : 8)
  const scenes = [
    ...random.sample(commonScenes, Math.min(5, Math.ceil(count * 0.6))),
    ...random.sample(otherScenes, count - Math.min(5, Math.ceil(count * 0.6))),
  ]
  return {
    place,
    trade,
    ...company,
    level,
    scenes,
    projectName: `${place.name}${trade.word}5G全连接${levelNames[level]}${random.pick(['建设', '改造升级', '智能制造', '数字化提升'])}项目`,
    operator: random.weighted([
      [1, 46],
      [2, 27],
      [3, 25],
      [4, 2],
    ] as const),
    // 1 is the public network with slicing: no private network
    networkMode: random.weighted([
      [1, 12],
      [2, 30],
      [3, 50],
      [4, 17],
      [5, 3],
    ] as const),
    investment: investment ?? roundMoney(random.int(800, 12_000)),
    terminals: random.int(50, 2500),
  }
}
