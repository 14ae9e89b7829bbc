import { consoleWords } from '../console-words.ts'
import { file, get, post, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, flag, longText, ref, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import type { Text } from '../kit/text.ts'
import { content } from './report-content.ts'
import { reportFormats } from './report-formats.ts'
import type { ReportResult } from './report-result.ts'

const name = text('报表名称', 'Name', { required: true, max: 100 })
const nameEn = text(...consoleWords.englishName, { max: 200 })
/** Where a report is shown besides its own page, to those who may read it. */
export const reportPlaces = [
  ['desk', ['工作台', 'Desk']],
  ['dashboard', ['数据概览', 'Dashboard']],
] as const

export type ReportPlace = (typeof reportPlaces)[number][0]

const note = longText(...consoleWords.note, { max: 500 })
const noteEn = longText('英文说明', 'Note in English', { max: 1000 })

/** Reports: what is counted over which rows. Everybody gets the figures of the rows that they may see. */
export const report = entity('report', 'report', ['报表列表', 'List of reports'], {
  rowLabel: ['报表', 'report'],
  // the menu of its area has the code of its name
  code: 'report_list',
  at: 'caict-report/report/rest',
  screen: '/report/reportlist',
  fields: {
    name,
    nameEn,
    note,
    noteEn,
    isPublished: flag('是否公告', 'Published', { required: true, initial: 0 }),
    place: choice('展示位置', 'Also shown on', { choices: reportPlaces }),
    content,
  },
  search: ['name', 'isPublished'],
  list: ['name', 'note', 'isPublished', 'updateTime'],
  formOnly: ['isPublished', 'place'],
  // its figures are what there is to see of it
  perms: {},
  imports: { none: 'The content of a report does not fit into a row.' },
  actions: {
    /** The figures of a stored report: a published one for everybody who is signed in, any for holders of `report_list`. */
    run: get(
      { id: ref('报表', 'Report', { required: true }) },
      {
        label: ['计算报表', 'Run'],
        access: 'login',
        output: shaped<ReportResult & { name: Text; note: Text | null }>(),
      },
    ),
    /** The figures that a job of the caller has computed, because they took longer than the caller could wait. */
    figures: get(
      { job: ref('后台任务', 'Background job', { required: true }) },
      {
        label: ['后台统计结果', 'Figures of a job'],
        access: 'login',
        output: shaped<ReportResult & { name: Text; note: Text | null }>(),
      },
    ),
    /** The figures of a report that is being written. */
    preview: post(
      { content: { ...content, required: true } },
      {
        label: ['预览', 'Preview'],
        access: { perm: ['report_list_add', 'report_list_edit'] },
        output: shaped<ReportResult>(),
      },
    ),
    /** The same figures as a file, for those who may export the rows that it counts. */
    exportFigures: get(
      { id: ref('报表', 'Report', { required: true }), format: choice('格式', 'Format', { choices: reportFormats }) },
      { label: ['导出报表', 'Export a report'], access: 'login', output: file },
    ),
    /** The reports that stand at a place and that the caller may read; those with data or a field that they do not see are left out. */
    pinned: get(
      { place: choice('展示位置', 'Also shown on', { required: true, choices: reportPlaces }) },
      {
        label: ['展示的报表', 'Reports at a place'],
        access: 'login',
        output: rows({ id: ref(...kitTerms.id, { required: true }), name, nameEn }),
      },
    ),
    published: get(
      {},
      {
        label: ['公告报表', 'Published reports'],
        access: 'login',
        output: rows({ id: ref(...kitTerms.id, { required: true }), name, nameEn, note, noteEn }),
      },
    ),
  },
})
