import { file, get, nothing, page, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, flag, int, longText, ref, text, time } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'
import { importPerms, imports } from './importing.ts'

const fields = {
  kind: choice('类型', 'Kind', {
    way: 'out',
    required: true,
    choices: [
      ['export', ['导出', 'Export']],
      ['importCheck', ['导入预检', 'Check before import']],
      ['import', ['导入', 'Import']],
    ],
  }),
  /** The entity it is about. */
  resource: text('对象', 'Of', { way: 'out', required: true }),
  state: choice('状态', 'State', {
    way: 'out',
    required: true,
    choices: [
      ['waiting', ['排队中', 'Waiting']],
      ['running', ['进行中', 'Running']],
      ['done', ['已完成', 'Done']],
      ['failed', ['未完成', 'Failed']],
      ['cancelled', ['已取消', 'Cancelled']],
    ],
  }),
  total: int('总数', 'Total', { way: 'out' }),
  done: int('已处理', 'Done so far', { way: 'out' }),
  /** What came of it, or why nothing did, in the language it was started in. */
  message: longText('结果', 'Result', { way: 'out' }),
  fileName: text('文件名', 'File name', { way: 'out' }),
  fileSize: int('文件大小', 'File size', { way: 'out' }),
  startedAt: time('开始时间', 'Started at', { way: 'out' }),
  endedAt: time('结束时间', 'Ended at', { way: 'out' }),
} as const

/** A job as its owner reads it; `unclaimed` while the initial passwords it made can still be fetched. */
const ownJob = {
  ...base,
  ...fields,
  unclaimed: flag('初始密码待领取', 'Initial passwords to be had', { way: 'out' }),
} as const

/** One bad cell of an uploaded sheet. `row` counts as the sheet does, its head being row 1; `column` is the head's words. */
export interface BadCell {
  row: number
  column: string
  value: string
  msg: string
}

/** What a check found. `cells` are the first of them; all stand in the file of the job. */
export interface CheckResult {
  right: number
  wrong: number
  added: number
  updated: number
  cells: BadCell[]
  more: number
  /** The job that imported it, once there is one. */
  importJob: string | null
}

const one = { id: ref('任务', 'Job', { required: true }) }

/**
 * Work that goes on after its request: exports, checks of an upload, imports. Everybody sees and touches his own alone, the
 * administrator too. Files are kept for seven days (docs/decisions/0029).
 */
export const backgroundJob = entity('job', 'backgroundJob', ['后台任务', 'Background jobs'], {
  thing: ['任务', 'job'],
  fields,
  verbs: [],
  rows: 'own',
  perms: {},
  actions: {
    list: get(
      { current: int('页码', 'Page', { max: 10_000 }), size: int('每页条数', 'Page size', { max: 200 }) },
      { label: ['我的任务', 'Own jobs'], body: 'filters', access: 'login', gives: page(ownJob) },
    ),
    detail: get(one, { label: ['详情', 'Detail'], access: 'login', gives: row(ownJob) }),
    download: get(one, { label: ['下载结果文件', 'Download its file'], access: 'login', gives: file }),
    cancel: post(one, { label: ['取消', 'Cancel'], access: 'login', gives: nothing }),
    retry: post(one, { label: ['重试', 'Try again'], access: 'login', gives: nothing }),
    importTemplate: get(
      { resource: text('对象', 'Of', { required: true, max: 64 }) },
      { label: ['导入模板', 'Template of an import'], access: { perm: importPerms }, gives: file },
    ),
    checkImport: post(
      {
        resource: text('对象', 'Of', { required: true, max: 64 }),
        isCovered: flag('覆盖已有数据', 'Replace what is there'),
      },
      {
        label: ['上传并预检', 'Upload and check'],
        body: 'multipart',
        access: { perm: importPerms },
        gives: row({ id: base.id }),
      },
    ),
    checkResult: get(one, { label: ['预检结果', 'What a check found'], access: 'login', gives: shaped<CheckResult>() }),
    confirmImport: post(
      { ...one, onlyRight: flag('只导入正确的行', 'Only the rows that are right') },
      { label: ['确认导入', 'Import what was checked'], access: { perm: importPerms }, gives: row({ id: base.id }) },
    ),
    /** Initial passwords an import made: given out once. */
    passwords: post(one, {
      label: ['领取初始密码', 'Initial passwords, once'],
      access: { perm: [imports.user.perm] },
      encrypted: true,
      gives: shaped<{ account: string; password: string }[]>(),
    }),
  },
})
