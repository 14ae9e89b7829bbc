import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { decimal, many } from '#contract/kit/field.ts'
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
