import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Facts } from './facts.tsx'

describe('facts in one line', () => {
  test('stand beside their labels, and those without a value are left out', () => {
    const html = renderToStaticMarkup(
      createElement(Facts, {
        of: [
          [['申报编号', 'Number'], null],
          [['申报单位', 'Declarant'], '苏州澄川有限公司'],
        ],
      }),
    )
    expect(html).toMatch(/^<dl[^>]*><div><dt>申报单位<\/dt><dd>苏州澄川有限公司<\/dd><\/div><\/dl>$/)
  })
})
