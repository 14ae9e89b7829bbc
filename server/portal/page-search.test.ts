import { expect, test } from 'vitest'
import { canonicalSearch, isSignOnReturn, ownSearch } from './page-search.ts'

test('parameters that links from elsewhere carry are ignored', () => {
  expect(ownSearch('from=singlemessage&isappinstalled=0&utm_source=a&current=2')).toBe('?current=2')
  expect(ownSearch('utm_source=a')).toBe('')
})

test('one page has one address, whatever the order of its parameters, empty or repeated ones', () => {
  const addresses = ['year=2025&keyword=5G+工厂', 'keyword=5G%20工厂&scene=&year=2025&year=2024']
  expect(new Set(addresses.map(ownSearch))).toHaveProperty('size', 1)
})

test('the canonical address names the content and its language, not how it looks', () => {
  expect(canonicalSearch('elder=1&current=2&utm_x=1', 'zh')).toBe('?current=2')
  expect(canonicalSearch('elder=1&lang=zh', 'en')).toBe('?lang=en')
})

test('the return from a sign-on site keeps its parameters, which the browser reads', () => {
  const isReturn = (search: string) => isSignOnReturn(new URLSearchParams(search))
  expect(['code=a&state=b', 'error=access_denied&state=b', 'state=b', 'code=a'].map(isReturn)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
