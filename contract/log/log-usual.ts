import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { choice, longText, text } from '../kit/field.ts'
import { eventChoices } from './events.ts'

/** Events of the platform (docs/decisions/0022): `logId` is a name of events.ts, `logData` its details as JSON. */
export const logUsual = entity('log', 'logUsual', ['通用日志', 'Event log'], {
  rowLabel: ['事件', 'event'],
  screen: '/monitor/log/usual',
  fields: {
    logId: choice('事件', 'Event', { direction: 'out', choices: eventChoices }),
    logLevel: choice('日志级别', 'Level', {
      direction: 'out',
      choices: [
        ['INFO', ['信息', 'Info']],
        ['WARN', ['警告', 'Warning']],
        ['ERROR', ['错误', 'Error']],
      ],
    }),
    logData: longText('事件内容', 'Data', { direction: 'out' }),
    serviceId: text('服务', 'Service', { direction: 'out' }),
    serverHost: text('服务器名', 'Host', { direction: 'out' }),
    serverIp: text('服务器地址', 'Server address', { direction: 'out' }),
    env: text('环境', 'Environment', { direction: 'out' }),
    requestUri: text('请求地址', 'Request path', { direction: 'out' }),
    /** Who caused the event and from where, if the event has this data. */
    remoteIp: text('网络地址', 'Network address', { direction: 'out' }),
    createBy: text('账号', 'Account', { direction: 'out' }),
    userAgent: text(...consoleWords.browser, { direction: 'out' }),
    method: text('请求方法', 'Method', { direction: 'out' }),
    params: longText('请求参数', 'Parameters', { direction: 'out' }),
  },
  search: ['logLevel', 'logId', 'serviceId', 'serverHost'],
  list: ['createTime', 'logLevel', 'logId', 'logData', 'serviceId', 'serverHost', 'env'],
  newestRows: { indexed: ['createTime', 'logId'] },
  verbs: ['list', 'detail'],
  at: 'caict-log/usual',
})
