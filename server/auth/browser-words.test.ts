import { describe, expect, test } from 'vitest'
import { browserWords } from './browser-words.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; V2314A)'

describe('the browser name from a user agent', () => {
  test.each([
    [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome 126，Windows 10/11'],
    [`${windows} ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68`, 'Edge 126，Windows 10/11'],
    [`${windows} ${webkit} Chrome/109.0.0.0 Safari/537.36 360SE`, '360浏览器，Windows 10/11'],
    [`${windows} ${webkit} Chrome/94.0 Safari/537.36 QQBrowser/11.9.5355.400`, 'QQ浏览器 11，Windows 10/11'],
    ['Mozilla/5.0 (Windows NT 6.1; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox 115，Windows 7'],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer 11，Windows 7'],
    [`${apple} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari 17，iPhone'],
    [`${apple} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome 126，iPhone'],
    [`${apple} Mobile/15E148 MicroMessenger/8.0.49(0x18003133) NetType/WIFI`, '微信 8，iPhone'],
    [`${android} ${webkit} Chrome/125.0.0.0 Mobile Safari/537.36`, 'Chrome 125，Android 14'],
    [`${android} ${webkit} Version/4.0 Chrome/100.0 Mobile Safari/537.36 Quark/6.9`, '夸克 6，Android 14'],
    [
      `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.0.4`,
      '华为浏览器 5，鸿蒙',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      'Safari 17，macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox 127，Linux'],
    ['some client on Windows', 'Windows'],
    ['curl/8.5.0', '未知浏览器'],
    ['', '未知浏览器'],
  ])('%s', (agent, name) => {
    expect(browserWords(agent)[0]).toBe(name)
  })

  test('is English without Chinese characters', () => {
    expect(browserWords(`${apple} Mobile/15E148 MicroMessenger/8.0.49`)[1]).toBe('WeChat 8, iPhone')
    expect(browserWords('')[1]).toBe('Unknown browser')
  })

  test('is never empty, for long or unusual user agents', () => {
    for (const agent of ['Version/1'.repeat(30), `${'9'.repeat(250)}`, 'Chrome/'.repeat(35), '<script>'])
      expect(browserWords(agent)[0].length).toBeGreaterThan(0)
  })
})
