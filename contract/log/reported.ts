import { longText, many, text } from '../kit/field.ts'

/** An error as a browser reports it (specification 000, section 3). */
export const reported = many('前端错误日志', 'Errors of the browser', {
  url: longText('地址', 'Address'),
  time: text('时间', 'Time'),
  type: text('类型', 'Type'),
  message: longText('内容', 'Message'),
  stack: longText('堆栈', 'Stack', { max: 20_000 }),
  info: longText('信息', 'Info'),
})
