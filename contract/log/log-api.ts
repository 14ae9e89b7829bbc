import { entity } from '../kit/entity.ts'
import { choice, int, longText, text } from '../kit/field.ts'

/**
 * Every call that changes something and every export (wire-and-fields.md 2.16), without what must stand in no log. `time` in
 * milliseconds, `result` the HTTP status, `methodClass` and `methodName` the entity and its call.
 */
export const logApi = entity('log', 'logApi', ['接口日志', 'Calls'], {
  thing: ['接口调用', 'call'],
  screen: '/monitor/log/api',
  fields: {
    type: choice('类型', 'Type', {
      way: 'out',
      choices: [
        [1, ['操作', 'Change']],
        [2, ['导出', 'Export']],
      ],
    }),
    title: text('操作名称', 'Title', { way: 'out' }),
    serviceId: text('服务', 'Service', { way: 'out' }),
    serverHost: text('服务器名', 'Host', { way: 'out' }),
    serverIp: text('服务器地址', 'Server address', { way: 'out' }),
    env: text('环境', 'Environment', { way: 'out' }),
    method: text('请求方法', 'Method', { way: 'out' }),
    requestUri: text('请求地址', 'Request', { way: 'out' }),
    methodClass: text('对象', 'Object', { way: 'out' }),
    methodName: text('调用', 'Call', { way: 'out' }),
    createBy: text('账号', 'Account', { way: 'out' }),
    remoteIp: text('网络地址', 'Network address', { way: 'out' }),
    time: int('耗时（毫秒）', 'Time (ms)', { way: 'out' }),
    result: int('状态码', 'Status', { way: 'out' }),
    requestId: text('请求标识', 'Request id', { way: 'out' }),
    userAgent: text('浏览器', 'Browser', { way: 'out' }),
    params: longText('请求参数', 'Parameters', { way: 'out' }),
  },
  search: ['title', 'createBy', 'requestUri', 'serviceId', 'serverHost', 'type'],
  list: ['title', 'createBy', 'method', 'requestUri', 'result', 'time', 'serviceId', 'serverHost'],
  verbs: ['list', 'detail'],
  at: 'caict-log/api',
})
