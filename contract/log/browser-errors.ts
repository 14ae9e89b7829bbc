import { longText, many } from '../kit/field.ts'

/** What is kept of each is cut (server/log/log-error.ts): one long entry must not keep a client's whole list from arriving. */
const lengthLimit = { max: 20_000 }

/** An error as a browser reports it (specification 000, section 3). */
export const browserErrors = many('前端错误日志', 'Errors of the browser', {
  url: longText('地址', 'Address', lengthLimit),
  time: longText('时间', 'Time', lengthLimit),
  type: longText('类型', 'Type', lengthLimit),
  message: longText('内容', 'Message', lengthLimit),
  stack: longText('堆栈', 'Stack', lengthLimit),
  info: longText('信息', 'Info', lengthLimit),
})
