import { consoleWords } from '../console-words.ts'
import { post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, text } from '../kit/field.ts'
import { browserErrors } from './browser-errors.ts'

/**
 * Unexpected errors: those of the server, with the id that the person received, and those that browsers reported.
 * `serviceId` is `server` or `browser`. Only the platform adds rows.
 */
export const logError = entity('log', 'logError', ['错误日志', 'Error log'], {
  title: 'exceptionName',
  rowLabel: ['错误', 'error'],
  screen: '/monitor/log/error',
  fields: {
    serviceId: choice('来源', 'Source', {
      direction: 'out',
      choices: [
        ['server', ['服务端', 'Server']],
        ['browser', consoleWords.browser],
      ],
    }),
    serverHost: text('服务器名', 'Host', { direction: 'out' }),
    serverIp: text('服务器地址', 'Server address', { direction: 'out' }),
    env: text('环境', 'Environment', { direction: 'out' }),
    exceptionName: text('类型', 'Type', { direction: 'out' }),
    message: longText('内容', 'Message', { direction: 'out' }),
    requestUri: longText('地址', 'Address', { direction: 'out' }),
    method: text('请求方法', 'Method', { direction: 'out' }),
    requestId: text(...consoleWords.requestId, { direction: 'out' }),
    createBy: text('账号', 'Account', { direction: 'out' }),
    remoteIp: text('网络地址', 'Network address', { direction: 'out' }),
    userAgent: text(...consoleWords.browser, { direction: 'out', max: 250 }),
    fileName: text('文件', 'File', { direction: 'out' }),
    lineNumber: int('行号', 'Line', { direction: 'out' }),
    stackTrace: longText('堆栈', 'Stack', { direction: 'out', max: 20_000 }),
  },
  search: ['serviceId', 'exceptionName', 'createBy', 'requestUri', 'serverHost', 'requestId'],
  list: ['createTime', 'serviceId', 'exceptionName', 'message', 'requestUri', 'createBy'],
  newestRows: { indexed: ['createTime'], whole: ['createBy', 'requestId'] },
  verbs: ['list', 'detail'],
  actions: {
    submitList: post(
      { list: browserErrors },
      { label: ['上传前端错误日志', 'Upload browser errors'], access: 'login', body: 'list' },
    ),
  },
  rows: 'all',
  at: 'caict-log/error',
})
