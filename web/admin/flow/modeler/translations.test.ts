import { expect, test } from 'vitest'
import { translateIn } from './translations.ts'

test('the texts of the editor are in the language of the page, with their placeholders filled in', () => {
  expect(translateIn('zh')('Append user task')).toBe('追加用户任务')
  expect(translateIn('zh')('Open {element}', { element: 'A' })).toBe('打开 A')
  expect(translateIn('en')('Open {element}', { element: 'A' })).toBe('Open A')
})

test('a text without a translation stays as it is', () => {
  expect(translateIn('zh')('Something {new}')).toBe('Something {new}')
})
