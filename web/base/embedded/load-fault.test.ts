import { expect, test } from 'vitest'
import { loadFaultOf } from './load-fault.ts'

const frame = (body: object | null, status = 200) =>
  ({
    contentDocument: body && { body },
    contentWindow: { performance: { getEntriesByType: () => [{ responseStatus: status }] } },
  }) as unknown as HTMLIFrameElement
const page = { childElementCount: 1, textContent: '正文' }

const address = 'https://platform.example/file'
const neverAsked = () => Promise.reject(new Error('the document is enough'))

test('a page with content has no fault, also if the browser does not know the status', async () => {
  expect(await loadFaultOf(frame(page), address, neverAsked)).toBeNull()
  expect(await loadFaultOf(frame({ childElementCount: 0, textContent: '正文' }, 0), address, neverAsked)).toBeNull()
})

test.each([
  ['a page that does not exist', frame(page, 404), '要显示的页面不存在。'],
  ['a page without permission', frame(page, 403), '您没有查看该页面的权限。'],
  ['a page with an error', frame(page, 502), '页面加载出错，请稍后重试。'],
  ['an empty page', frame({ childElementCount: 0, textContent: ' \n' }), '页面没有内容。'],
])('%s has a reason', async (_, one, reason) => {
  expect((await loadFaultOf(one, address, neverAsked))?.[0]).toBe(reason)
})

test.each([
  ['a sandboxed file', async () => 200, undefined],
  ['a file that does not exist', async () => 404, '要显示的页面不存在。'],
  ['a page that cannot be reached', () => Promise.reject(new TypeError()), '页面无法加载，请检查地址和网络后重试。'],
])('%s, whose document cannot be read, is requested again', async (_, fetchStatus, reason) => {
  expect((await loadFaultOf(frame(null), address, fetchStatus))?.[0]).toBe(reason)
})
