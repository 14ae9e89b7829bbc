import { entity } from '../kit/entity.ts'
import { choice, longText, text } from '../kit/field.ts'
import { eventChoices } from './events.ts'

/** What the platform itself did (wire-and-fields.md 2.16): `logId` is an event of events.ts, `logData` what belongs to it, as JSON. */
export const logUsual = entity('log', 'logUsual', ['通用日志', 'Events'], {
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
  },
  search: ['logLevel', 'logId', 'serviceId', 'serverHost'],
  list: ['logLevel', 'logId', 'logData', 'serviceId', 'serverHost', 'env'],
  verbs: ['list', 'detail'],
  at: 'caict-log/usual',
})
