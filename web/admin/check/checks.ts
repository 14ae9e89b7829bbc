import type { Text } from '#contract/kit/text.ts'
import { currentLang } from '#web/base/say.ts'
import { tokenAge } from '#web/base/session.ts'
import { clockSays, connectionSays, type Found, sizeClass } from './judge.ts'

const unreached: Found = {
  name: ['服务器', 'Server'],
  tone: 'bad',
  says: ['无法连接，请检查网络', 'Not reached, please check the network'],
}

/** Whether the server and its database answer, how fast, and what time it is there. */
const checkServer = async (): Promise<Found[]> => {
  const begun = performance.now()
  const response = await fetch('/ready', { cache: 'no-store' }).catch(() => null)
  if (!response) return [unreached]
  const took = Math.round(performance.now() - begun)
  const date = Date.parse(response.headers.get('date') ?? '')
  const server: Found = response.ok
    ? { ...unreached, tone: 'good', says: [`连接正常，往返 ${took} 毫秒`, `Reached, ${took} ms there and back`] }
    : { ...unreached, says: ['服务器可达，但数据库未就绪', 'Reached, but its database is not ready'] }
  return Number.isNaN(date) ? [server] : [server, clockSays(Date.now(), date)]
}

const checkStorage = (): Found => {
  const name: Text = ['浏览器存储', 'Browser storage']
  try {
    localStorage.setItem('saber-check', '1')
    localStorage.removeItem('saber-check')
    return {
      name,
      tone: 'good',
      says: ['可用，填写中的内容会保存在本机', 'Works: what you write is kept in this browser'],
    }
  } catch {
    return { name, tone: 'bad', says: ['不可用，请允许本站保存数据', 'Does not work: let this site keep data'] }
  }
}

const checkSession = (): Found => {
  const minutes = Math.floor(tokenAge() / 60)
  return {
    name: ['会话', 'Session'],
    tone: 'good',
    says: [
      `令牌已使用 ${minutes} 分钟，满 50 分钟时自动更换`,
      `Age of the token: ${minutes} min; it is exchanged at 50 min`,
    ],
  }
}

const checkConnection = (): Found => connectionSays(location.protocol, isSecureContext)

const checkScreen = (): Found => ({
  name: ['窗口', 'Window'],
  tone: 'good',
  says: [
    `${innerWidth} × ${innerHeight}，第 ${sizeClass(innerWidth)} 级`,
    `${innerWidth} × ${innerHeight}, class ${sizeClass(innerWidth)}`,
  ],
})

const checkLanguage = (): Found => ({
  name: ['语言', 'Language'],
  tone: 'good',
  says: currentLang() === 'zh' ? ['当前为中文', 'Chinese'] : ['当前为英文', 'English'],
})

/** Everything this page can find out about the way between the person and the server. */
export const runChecks = async (): Promise<Found[]> => [
  ...(await checkServer()),
  checkSession(),
  checkStorage(),
  checkConnection(),
  checkScreen(),
  checkLanguage(),
]
