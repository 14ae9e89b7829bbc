import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { choice, decimal, flag, many, refs, text } from '#contract/kit/field.ts'
import { Answers } from './answers.tsx'
import { FieldGrid } from './fields.tsx'
import { FormContext } from './form-context.ts'
import { RowTable } from './row-table.tsx'

const annualFee = decimal('年服务费（万元）', 'Annual fee (10k yuan)', { isTradeSecret: true })
const sites = decimal('宏站数', 'Macro sites')
const fields = { annualFee, sites }
const form = { faultAt: () => undefined, editable: () => true, change: () => {} }
const inForm = (content: React.ReactElement) =>
  renderToStaticMarkup(createElement(FormContext, { value: form }, content))

test.each([
  ['a form', inForm(createElement(FieldGrid, { fields, values: {} })), '年服务费（万元，选填）'],
  [
    'a table of rows',
    inForm(
      createElement(RowTable, { field: many('网络', 'Networks', fields), at: 'nets', rows: [], toolsOf: () => null }),
    ),
    '年服务费（万元）',
  ],
  ['the answers', renderToStaticMarkup(createElement(Answers, { fields, values: {} })), '年服务费（万元）'],
])('a trade secret is marked once in %s, beside its label; other fields are not', (_, html, label) => {
  expect(html.match(/商业秘密（不公开）/g)).toHaveLength(1)
  expect(html.replace(/<[^>]*>/g, '')).toContain(`${label} 商业秘密（不公开）`)
})

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ')

test('a flag with an initial value is never empty, so it is not optional', () => {
  const flags = { isOpen: flag('开放', 'Open', { initial: 1 }), isKnown: flag('知悉', 'Known') }
  const html = textOf(inForm(createElement(FieldGrid, { fields: flags, values: { isOpen: 1 } })))
  expect(html.match(/(开放|知悉)(（选填）)?/g)).toEqual(['开放', '知悉（选填）'])
})

test('answers leave out what does not apply, and say what it means that nothing is chosen', () => {
  const asked = {
    kind: choice('类型', 'Kind', { choices: [['text', ['文字', 'Text']]] }),
    options: text('选项', 'Options', { when: { kind: ['choice'] } }),
    roles: refs('角色', 'Roles', { of: 'role', emptyMeans: ['任何人都不能发起', 'Nobody'] }),
  }
  const words = textOf(
    renderToStaticMarkup(createElement(Answers, { fields: asked, values: { kind: 'text' }, words: { kind: '文字' } })),
  )
  expect(words).not.toContain('选项')
  expect(words).toContain('任何人都不能发起')
})
