import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { projectColumnNames } from '#contract/portal/project-columns.ts'
import { readOrder } from './filters.ts'
import { ListTools } from './list-tools.tsx'

const render = (props: Partial<Parameters<typeof ListTools>[0]> = {}) =>
  renderToStaticMarkup(createElement(ListTools, { rows: {}, total: 3, sortedBy: undefined, sort: () => {}, ...props }))

test('the export has the filters and the order of the list', () => {
  const html = render({
    rows: { province: '320000', keyword: '5G 工厂', hasNetwork: 1, ascs: 'year' },
    sortedBy: 'year',
  })
  const address = /href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(address.startsWith('/api/caict-porject/Home/projects/export?')).toBe(true)
  expect(Object.fromEntries(new URL(address, 'http://x').searchParams)).toEqual({
    province: '320000',
    keyword: '5G 工厂',
    hasNetwork: '1',
    ascs: 'year',
  })
  expect(html).toContain('<option value="year" selected="">按年份从旧到新</option>')
})

test('it says when only the first rows are exported', () => {
  expect(render({ total: 5000 })).toContain('>导出（Excel）<')
  expect(render({ total: 5001 })).toContain('>导出前 5,000 条（Excel）<')
})

test('the list is sorted by one of its columns, whatever the address says', () => {
  const orderIn = (search: string) => readOrder(new URLSearchParams(search))
  for (const name of projectColumnNames) expect(orderIn(`ascs=${name}`)).toBe(name)
  for (const search of ['', 'ascs=', 'ascs=investment', 'ascs=id;drop', 'descs=year'])
    expect(orderIn(search)).toBeUndefined()
})
