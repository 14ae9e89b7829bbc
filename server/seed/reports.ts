import type { ReportContent } from '#contract/report/report-content.ts'
import type { Db } from '../base/database/db.ts'
import { platformTenant } from '../engine/scope.ts'

interface ShippedReport {
  readonly name: string
  readonly nameEn: string
  readonly note: string
  readonly noteEn: string
  readonly content: ReportContent
}

const by = (field: string) => ({ field, period: null })
const count = { kind: 'count', field: null, form: null } as const
const sumOf = (field: string) => ({ kind: 'sum', field, form: null }) as const
const medianOf = (field: string) => ({ kind: 'median', field, form: null }) as const

const projects = (content: Partial<ReportContent>): ReportContent => ({
  source: 'library',
  filters: null,
  rows: [],
  columns: [],
  measures: [count],
  chart: 'bar',
  ...content,
})

const declarations = { source: 'declaration' } as const

/** The reports of a new platform. They are published; an administrator changes or removes them like any other. */
export const shippedReports: readonly ShippedReport[] = [
  {
    name: '各省（区、市）项目统计表',
    nameEn: 'Projects of each province',
    note: '按省份统计入库项目，分年份列示。',
    noteEn: 'Listed projects by province, with a column for each year.',
    content: projects({ rows: [by('province')], columns: [by('year')], chart: 'stacked' }),
  },
  {
    name: '年度入库项目统计表',
    nameEn: 'Projects of each year',
    note: '按年份和建设层级统计入库项目数、总投资和连接终端数。',
    noteEn: 'Projects, investment and connected terminals by year and level.',
    content: projects({
      rows: [by('year'), by('factoryLevel')],
      measures: [count, sumOf('investment'), sumOf('terminals')],
      chart: 'column',
    }),
  },
  {
    name: '行业分布统计表',
    nameEn: 'Projects by industry',
    note: '按国民经济门类、大类统计入库项目。',
    noteEn: 'Listed projects by section and division of industry.',
    content: projects({
      rows: [by('nationalEconomy1'), by('nationalEconomy2')],
      measures: [count, { ...count, form: 'share' }, sumOf('investment')],
    }),
  },
  {
    name: '应用场景统计表',
    nameEn: 'Projects by scenario',
    note: '一个项目可有多个应用场景，分别计入。',
    noteEn: 'A project can have several scenarios and counts in each of them.',
    content: projects({ rows: [by('scenes')], columns: [by('year')], chart: 'stacked' }),
  },
  {
    name: '运营商项目统计表',
    nameEn: 'Projects by operator',
    note: '须有查看全部运营商的权限。',
    noteEn: 'For readers who may see all operators.',
    content: projects({
      rows: [by('operator')],
      columns: [by('year')],
      measures: [count, sumOf('investment')],
      chart: 'stacked',
    }),
  },
  {
    name: '投资情况统计表',
    nameEn: 'Investment of projects',
    note: '按省份统计总投资的合计、中位数和最大值（万元）。',
    noteEn: 'Sum, median and maximum of the investment by province (10k yuan).',
    content: projects({
      rows: [by('province')],
      measures: [
        count,
        sumOf('investment'),
        { ...sumOf('investment'), form: 'rank' },
        medianOf('investment'),
        { kind: 'max', field: 'investment', form: null },
      ],
      chart: 'map',
    }),
  },
  {
    name: '运营商专网统计表',
    nameEn: '5G private networks by operator',
    note: '按运营商和组网方式统计5G专网数、宏站数和连接终端数。',
    noteEn: 'Private networks, macro sites and connected terminals by operator and mode.',
    content: {
      ...projects({ rows: [by('operator'), by('networkMode')] }),
      source: 'privateNetwork',
      measures: [count, sumOf('macroSites'), sumOf('terminals')],
      chart: 'pie',
    },
  },
  {
    name: '申报进展统计表',
    nameEn: 'Declarations by stage',
    note: '按当前环节统计已提交的申报，不含草稿和已撤回的申报。',
    noteEn: 'Submitted declarations by their present stage, without drafts and withdrawn ones.',
    content: {
      ...projects({ rows: [by('declareStatus')], measures: [count, sumOf('totalInvestment')] }),
      ...declarations,
    },
  },
  {
    name: '月度申报提交统计表',
    nameEn: 'Declarations submitted each month',
    note: '按最近一次提交的月份统计申报数和项目总投资。',
    noteEn: 'Declarations and their investment by the month of the last submission.',
    content: {
      ...projects({
        rows: [{ field: 'applyTime', period: 'month' }],
        measures: [count, sumOf('totalInvestment')],
        chart: 'line',
      }),
      ...declarations,
    },
  },
  {
    name: '办理时效统计表',
    nameEn: 'Duration of stages',
    note: '按环节和省份统计已办结环节的办理天数。“最慢一成”表示有一成的环节用时不少于该天数。',
    noteEn:
      'Days of each stage that has ended, by stage and province. A tenth of them took no less than the slowest tenth.',
    content: {
      ...projects({
        rows: [by('stayStage'), by('province')],
        measures: [medianOf('stayDays'), { ...medianOf('stayDays'), kind: 'slowest' }, count],
      }),
      source: 'declarationStay',
    },
  },
  {
    name: '退回原因统计表',
    nameEn: 'Returns by stage and part',
    note: '按作出退回的环节和退回意见所在部分，统计被退回的申报数和退回意见数。',
    noteEn: 'Returned declarations and their remarks, by the stage of the return and the part with remarks.',
    content: {
      ...projects({ rows: [by('returnStage'), by('returnPart')], measures: [count, sumOf('remarkCount')] }),
      source: 'declarationReturn',
    },
  },
  {
    name: '账号登录统计表',
    nameEn: 'Logins by month',
    note: '按月份和登录方式统计登录次数，含失败的登录。',
    noteEn: 'Logins by month and method, failed attempts included.',
    content: {
      ...projects({ rows: [{ field: 'createTime', period: 'month' }], columns: [by('way')], chart: 'column' }),
      source: 'loginLog',
    },
  },
]

/** Adds the shipped reports only if there has never been a report, so that removed ones do not come back. */
export const seedReports = async (db: Db): Promise<void> => {
  if (await db.selectFrom('report').where('tenantId', '=', platformTenant).select('id').limit(1).executeTakeFirst())
    return
  const rows = shippedReports.map(({ content, ...report }) => ({
    ...report,
    isPublished: 1,
    content: JSON.stringify(content),
  }))
  await db.insertInto('report').values(rows).execute()
}
