import { levelNames, type Project } from './project.ts'

/** The texts of the overview. Few projects have two of them in common, so that few declarations look like copies. */

type Overview = (p: Project) => string

const overviews: readonly Overview[] = [
  (p) =>
    `项目面向${p.trade.products}生产，建设覆盖全厂的5G专用网络，打通设备、产线与信息系统的数据链路，落地${p.scenes.length}个典型应用场景，形成可复制的${levelNames[p.level]}级解决方案。`,
  (p) =>
    `企业主营${p.trade.products}，为缩短交付周期、稳定质量，在现有厂房内分两期完成网络改造：一期接入关键工序，二期延伸至仓储与能源，共实施${p.scenes.length}项应用。`,
  (p) =>
    `围绕${p.trade.products}的小批量多品种订单，重新规划车间物流与换型流程，用无线方式连接移动设备，使排产、配送、检验在同一平台上协同，涉及场景${p.scenes.length}个。`,
  (p) =>
    `以${p.trade.products}的在线检测为切入点，把分散在各工位的检测仪器联网，建立从原料到出厂的质量档案，并逐步推广到${p.scenes.length}个场景。`,
  (p) =>
    `针对${p.trade.products}生产中高温、高噪声岗位，采用远程操作与自动巡检替代人员值守，同时采集能耗数据，计划用${p.scenes.length}个场景实现${levelNames[p.level]}的少人化运行。`,
  (p) =>
    `本项目联合运营商与装备供应商，为${p.trade.products}建立数字孪生模型，先仿真后调试，现场数据每日回传校正，已选定${p.scenes.length}个场景分批上线。`,
  (p) =>
    `依托集团统一的工业互联网平台，对${p.trade.products}的采购、制造、发运全流程进行改造，车间内部署专用基站与边缘服务器，服务于${p.scenes.length}类业务。`,
  (p) =>
    `为满足客户对${p.trade.products}全程可追溯的要求，为每件产品赋码，扫码设备经专网实时上传，异常自动拦截，配套建设${p.scenes.length}个应用。`,
]

const painPoints = [
  '有线网络布线困难、改造停机时间长；设备协议不一，数据采集不全；质检和巡检依赖人工。',
  '订单变化快，计划靠经验编排，缺料和等待时有发生；库存账实不符，盘点需要停产。',
  '关键设备进口，故障依赖外方远程诊断，响应慢；备件储备资金占用高。',
  '无线局域网在厂区内漫游时掉线，搬运车频繁停车；金属构件多，信号盲区难以消除。',
  '能源计量只到车间一级，峰谷用电无法调节，单位产品能耗高于同行。',
  '危险作业区需要人员近距离操作，安全风险大，招工困难，熟练工人流失。',
  '各系统由不同厂商承建，账号与编码互不相通，管理层看到的报表滞后三天以上。',
  '检验记录以纸质为主，客户投诉后难以还原当时工艺，返工责任不清。',
]

const innovations = [
  '以5G网络替代现场总线末端，边缘侧完成视觉推理，数据不出园区。',
  '把排产算法与物料配送联动，插单后十分钟内给出新的作业顺序。',
  '采用声纹与振动融合的诊断模型，提前两周预警主轴与轴承异常。',
  '利用网络的定位能力为搬运车导航，不再铺设磁条和反射板。',
  '将空压、制冷与电炉纳入统一调度，根据电价和订单自动错峰。',
  '操作台与设备之间端到端时延可测可控，超限自动切换为就地操作。',
  '用统一的数据字典映射各系统编码，新系统接入由数周缩短到两天。',
  '检测图像与工艺参数一并存证，质量问题可以逐件回放。',
]

/** The same text for a project each time, without a number of the generator: all others would change with it. */
const oneOf = <T>(list: readonly T[], { commpanyName, projectName }: Project, salt: number): T => {
  let hash = salt
  for (const letter of `${commpanyName}${projectName}`) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return list[Math.floor(hash / 7) % list.length] as T
}

export const overviewOf = (p: Project) => ({
  projectOverview: oneOf(overviews, p, 1)(p),
  painPoints: oneOf(painPoints, p, 500_009),
  innovation: oneOf(innovations, p, 999_983),
})
