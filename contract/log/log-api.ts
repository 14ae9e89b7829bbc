import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, text } from '../kit/field.ts'

/**
 * Every call that writes, and every export, without secrets (docs/decisions/0022). `time` is in milliseconds, `result`
 * is the HTTP status, `methodClass` and `methodName` are the entity and its call.
 */
export const logApi = entity('log', 'logApi', ['接口日志', 'API log'], {
  title: 'title',
  rowLabel: ['接口调用', 'API call'],
  screen: '/monitor/log/api',
  fields: {
    type: choice('类型', 'Type', {
      direction: 'out',
      choices: [
        [1, ['操作', 'Action']],
        [2, consoleWords.export],
      ],
    }),
    title: text('操作名称', 'Operation', { direction: 'out' }),
    serviceId: text('服务', 'Service', { direction: 'out' }),
    serverHost: text('服务器名', 'Host', { direction: 'out' }),
    serverIp: text('服务器地址', 'Server address', { direction: 'out' }),
    env: text('环境', 'Environment', { direction: 'out' }),
    method: text('请求方法', 'Method', { direction: 'out' }),
    requestUri: text('请求地址', 'Request path', { direction: 'out' }),
    methodClass: text(...consoleWords.object, { direction: 'out' }),
    methodName: text('调用', 'Call', { direction: 'out' }),
    createBy: text('账号', 'Account', { direction: 'out' }),
    remoteIp: text('网络地址', 'Network address', { direction: 'out' }),
    time: int('耗时（毫秒）', 'Time (ms)', { direction: 'out' }),
    result: int('状态码', 'Status', { direction: 'out' }),
    requestId: text(...consoleWords.requestId, { direction: 'out' }),
    userAgent: text(...consoleWords.browser, { direction: 'out' }),
    params: longText('请求参数', 'Parameters', { direction: 'out' }),
  },
  search: ['title', 'createBy', 'requestUri', 'serviceId', 'serverHost', 'type'],
  list: ['createTime', 'title', 'createBy', 'requestUri', 'result', 'time', 'serviceId', 'serverHost'],
  exportColumns: ['title', 'createBy', 'method', 'requestUri', 'result', 'time', 'serviceId', 'serverHost'],
  newestRows: { indexed: ['createTime'], whole: ['createBy'] },
  verbs: ['list', 'detail'],
  at: 'caict-log/api',
})
