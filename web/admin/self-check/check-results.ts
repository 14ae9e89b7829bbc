import type { Text } from '#contract/kit/text.ts'
import type { Tone } from '#web/ui/notice.tsx'

/** The result of one check. */
export interface CheckResult {
  readonly name: Text
  readonly tone: Extract<Tone, 'good' | 'ask' | 'bad'>
  readonly message: Text
}

/** Difference between this machine's clock and the server's, in words; more than a minute is too much. */
export const clockResult = (localTime: number, serverTime: number): CheckResult => {
  const seconds = Math.round((localTime - serverTime) / 1000)
  const far = Math.abs(seconds) > 60
  return {
    name: ['时钟', 'Clock'],
    tone: far ? 'ask' : 'good',
    message: far
      ? [
          `本机时间与服务器相差 ${seconds} 秒，请校准`,
          `This computer’s clock differs from the server by ${seconds} seconds; please correct it`,
        ]
      : ['本机时间与服务器一致', 'This computer’s clock matches the server'],
  }
}

/** Whether the connection is encrypted; browsers also trust the local machine's addresses, which are not encrypted. */
export const connectionResult = (protocol: string, isTrusted: boolean): CheckResult => {
  const name: Text = ['加密连接', 'Encryption']
  if (protocol === 'https:') return { name, tone: 'good', message: ['已启用（HTTPS）', 'On (HTTPS)'] }
  if (isTrusted) return { name, tone: 'ask', message: ['未启用，仅在本机访问', 'Off; accessed on this computer only'] }
  return {
    name,
    tone: 'ask',
    message: ['未启用，请联系管理员配置 HTTPS', 'Off; please ask the administrator to set up HTTPS'],
  }
}
