import type { Text } from '#contract/kit/text.ts'
import type { ColumnType } from '#contract/news/column-types.ts'
import { releaseStates } from '#contract/news/release.ts'
import type { Db } from '../../base/database/db.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'
import { plainArticle, richArticle } from './articles.ts'
import { type Works, worksOf } from './drawing.ts'
import { pdfOf } from './samples.ts'
import { storeFile, storePicture } from './store.ts'

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
  'TSN 与5G融合组网白皮书',
  '5G确定性网络技术路线',
  '工业边缘智能参考架构',
  '5G LAN 组网实践指南',
  '工业 PON 与5G协同方案',
  '5G专网 UPF 下沉部署手册',
  '无源物联技术进展',
  '工业视觉质检模型评测',
  '5G专网安全隔离技术要求',
  '毫米波厂区覆盖测试',
]
/** Title and motif of the picture; a case without a motif has no picture. */
const caseTopics: readonly (readonly [string, Works?])[] = [
  ['电子装配车间5G全连接改造', 'factory'],
  ['钢铁厂区远程天车操控', 'crane'],
  ['矿山井下无人驾驶运输'],
  ['港口岸桥远控与智能理货', 'crane'],
  ['汽车总装柔性产线', 'factory'],
  ['家电工厂机器视觉质检', 'factory'],
  ['化工园区无人智能巡检'],
  ['纺织车间能效管控', 'factory'],
  ['建材窑炉预测维护', 'plant'],
  ['电力设备数字孪生检修', 'factory'],
]

const hues = [
  [22, 93, 172],
  [64, 158, 255],
  [214, 124, 48],
  [60, 140, 110],
] as const
const hueOf = (i: number) => hues[i % hues.length] as (typeof hues)[0]

const serviceTopics = {
  assessment: ['5G工厂评估申请受理通知', '5G工厂自评估问卷填写说明', '5G工厂评估常见问题'],
  testing: ['5G工业终端送检须知', '5G工业网关检测项目与依据', '检测报告核验办法'],
} as const

/** Every fifth demonstration article uses all features of the editor. */
const isRich = (i: number) => i % 5 === 1

/** Articles that are not public: title, state, release time in days from now. */
const unpublishedTopics = [
  ['2026年度5G工厂申报政策解读（征求意见中）', releaseStates.draft, null],
  ['5G工厂现场交流活动预告', releaseStates.published, 3],
  ['系统升级期间暂停申报的说明', releaseStates.withdrawn, -10],
] as const

const common = { source: '平台演示', status: releaseStates.published }
const daysAgo = (days: number) => wireTime(new Date(Date.now() - days * day))

/** One column of each type; `sort` is its place. */
const insertColumn = async (db: Db, [name, nameEn]: Text, type: ColumnType): Promise<string> => {
  const row = { name, nameEn, type, sort: type, isOpen: 1, parentId: '0' }
  return (await db.insertInto('column').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const storePdf = (app: App, title: string, words: string) =>
  storeFile(app, `${title}.pdf`, pdfOf(`${words} (demonstration)`))

const articleText = async (app: App, title: string, i: number): Promise<string> => {
  const requirements = (i % 4) + 3
  if (!isRich(i)) return plainArticle({ title, requirements })
  const picture = await storePicture(app, `picture-${i + 1}.png`, worksOf('factory', hueOf(i), 640, 240))
  return richArticle({ title, requirements, picture })
}

/** 30 policy items: documents and interpretations in turn. */
const seedPolicies = async (app: App, policy: string, interpretation: string) => {
  for (let i = 0; i < 30; i++) {
    const title = `${policyTopics[i % policyTopics.length]}${i < 10 ? '' : `（${Math.floor(i / 10) + 1}）`}`
    const row = { ...common, title, releaseTime: daysAgo(i * 3 + 1) }
    if (i % 2) {
      const attachIds = isRich(i)
        ? [
            await storePdf(app, '申报工作要求', 'Requirements'),
            await storePdf(app, '证明材料清单', 'List of materials'),
          ]
        : null
      const connect = await articleText(app, title, i)
      await app.db
        .insertInto('pressRelease')
        .values({ ...row, type: interpretation, connect, attachIds })
        .execute()
    } else {
      const attachId = await storePdf(app, title, `Policy document ${i + 1}`)
      await app.db
        .insertInto('fileRelease')
        .values({ ...row, type: policy, attachId })
        .execute()
    }
  }
}

const seedProgress = async (app: App, type: string) => {
  for (const [i, title] of progressTopics.entries()) {
    const releaseTime = daysAgo(i * 5 + 2)
    const attachId = await storePdf(app, title, `Technology progress ${i + 1}`)
    await app.db
      .insertInto('fileRelease')
      .values({ ...common, title, type, releaseTime, attachId })
      .execute()
  }
}

const seedServiceNotices = async (app: App, type: string, topics: readonly string[]) => {
  for (const [i, title] of topics.entries()) {
    const connect = await articleText(app, title, i)
    await app.db
      .insertInto('pressRelease')
      .values({ ...common, title, type, connect, releaseTime: daysAgo(i * 11 + 4) })
      .execute()
  }
}

const seedCases = async (app: App, type: string) => {
  for (const [i, [title, works]] of caseTopics.entries()) {
    const imgId = works ? await storeFile(app, `case-${i + 1}.png`, worksOf(works, hueOf(i))) : null
    const connect = await articleText(app, title, i)
    await app.db
      .insertInto('pressRelease')
      .values({ ...common, title, type, connect, imgId, releaseTime: daysAgo(i * 7 + 3) })
      .execute()
  }
}

const seedUnpublished = async (db: Db, type: string) => {
  for (const [title, status, days] of unpublishedTopics) {
    const releaseTime = days === null ? null : daysAgo(-days)
    const connect = plainArticle({ title, requirements: 3 })
    await db
      .insertInto('pressRelease')
      .values({ ...common, title, status, type, connect, releaseTime })
      .execute()
  }
}

/**
 * Seeds columns, 30 policy items, 12 technology progress downloads, 10 cases (two without a picture), three notices of each
 * service, and one draft, one scheduled and one withdrawn article.
 */
export const seedNews = async (app: App): Promise<void> => {
  const { db } = app
  const policy = await insertColumn(db, ['政策文件', 'Policy documents'], 1)
  const interpretation = await insertColumn(db, ['政策解读', 'Policy interpretation'], 2)
  const progress = await insertColumn(db, ['技术进展', 'Technology progress'], 3)
  const cases = await insertColumn(db, ['典型案例', 'Typical cases'], 4)
  const assessment = await insertColumn(db, ['评估通知', 'Assessment notices'], 5)
  const testing = await insertColumn(db, ['检测通知', 'Testing notices'], 6)
  await seedPolicies(app, policy, interpretation)
  await seedProgress(app, progress)
  await seedServiceNotices(app, assessment, serviceTopics.assessment)
  await seedServiceNotices(app, testing, serviceTopics.testing)
  await seedCases(app, cases)
  await seedUnpublished(db, interpretation)
}
