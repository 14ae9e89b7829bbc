import { consoleWords } from '../console-words.ts'
import { file, get, nothing, page, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, flag, int, longText, type Row, ref, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base, paging } from '../kit/verbs.ts'
import { words } from '../words.ts'
import { importPerms } from './importing.ts'
import type { HiddenContent } from './uploaded-sheet.ts'

const fields = {
  kind: choice('类型', 'Type', {
    direction: 'out',
    required: true,
    choices: [
      ['export', consoleWords.export],
      ['importCheck', ['导入预检', 'Check before import']],
      ['import', consoleWords.import],
      ['report', ['报表', 'Report']],
      ['rows', ['批量办理', 'Handle many']],
    ],
  }),
  /** The entity that the job processes. */
  resource: text(...consoleWords.object, { direction: 'out', required: true }),
  state: choice(...kitTerms.status, {
    direction: 'out',
    required: true,
    choices: [
      ['waiting', ['排队中', 'Waiting']],
      ['running', ['进行中', 'Running']],
      ['done', ['已完成', 'Done']],
      ['failed', ['未完成', 'Failed']],
      ['cancelled', ['已取消', 'Cancelled']],
    ],
  }),
  total: int('总数', 'Total', { direction: 'out' }),
  done: int('已处理', 'Processed', { direction: 'out' }),
  /** Result or error message, in the language in which the job was started. */
  message: longText('结果', 'Result', { direction: 'out' }),
  fileName: text('文件名', 'File name', { direction: 'out' }),
  fileSize: int('文件大小', 'File size', { direction: 'out' }),
  startedAt: time('开始时间', 'Started at', { direction: 'out' }),
  endedAt: time('结束时间', 'Ended at', { direction: 'out' }),
} as const

export type JobKind = Row<typeof fields>['kind']

/** A job as its owner sees it; `unclaimed` is 1 while the initial passwords that it created can still be fetched. */
const jobFields = {
  ...base,
  ...fields,
  unclaimed: flag('初始密码待领取', 'Initial passwords available', { direction: 'out' }),
} as const

/** One invalid cell of an uploaded sheet. `row` counts from 1, which is the header; `column` is the header text. */
export interface BadCell {
  row: number
  column: string
  value: string
  msg: string
}

/** Result of a check. `cells` are the first invalid cells; the file of the job has all of them. */
export interface CheckResult {
  right: number
  wrong: number
  added: number
  updated: number
  cells: BadCell[]
  more: number
  /** What the sheet does not show, if `checkHidden` has to decide about it; nothing has been checked then. */
  hidden: HiddenContent | null
  /** The job that imported the sheet, or null. */
  importJob: string | null
}

/** A row that an act in the background could not handle, with the reason. */
export interface RefusedRow {
  id: string
  title: string | null
  msg: string
}

/** What an act of many rows has come to. `rows` are the first of those that were refused; the file of the job has all rows. */
export interface RowsOutcome {
  done: number
  refused: number
  waiting: number
  rows: RefusedRow[]
}

const jobId = { id: ref('后台任务', 'Background job', { required: true }) }

/**
 * Work that continues after its request: exports, checks of an upload, imports, acts of many rows. Everybody, including administrators, may see
 * and change only their own jobs. Files are stored for seven days (docs/decisions/0029).
 */
export const backgroundJob = entity('job', 'backgroundJob', ['后台任务', 'Background jobs'], {
  title: 'fileName',
  rowLabel: ['后台任务', 'background job'],
  fields,
  hasMenu: false,
  verbs: [],
  rows: 'own',
  perms: {},
  actions: {
    list: get(paging, { label: ['我的任务', 'My jobs'], body: 'filters', access: 'login', output: page(jobFields) }),
    detail: get(jobId, { label: kitTerms.details, access: 'login', output: row(jobFields) }),
    download: get(jobId, { label: ['下载结果文件', 'Download the result file'], access: 'login', output: file }),
    cancel: post(jobId, { label: words.cancel, access: 'login', output: nothing }),
    retry: post(jobId, { label: words.retry, access: 'login', output: nothing }),
    importTemplate: get(
      { resource: text(...consoleWords.object, { required: true, max: 64 }) },
      { label: ['导入模板', 'Import template'], access: { perm: importPerms }, output: file },
    ),
    checkImport: post(
      {
        resource: text(...consoleWords.object, { required: true, max: 64 }),
        isCovered: flag('覆盖已有数据', 'Overwrite existing data'),
      },
      {
        label: ['上传并预检', 'Upload and check'],
        body: 'multipart',
        access: { perm: importPerms },
        output: row({ id: base.id }),
      },
    ),
    /** Checks the file of a check again, with or without its hidden rows and columns. */
    checkHidden: post(
      { ...jobId, withHidden: flag('包含隐藏内容', 'Include hidden', { required: true }) },
      {
        label: ['预检隐藏内容', 'Check hidden'],
        access: { perm: importPerms },
        output: row({ id: base.id }),
      },
    ),
    checkResult: get(jobId, {
      label: ['预检结果', 'Check results'],
      access: 'login',
      output: shaped<CheckResult>(),
    }),
    confirmImport: post(
      { ...jobId, onlyRight: flag('只导入正确的行', 'Import valid rows only') },
      { label: ['确认导入', 'Confirm the import'], access: { perm: importPerms }, output: row({ id: base.id }) },
    ),
    /** What an act of many rows has come to so far. */
    rowsOutcome: get(jobId, {
      label: ['批量办理结果', 'Results of an act of many rows'],
      access: 'login',
      output: shaped<RowsOutcome>(),
    }),
    /** Initial passwords of accounts that an import created; returned only once. */
    passwords: post(jobId, {
      label: ['领取初始密码', 'Get initial passwords'],
      access: { perm: ['user_import'] },
      encrypted: true,
      output: shaped<{ account: string; password: string }[]>(),
    }),
  },
})
