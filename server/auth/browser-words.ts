import type { Text } from '#contract/kit/text.ts'

type AgentPattern = readonly [pattern: RegExp, name: string | Text]

/** Browsers by their `User-Agent` pattern; one that also names the browser it is based on comes before that browser. */
const browsers: readonly AgentPattern[] = [
  [/MicroMessenger\/(\d+)/, ['微信', 'WeChat']],
  [/DingTalk\/(\d+)/, ['钉钉', 'DingTalk']],
  [/(?:MQQBrowser|QQBrowser)\/(\d+)/, ['QQ浏览器', 'QQ Browser']],
  [/(?:UCBrowser|UCWEB)\/?(\d+)/, ['UC浏览器', 'UC Browser']],
  [/Quark\/(\d+)/, ['夸克', 'Quark']],
  [/HuaweiBrowser\/(\d+)/, ['华为浏览器', 'Huawei Browser']],
  [/MiuiBrowser\/(\d+)/, ['小米浏览器', 'Mi Browser']],
  [/(?:360SE|360EE|QIHU|QihooBrowser)[^\d]*(\d+)?/, ['360浏览器', '360 Browser']],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/Version\/(\d{1,6})[\d.]{0,20} (?:Mobile\/\w{1,20} )?Safari\//, 'Safari'],
  [/(?:MSIE |; rv:(?=\d+\.0\) like Gecko))(\d+)/, 'Internet Explorer'],
]

/** Windows 11 still reports 10.0. Android and HarmonyOS also report Linux, iPhones also Mac OS X, so they come first. */
const systems: readonly AgentPattern[] = [
  [/OpenHarmony|HarmonyOS/, ['鸿蒙', 'HarmonyOS']],
  [/Windows NT 10/, 'Windows 10/11'],
  [/Windows NT 6\.[23]/, 'Windows 8'],
  [/Windows NT 6\.1/, 'Windows 7'],
  [/Windows/, 'Windows'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android (\d+)/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const comma: Text = ['，', ', ']

const matchText = (patterns: readonly AgentPattern[], agent: string): Text | null => {
  for (const [pattern, name] of patterns) {
    const match = pattern.exec(agent)
    if (!match) continue
    const [zh, en] = typeof name === 'string' ? [name, name] : name
    const version = match[1] ? ` ${match[1]}` : ''
    return [zh + version, en + version]
  }
  return null
}

/** Describes a `User-Agent` header in plain words: Chrome 126, Windows 10/11. */
export const browserWords = (agent: string): Text => {
  const parts = [matchText(browsers, agent), matchText(systems, agent)].filter((part) => part !== null)
  if (parts.length === 0) return ['未知浏览器', 'Unknown browser']
  return [parts.map(([zh]) => zh).join(comma[0]), parts.map(([, en]) => en).join(comma[1])]
}
