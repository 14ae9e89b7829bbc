import { wireTime } from '../../base/clock.ts'
import type { App } from '../../engine/context.ts'
import { pdfOf, pngOf } from './samples.ts'
import { keepFile } from './store.ts'

const day = 86_400_000
const policyTopics = [
  '5G全连接工厂建设指南解读',
  '工业5G独立专网试点工作通知',
  '“5G+工业互联网”融合应用先导区评价办法',
  '中小企业数字化转型资金支持办法',
  '工业互联网标识解析体系建设意见',
  '5G工厂分类分级评价说明',
  '边缘计算与算力设施协同部署要求',
  '工业互联网安全分类分级管理办法解读',
  '5G轻量化（RedCap）贯通行动安排',
  '年度5G工厂申报工作问答',
]
const progressTopics = [
  '5G-A 通感一体工业验证报告',
  'RedCap 工业终端测试报告',
  'TSN 与 5G 融合组网白皮书',
  '5G 确定性网络技术路线',
  '工业边缘智能参考架构',
  '5G LAN 组网实践指南',
  '工业 PON 与 5G 协同方案',
  '5G 专网 UPF 下沉部署手册',
  '无源物联技术进展',
  '工业视觉质检模型评测',
  '5G 专网安全隔离技术要求',
  '毫米波厂区覆盖测试',
]
const caseTopics = [
  '电子装配车间5G全连接改造',
  '钢铁厂区远程天车操控',
  '矿山井下无人驾驶运输',
  '港口岸桥远控与智能理货',
  '汽车总装柔性产线',
  '家电工厂机器视觉质检',
  '化工园区无人智能巡检',
  '纺织车间能效管控',
  '建材窑炉预测维护',
  '电力设备数字孪生检修',
]

const article = (title: string, i: number) =>
  [
    `${title}（演示内容）。本文为平台演示数据，用于说明页面的版式与功能，不代表任何机构的正式文件。`,
    '一、背景。5G与工业互联网的融合应用正从单点试验走向规模推广，企业在网络建设、设备改造与安全防护方面形成了可复制的经验。',
    `二、主要内容。围绕基础设施、厂区现场升级、关键环节应用和网络安全防护四个方面提出${(i % 4) + 3}项工作要求，明确责任分工和时间安排。`,
    '三、工作建议。申报单位应如实填写项目信息，按照要求提供证明材料；各级审核部门应一次性告知需要修改的内容。',
  ].join('\n\n')

/** Columns, 30 policy items, 12 downloads of technology progress and 10 cases, two of them without a picture. */
export const sowNews = async (app: App): Promise<void> => {
  const { db } = app
  const at = (days: number) => wireTime(new Date(Date.now() - days * day))
  const column = async (name: string, type: 1 | 2 | 3 | 4, sort: number) =>
    (
      await db
        .insertInto('column')
        .values({ name, type, sort, isOpen: 1, parentId: '0' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const policy = await column('政策文件', 1, 1)
  const interpretation = await column('政策解读', 2, 2)
  const progress = await column('技术进展', 3, 3)
  const cases = await column('典型案例', 4, 4)
  const common = { source: '平台演示', isPublished: 1 }
  for (let i = 0; i < 30; i++) {
    const title = `${policyTopics[i % policyTopics.length]}${i < 10 ? '' : `（${Math.floor(i / 10) + 1}）`}`
    if (i % 2)
      await db
        .insertInto('pressRelease')
        .values({ ...common, title, type: interpretation, connect: article(title, i), releaseTime: at(i * 3 + 1) })
        .execute()
    else {
      const attachId = await keepFile(app, `${title}.pdf`, pdfOf(`Policy document ${i + 1} (demonstration)`))
      await db
        .insertInto('fileRelease')
        .values({ ...common, title, type: policy, attachId, releaseTime: at(i * 3 + 1) })
        .execute()
    }
  }
  for (const [i, title] of progressTopics.entries()) {
    const attachId = await keepFile(app, `${title}.pdf`, pdfOf(`Technology progress ${i + 1} (demonstration)`))
    await db
      .insertInto('fileRelease')
      .values({ ...common, title, type: progress, attachId, releaseTime: at(i * 5 + 2) })
      .execute()
  }
  for (const [i, title] of caseTopics.entries()) {
    const hues = [
      [22, 93, 172],
      [64, 158, 255],
      [214, 124, 48],
      [60, 140, 110],
    ] as const
    const imgId =
      i === 2 || i === 6 ? null : await keepFile(app, `case-${i + 1}.png`, pngOf(hues[i % 4] as (typeof hues)[0]))
    await db
      .insertInto('pressRelease')
      .values({ ...common, title, type: cases, connect: article(title, i), imgId, releaseTime: at(i * 7 + 3) })
      .execute()
  }
}
