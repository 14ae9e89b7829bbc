import { matchPath } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { fetchPage } from './pages.tsx'
import { addresses, render } from './render.tsx'

/** A page as visitors get it with its words in it (docs/decisions/0033), read from answers that are said here. */
const columns = (name: string) => async (path: string) => {
  if (path.endsWith('index/getColumn')) return { id: '7', name }
  if (path.endsWith('list')) return { current: 1, size: 10, total: 0, pages: 0, records: [] }
  return {}
}
const page = '/projectList1/7'

// reading the sources of a page may take longer than a render waits for it
beforeAll(() => fetchPage(page))

test('what was rendered is given back itself while nothing it has read has changed', async () => {
  const first = await render(page, 'zh', columns('政策文件'))
  expect(first.html).toContain('政策文件')
  expect(await render(page, 'zh', columns('政策文件'), first)).toBe(first)
})

test('it is rendered anew when something has', async () => {
  const first = await render(page, 'zh', columns('政策文件'))
  const next = await render(page, 'zh', columns('政策解读'), first)
  expect(next.html).toContain('政策解读')
  expect(next.html).not.toContain('政策文件')
})

test('a refusal of what it reads is one of the page, also when it was there before', async () => {
  const gone = async () => {
    throw new Error('404')
  }
  await expect(render(page, 'zh', gone)).rejects.toThrow('404')
  const first = await render(page, 'zh', columns('政策文件'))
  await expect(render(page, 'zh', gone, first)).rejects.toThrow('404')
})

test('there is a page at every address that clients of the family have for a screen of ours', () => {
  const screens = (Object.values(entities) as AnyEntity[]).flatMap(({ screen }) => screen ?? [])
  expect(screens).toContain('/authority/role')
  expect(screens.filter((path) => !addresses.some((address) => matchPath(address, path)))).toEqual([])
})
