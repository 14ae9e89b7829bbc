import { consoleWords } from '../console-words.ts'
import { get, post, rows, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { flag, longText, ref, secret, text } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'
import { localWins, type ServerSync } from './sync.ts'

/** Address of the job server that this platform itself is. */
export const localServerUrl = 'builtin://local'

const jobAppName = text('应用名称', 'Application', {
  required: true,
  max: 20,
  message: ['请输入应用名称', 'Enter the application'],
})
const jobServerUrl = text('应用服务地址', 'Address', {
  required: true,
  max: 255,
  message: ['请输入应用服务地址', 'Enter the address'],
})

/**
 * Where jobs are planned and run: this platform, whose row is shipped and cannot be removed, or a scheduler at another address. The
 * password is write-only.
 */
export const jobServer = entity('job', 'jobServer', ['任务应用', 'Job servers'], {
  title: 'jobServerName',
  rowLabel: ['任务应用', 'job server'],
  code: 'jobserver',
  screen: '/job/jobserver',
  shared: 'closed',
  uniqueIndexes: { job_server_application: 'jobAppName' },
  imports: { none: 'A job server needs a password.' },
  fields: {
    jobServerName: text('应用服务名称', 'Name', {
      required: true,
      max: 50,
      message: ['请输入应用服务名称', 'Enter the name'],
    }),
    jobServerUrl,
    jobAppName,
    jobAppPassword: secret('应用密码', 'Password', {
      required: true,
      max: 100,
      sentTo: ['jobServerUrl', 'jobAppName'],
      message: ['请输入应用密码', 'Enter the password'],
    }),
    jobRemark: longText(...consoleWords.remark, { max: 255 }),
    /** Readers in English see it instead of the name; clients of the family neither send nor show it. */
    jobServerNameEn: text(...consoleWords.englishName, { max: 100 }),
    isShipped: flag('平台自带', 'Shipped', { direction: 'out', required: true, initial: 0 }),
  },
  search: ['jobServerName', 'jobAppName'],
  list: ['jobServerName', 'jobServerUrl', 'jobAppName', 'jobRemark', 'createTime'],
  actions: {
    /** Synchronises the jobs of one job server with it; without `localWins` nothing is overwritten. */
    sync: post(
      { id: ref('任务应用', 'Job server', { required: true }), localWins },
      { label: ['同步', 'Synchronise'], output: shaped<ServerSync>() },
    ),
    /** The options of the form of a job: `jobAppName` reads “application: [name - address]”. */
    select: get(
      {},
      {
        label: ['选项', 'Options'],
        access: { perm: ['jobserver', 'jobinfo'] },
        output: rows({ id: base.id, jobServerUrl, jobAppName }),
      },
    ),
  },
})
