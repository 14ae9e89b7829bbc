import { longText, many } from '../kit/field.ts'

/** Generous limit: the server truncates each value (server/log/log-error.ts), so one long entry does not fail the upload. */
const lengthLimit = { max: 20_000 }

/** An error as a browser reports it (specification 000, section 3). */
export const browserErrors = many('前端错误日志', 'Browser errors', {
  url: longText('地址', 'Address', lengthLimit),
  time: longText('时间', 'Time', lengthLimit),
  type: longText('类型', 'Type', lengthLimit),
  message: longText('内容', 'Message', lengthLimit),
  stack: longText('堆栈', 'Stack', lengthLimit),
  info: longText('信息', 'Info', lengthLimit),
})
