import { matchPath } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { renderIn } from './base/api/language.ts'
import { preloadPage } from './pages.tsx'
import { addresses, render } from './render.tsx'

/** A server-rendered page (docs/decisions/0033), with fixed responses. */
const columns = (name: string) => async (path: string) => {
  if (path.endsWith('index/getColumn')) return { id: '7', name }
  if (path.endsWith('Home/site')) return { footer: [[{ text: '平台' }]] }
  if (path.endsWith('list')) return { current: 1, size: 10, total: 0, pages: 0, records: [] }
  return {}
}
const page = '/projectList1/7'

// loading the modules of a page may take longer than a render waits
beforeAll(() => preloadPage(page))

// the files of a worker share its modules, so the next one would be in English
afterAll(() => renderIn('zh'))

test('a rendered page is reused while its data is unchanged', async () => {
  const first = await render(page, 'zh', columns('政策文件'))
  expect(first.html).toContain('政策文件')
  expect(await render(page, 'zh', columns('政策文件'), first)).toBe(first)
})

test('a page is rendered again after a change of its data', async () => {
  const first = await render(page, 'zh', columns('政策文件'))
  const next = await render(page, 'zh', columns('政策解读'), first)
  expect(next.html).toContain('政策解读')
  expect(next.html).not.toContain('政策文件')
})

test('a failed call fails the page, even if the page was rendered before', async () => {
  const notFound = async () => {
    throw new Error('404')
  }
  await expect(render(page, 'zh', notFound)).rejects.toThrow('404')
  const first = await render(page, 'zh', columns('政策文件'))
  await expect(render(page, 'zh', notFound, first)).rejects.toThrow('404')
})

test('a statement of the site is rendered with its version and day, and the footer as the server lists it', async () => {
  const path = '/statement/privacy'
  await preloadPage(path)
  const answers = async (call: string) =>
    call.endsWith('Home/statement')
      ? { code: 'privacy', title: '隐私政策', content: '<p>不收集。</p>', version: 3, changedOn: '2026-11-27' }
      : call.endsWith('Home/site')
        ? { footer: [[{ text: '主办单位：某院' }], [{ text: '用户协议', href: '/statement/terms' }]] }
        : {}
  const { html, title, description } = await render(path, 'zh', answers)
  expect(html).toContain('<h1>隐私政策</h1>')
  expect(html).toContain('<span>第 3 版</span>')
  expect(html).toContain('<time dateTime="2026-11-27">2026-11-27</time>')
  expect(html).toContain('<p>不收集。</p>')
  expect(html).toContain('<span>主办单位：某院</span>')
  expect(html).toContain('<a href="/statement/terms">用户协议</a>')
  expect([title, description]).toEqual(['隐私政策-5G+工业互联网公共服务平台', '不收集。'])
  expect((await render(path, 'en', answers)).html).toContain('<span>Version 3</span>')
})

test('there is a page at every address that BladeX and Saber clients use for a screen', () => {
  const screens = (Object.values(entities) as AnyEntity[]).flatMap(({ screen }) => screen ?? [])
  expect(screens).toContain('/authority/role')
  expect(screens.filter((path) => !addresses.some((address) => matchPath(address, path)))).toEqual([])
})
