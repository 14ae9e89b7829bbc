import { describe, expect, test } from 'vitest'
import { adjacentTab, close, evictedTab, home, idOf, otherTabIds, readTabs, visit, withName } from './open-tabs.ts'

const tab = (path: string, search = '') => ({ path, search })
const three = [tab(home), tab('/system/post'), tab('/system/dict')]

describe('each visited route becomes a tab (specification 000, section 2)', () => {
  test('a first visit opens home and the page', () => {
    expect(visit([], tab('/system/post'))).toEqual([tab(home), tab('/system/post')])
  })
  test('a second visit keeps the position of the tab and stores the new filters', () => {
    expect(visit(three, tab('/system/post', '?current=2'))).toEqual([
      tab(home),
      tab('/system/post', '?current=2'),
      tab('/system/dict'),
    ])
  })
  test('two embedded pages are two tabs', () => {
    const [one, other] = [tab('/myiframe/urlPath', '?src=%2Fa'), tab('/myiframe/urlPath', '?src=%2Fb')]
    expect(visit(visit([], one), other)).toEqual([tab(home), one, other])
  })
  test('beyond twenty tabs the oldest is closed, except home and tabs with unsent input', () => {
    const many = (hasUnsent?: (id: string) => boolean) =>
      Array.from({ length: 30 }, (_, i) => tab(`/p/${i}`)).reduce<ReturnType<typeof visit>>(
        (tabs, one) => visit(tabs, one, hasUnsent),
        [],
      )
    expect(many()).toHaveLength(20)
    expect(many().map(({ path }) => path)).toEqual([home, ...Array.from({ length: 19 }, (_, i) => `/p/${i + 11}`)])
    const paths = many((id) => id === '/p/3').map(({ path }) => path)
    expect([paths.length, paths[0], paths[1], paths[2]]).toEqual([20, home, '/p/3', '/p/12'])
    expect(many(() => true)).toHaveLength(31)
  })
  test('a visit names the tab it closed, and none if it closed none', () => {
    const full = [tab(home), ...Array.from({ length: 19 }, (_, i) => tab(`/p/${i}`))]
    expect(evictedTab(full, visit(full, tab('/p/19')))).toEqual(tab('/p/0'))
    expect(
      evictedTab(
        full,
        visit(full, tab('/p/19'), (id) => id === '/p/0'),
      ),
    ).toEqual(tab('/p/1'))
    expect(evictedTab(full, visit(full, tab('/p/3', '?current=2')))).toBeUndefined()
    expect(evictedTab(three, visit(three, tab('/p/0')))).toBeUndefined()
  })
})

test('a page that replaces another takes its tab, unless that has unsent input, is home, or is open itself', () => {
  const walked = visit(three, tab('/system/role'), () => false, '/system/post')
  expect(walked).toEqual([tab(home), tab('/system/role'), tab('/system/dict')])
  const paths = (replaces: string, isUnsent = false) =>
    visit(three, tab('/system/role'), () => isUnsent, replaces).map(({ path }) => path)
  expect(paths('/system/post', true)).toEqual([...three.map(idOf), '/system/role'])
  expect(paths(home)).toEqual([...three.map(idOf), '/system/role'])
  expect(paths('/nowhere')).toEqual([...three.map(idOf), '/system/role'])
  expect(visit(three, tab('/system/dict'), () => false, '/system/post')).toEqual(three)
})

test('a tab has the name of what its page shows, also after another visit; the same name changes nothing', () => {
  const withNames = withName(three, '/system/dict', '字典')
  expect(withNames.map(({ name }) => name)).toEqual([undefined, undefined, '字典'])
  expect(withName(withNames, '/system/dict', '字典')).toBe(withNames)
  expect(withName(three, '/nowhere', '字典')).toBe(three)
  expect(visit(withNames, tab('/system/dict', '?current=2')).at(-1)).toEqual({
    ...tab('/system/dict', '?current=2'),
    name: '字典',
  })
})

describe('closing', () => {
  test('the current tab opens the tab on its left', () => {
    expect(close(three, ['/system/dict'], '/system/dict')).toEqual({
      tabs: [tab(home), tab('/system/post')],
      next: tab('/system/post'),
    })
    expect(close(three, ['/system/post'], '/system/post').next).toEqual(tab(home))
  })
  test('another tab does not change the current page', () => {
    expect(close(three, ['/system/dict'], '/system/post')).toEqual({
      tabs: [tab(home), tab('/system/post')],
      next: null,
    })
  })
  test('home, or a tab that is not open, changes nothing', () => {
    expect(close(three, [home], home)).toEqual({ tabs: three, next: null })
    expect(close(three, ['/nowhere'], home)).toEqual({ tabs: three, next: null })
  })
  test('the other tabs leaves home and the chosen tab, and opens the chosen tab if the current one is closed', () => {
    expect(otherTabIds(three, '/system/post')).toEqual(['/system/dict'])
    expect(close(three, otherTabIds(three, '/system/post'), '/system/dict')).toEqual({
      tabs: [tab(home), tab('/system/post')],
      next: tab('/system/post'),
    })
  })
  test('all tabs leaves only home', () => {
    expect(close(three, three.map(idOf), '/system/dict')).toEqual({ tabs: [tab(home)], next: tab(home) })
  })
})

test('the next and the previous tab wrap around at both ends', () => {
  expect([adjacentTab(three, home, 1), adjacentTab(three, home, -1), adjacentTab(three, '/system/dict', 1)]).toEqual([
    three[1],
    three[2],
    three[0],
  ])
})

test('stored values that are not tabs are ignored', () => {
  expect(readTabs(null)).toEqual([tab(home)])
  expect(readTabs('x')).toEqual([tab(home)])
  expect(readTabs([{ path: 1 }, null, tab('/system/post')])).toEqual([tab(home), tab('/system/post')])
})
