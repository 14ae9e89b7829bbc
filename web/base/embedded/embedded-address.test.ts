import { expect, test } from 'vitest'
import { embeddableUrl } from './embedded-address.ts'

const origin = 'https://platform.example'

test('a page of this platform can be embedded', () => {
  expect(embeddableUrl('/api/docs', origin)).toBe('https://platform.example/api/docs')
  expect(embeddableUrl('https://platform.example/projectList/policy?x=1', origin)).toBe(
    'https://platform.example/projectList/policy?x=1',
  )
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '\\\\elsewhere.example/',
  'https://platform.example.elsewhere.example/',
  'https://platform.example@elsewhere.example/',
  'http://platform.example/',
  'https://platform.example:8443/',
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'blob:https://platform.example/0',
  'http://[',
])('%s cannot be embedded', (url) => {
  expect(embeddableUrl(url, origin)).toBeNull()
})

test('the page that shows embedded pages cannot be embedded', () => {
  expect(embeddableUrl('/myiframe/%2Fapi%2Fdocs', origin)).toBeNull()
})
