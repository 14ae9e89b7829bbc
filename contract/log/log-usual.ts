import { entity } from '../kit/entity.ts'
import { choice, longText, text } from '../kit/field.ts'
import { eventChoices } from './events.ts'

/** What the platform itself did (wire-and-fields.md 2.16): `logId` is an event of events.ts, `logData` what belongs to it, as JSON. */
export const logUsual = entity('log', 'logUsual', ['通用日志', 'Events'], {
  thing: ['事件', 'event'],
  screen: '/monitor/log/usual',
  fields: {
    logId: choice('事件', 'Event', { way: 'out', choices: eventChoices }),
    logLevel: choice('日志级别', 'Level', {
      way: 'out',
      choices: [
        ['INFO', ['信息', 'Info']],
        ['WARN', ['警告', 'Warning']],
        ['ERROR', ['错误', 'Error']],
      ],
    }),
    logData: longText('事件内容', 'Data', { way: 'out' }),
    serviceId: text('服务', 'Service', { way: 'out' }),
    serverHost: text('服务器名', 'Host', { way: 'out' }),
    serverIp: text('服务器地址', 'Server address', { way: 'out' }),
    env: text('环境', 'Environment', { way: 'out' }),
    requestUri: text('请求地址', 'Request', { way: 'out' }),
    /** Whose doing it was and from where, as far as the event tells. */
    remoteIp: text('网络地址', 'Network address', { way: 'out' }),
    createBy: text('账号', 'Account', { way: 'out' }),
    userAgent: text('浏览器', 'Browser', { way: 'out' }),
    method: text('请求方法', 'Method', { way: 'out' }),
    params: longText('请求参数', 'Parameters', { way: 'out' }),
  },
  search: ['logLevel', 'logId', 'serviceId', 'serverHost'],
  list: ['logLevel', 'logId', 'logData', 'serviceId', 'serverHost', 'env'],
  verbs: ['list', 'detail'],
  at: 'caict-log/usual',
})
