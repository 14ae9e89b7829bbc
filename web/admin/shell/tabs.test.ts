import { describe, expect, test } from 'vitest'
import { close, closeAll, closeOthers, home, readTabs, visit } from './tabs.ts'

const tab = (path: string, search = '') => ({ path, search })
const three = [tab(home), tab('/system/post'), tab('/system/dict')]

describe('each visited route becomes a tab (specification 000, section 2)', () => {
  test('a first visit opens home and the page', () => {
    expect(visit([], tab('/system/post'))).toEqual([tab(home), tab('/system/post')])
  })
  test('a second visit keeps the place and remembers the filters', () => {
    expect(visit(three, tab('/system/post', '?current=2'))).toEqual([
      tab(home),
      tab('/system/post', '?current=2'),
      tab('/system/dict'),
    ])
  })
  test('more than twenty push out the oldest, never home', () => {
    const many = Array.from({ length: 30 }, (_, i) => tab(`/p/${i}`)).reduce(visit, [] as ReturnType<typeof visit>)
    expect(many).toHaveLength(20)
    expect(many[0]?.path).toBe(home)
    expect(many.at(-1)?.path).toBe('/p/29')
    expect(many[1]?.path).toBe('/p/11')
  })
})

describe('closing', () => {
  test('the shown page gives way to its right neighbour', () => {
    expect(close(three, '/system/post', '/system/post')).toEqual({
      tabs: [tab(home), tab('/system/dict')],
      next: tab('/system/dict'),
    })
  })
  test('the last page gives way to its left neighbour', () => {
    expect(close(three, '/system/dict', '/system/dict').next).toEqual(tab('/system/post'))
  })
  test('another page closes without moving', () => {
    expect(close(three, '/system/dict', '/system/post').next).toBeNull()
  })
  test('home stays, and what is not open changes nothing', () => {
    expect(close(three, home, home).tabs).toEqual(three)
    expect(close(three, '/nowhere', home).tabs).toEqual(three)
  })
  test('the others, or all', () => {
    expect(closeOthers(three, '/system/dict')).toEqual([tab(home), tab('/system/dict')])
    expect(closeAll()).toEqual([tab(home)])
  })
})

test('what the browser kept is read as far as it is one', () => {
  expect(readTabs(null)).toEqual([tab(home)])
  expect(readTabs('x')).toEqual([tab(home)])
  expect(readTabs([{ path: 1 }, null, tab('/system/post')])).toEqual([tab(home), tab('/system/post')])
})
