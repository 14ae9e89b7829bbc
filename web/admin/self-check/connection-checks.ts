import type { Text } from '#contract/kit/text.ts'
import { refreshAge } from '#contract/session-lifetime.ts'
import { currentLang } from '#web/base/api/language.ts'
import { tokenAge, tokenLifetime } from '#web/base/api/session.ts'
import { sizeOf } from '#web/base/page/screen-size.ts'
import { type CheckResult, clockResult, connectionResult } from './check-results.ts'

const serverUnreachable: CheckResult = {
  name: ['服务器', 'Server'],
  tone: 'bad',
  message: ['无法连接，请检查网络', 'Cannot be reached. Please check the network.'],
}

/** Whether the server and its database answer, how fast, and the server's time. */
const checkServer = async (): Promise<CheckResult[]> => {
  const startedAt = performance.now()
  const response = await fetch('/ready', { cache: 'no-store' }).catch(() => null)
  if (!response) return [serverUnreachable]
  const durationMs = Math.round(performance.now() - startedAt)
  const date = Date.parse(response.headers.get('date') ?? '')
  const server: CheckResult = response.ok
    ? {
        ...serverUnreachable,
        tone: 'good',
        message: [`连接正常，往返 ${durationMs} 毫秒`, `Connected, round trip ${durationMs} ms`],
      }
    : { ...serverUnreachable, message: ['服务器可达，但数据库未就绪', 'Reachable, but its database is not ready'] }
  return Number.isNaN(date) ? [server] : [server, clockResult(Date.now(), date)]
}

const checkStorage = (): CheckResult => {
  const name: Text = ['浏览器存储', 'Browser storage']
  try {
    localStorage.setItem('saber-check', '1')
    localStorage.removeItem('saber-check')
    return {
      name,
      tone: 'good',
      message: ['可用，填写中的内容会保存在本机', 'Available. What you type is stored in this browser.'],
    }
  } catch {
    return {
      name,
      tone: 'bad',
      message: ['不可用，请允许本站保存数据', 'Not available. Please allow this site to store data.'],
    }
  }
}

const checkSession = (): CheckResult => {
  const minutes = Math.floor(tokenAge() / 60)
  const refreshAfter = Math.floor(refreshAge(tokenLifetime()) / 60)
  return {
    name: ['会话', 'Session'],
    tone: 'good',
    message: [
      `令牌已使用 ${minutes} 分钟，满 ${refreshAfter} 分钟时自动更换`,
      `The token is ${minutes} min old; it is renewed after ${refreshAfter} min`,
    ],
  }
}

const checkConnection = (): CheckResult => connectionResult(location.protocol, isSecureContext)

const checkScreen = (): CheckResult => ({
  name: ['窗口', 'Window'],
  tone: 'good',
  message: [
    `${innerWidth} × ${innerHeight}，第 ${sizeOf(innerWidth)} 级`,
    `${innerWidth} × ${innerHeight}, class ${sizeOf(innerWidth)}`,
  ],
})

const checkLanguage = (): CheckResult => ({
  name: ['语言', 'Language'],
  tone: 'good',
  message: currentLang() === 'zh' ? ['当前为中文', 'Chinese'] : ['当前为英文', 'English'],
})

/** All checks of the connection between the user and the server. */
export const runChecks = async (): Promise<CheckResult[]> => [
  ...(await checkServer()),
  checkSession(),
  checkStorage(),
  checkConnection(),
  checkScreen(),
  checkLanguage(),
]
