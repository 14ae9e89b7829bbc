import { post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, text } from '../kit/field.ts'
import { reported } from './reported.ts'

/**
 * What nobody foresaw: failures of the server with the id the person was told, and errors browsers have reported
 * (wire-and-fields.md 2.16). `serviceId` is `server` or `browser`. Lines are added by the platform alone.
 */
export const logError = entity('log', 'logError', ['错误日志', 'Errors'], {
  thing: ['错误', 'error'],
  screen: '/monitor/log/error',
  fields: {
    serviceId: choice('来源', 'Source', {
      way: 'out',
      choices: [
        ['server', ['服务端', 'Server']],
        ['browser', ['浏览器', 'Browser']],
      ],
    }),
    serverHost: text('服务器名', 'Host', { way: 'out' }),
    serverIp: text('服务器地址', 'Server address', { way: 'out' }),
    env: text('环境', 'Environment', { way: 'out' }),
    exceptionName: text('类型', 'Type', { way: 'out' }),
    message: longText('内容', 'Message', { way: 'out' }),
    requestUri: longText('地址', 'Address', { way: 'out' }),
    method: text('请求方法', 'Method', { way: 'out' }),
    requestId: text('请求标识', 'Request', { way: 'out' }),
    createBy: text('账号', 'Account', { way: 'out' }),
    remoteIp: text('网络地址', 'Network address', { way: 'out' }),
    userAgent: text('浏览器', 'Browser', { way: 'out', max: 250 }),
    fileName: text('文件', 'File', { way: 'out' }),
    lineNumber: int('行号', 'Line', { way: 'out' }),
    stackTrace: longText('堆栈', 'Stack', { way: 'out', max: 20_000 }),
  },
  search: ['serviceId', 'exceptionName', 'createBy', 'requestUri', 'serverHost', 'requestId'],
  list: ['serviceId', 'exceptionName', 'message', 'requestUri', 'createBy'],
  verbs: ['list', 'detail'],
  actions: {
    submitList: post(
      { list: reported },
      { label: ['上传前端错误日志', 'Upload errors of the browser'], access: 'login', body: 'list' },
    ),
  },
  rows: 'all',
  at: 'caict-log/error',
})
