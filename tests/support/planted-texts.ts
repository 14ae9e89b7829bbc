import type { DraftPart } from '#contract/project/draft-values.ts'
import type { Random } from '#server/seed/demo/random.ts'

/** Texts as declarations have them, made of the same words, and copies of them in which some sentences are others. */

const things =
  '冲压产线 焊装车间 涂装车间 总装车间 数控机床 机械臂 天车 行车 叉车 皮带机 高炉 转炉 连铸机 轧机 反应釜 离心泵 空压机 锅炉 汽轮机 变压器 光伏组件 电芯 晶圆 光刻机 贴片机 注塑机 织机 印染机 灌装线 码垛机 分拣机 立体仓库 中央厨房 采煤机 掘进机 液压支架 盾构机 塔吊 龙门吊 岸桥 船坞 检修平台 试验台 实验室 质检站 中控室 配电房 污水站 冷链仓'.split(
    ' ',
  )
const means =
  '机器视觉 数字孪生 边缘计算 预测维护 远程操控 自动导引 柔性排产 能耗分析 无损检测 声纹识别 热成像 激光雷达 三维建模 知识图谱 大数据分析 云边协同 网络切片 高精度定位 增强现实 智能巡检 工艺仿真 质量追溯 设备点检 安全围栏 应急指挥 物料配送 仓储调度 订单协同 供应链协同 碳排放核算'.split(
    ' ',
  )
const effects =
  '停机时间 不良品率 人工成本 单位能耗 换型时间 交付周期 库存水平 安全事故 巡检频次 布线费用 设备利用率 产品合格率 响应速度 维护费用 研发周期 碳排放'.split(
    ' ',
  )
const subjects = '本企业 项目 公司 车间 团队 该产线 我们 厂区 集团 技术中心'.split(' ')
const verbs = '部署 引入 改造 打通 升级 搭建 优化 联通 重构 替换 试用 推广'.split(' ')

/** A sentence that is hardly made twice. */
export const sentence = (random: Random): string => {
  const [subject, verb, thing, mean] = [subjects, verbs, things, means].map((list) => random.pick(list))
  const change = `${random.pick(effects)}${random.pick(['下降', '减少', '改善', '缩短', '提高'])}${random.int(3, 60)}%`
  return random.pick([
    `${subject}${verb}${thing}的${mean}，${change}。`,
    `围绕${thing}，${subject}采用${mean}，预计${change}。`,
    `${thing}与${random.pick(things)}之间的${mean}由${subject}${verb}，${change}。`,
    `针对${random.pick(effects)}，${subject}在${thing}${verb}${mean}。`,
    `${mean}覆盖${random.int(2, 90)}台${thing}，${change}。`,
  ])
}

export const sentences = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => sentence(random))

/** The same sentences, of which this share are others and the rest may have changed places, blanks and forms of characters. */
export const copyOf = (random: Random, original: readonly string[], changed: number): string[] => {
  const others = new Set(
    random.sample(
      original.map((_, i) => i),
      Math.round(original.length * changed),
    ),
  )
  return original.map((one, i) => (others.has(i) ? sentence(random) : one.replace('5G', '５Ｇ').replace('，', ' , ')))
}

/** The information of a declaration with this overview, in a city. */
export const informationWith = (overview: readonly string[], more: DraftPart = {}): DraftPart => {
  const third = Math.ceil(overview.length / 3)
  return {
    projectName: '',
    city: '320500',
    projectOverview: overview.slice(0, third).join(''),
    painPoints: overview.slice(third, 2 * third).join(''),
    innovation: overview.slice(2 * third).join(''),
    ...more,
  }
}
