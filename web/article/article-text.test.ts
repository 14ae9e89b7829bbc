import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { cleanHtml } from '#server/base/html/rich-text.ts'
import { ArticleText } from './article-text.tsx'
import { parseRichText, plainTextOf } from './parse-rich-text.ts'

const render = (html: string): string =>
  renderToStaticMarkup(createElement(ArticleText, { html })).replace(/^<div[^>]*>|<\/div>$/g, '')
/** Removes what rendering adds: frames around tables, lazy loading, other character references. */
const withoutFrames = (html: string): string =>
  html
    .replace(/<div class="[^"]*" role="group"[^>]*>(.*?<\/table>)<\/div>/gs, '$1')
    .replaceAll(' loading="lazy"', '')
    .replaceAll('&#x27;', "'")
    .replaceAll('\u00a0', '&nbsp;')

const words = fc
  .stringMatching(/^[中文a-z0-9 &<>"']{1,12}$/)
  .map((item) => item.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'))
/** Attributes that word processors and other editors write, allowed or not. */
const layout = fc.constantFrom(
  ...['', ' class="align-center"', ' class="align-right x"', ' style="margin:0;text-align: right"', ' align="center"'],
  ...[' style="text-align:justify"', ' class="x"', ' id="root" onclick="x()"', ' data-x="1" dir="rtl"'],
)
const numbering = fc.constantFrom(
  '',
  ' start="2"',
  ' start="x" type="q"',
  ' type="A" start="3"',
  ' style="list-style: lower-roman"',
)
const html: fc.Arbitrary<string> = fc.letrec<{ line: string; block: string; text: string }>((tie) => ({
  line: fc.oneof(
    { maxDepth: 3 },
    words,
    fc
      .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'sub', 'sup', 'code'), tie('line'))
      .map(([tag, inside]) => `<${tag}>${inside}</${tag}>`),
    fc
      .tuple(fc.constantFrom('https://example.com/?a=1&amp;b=2', '/projects', 'mailto:a@example.com'), tie('line'))
      .map(([href, inside]) => `<a href="${href}">${inside}</a>`),
    fc.nat(999).map((id) => `<img src="/api/caict-resource/attach/download?id=${id}" alt="图 &quot;${id}&quot;">`),
    fc.constant('<br>'),
  ),
  block: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(fc.constantFrom('p', 'h2', 'h3', 'h4'), layout, tie('line'))
      .map(([tag, attributes, inside]) => `<${tag}${attributes}>${inside}</${tag}>`),
    tie('block').map((inside) => `<blockquote>${inside}</blockquote>`),
    fc
      .tuple(numbering, fc.array(tie('block'), { minLength: 1, maxLength: 3 }))
      .map(([attributes, items]) => `<ol${attributes}>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`),
    fc
      .array(tie('line'), { minLength: 1, maxLength: 3 })
      .map(
        (cells) =>
          `<table><tbody><tr>${cells.map((item) => `<td colspan="2"><p>${item}</p></td>`).join('')}</tr></tbody></table>`,
      ),
    fc.constant('<hr>'),
  ),
  text: fc.array(tie('block'), { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join('')),
})).text

/** Equal for two spellings of the same content. */
const normalized = (text: string) => JSON.stringify(parseRichText(text))

describe('the text of an article', () => {
  test('is rendered exactly as the server stores it', () => {
    fc.assert(
      fc.property(html, (source) => {
        const clean = cleanHtml(source) ?? ''
        expect(normalized(withoutFrames(render(clean)))).toBe(normalized(clean))
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['<p onclick="x()" style="position:fixed" id="root">甲</p>', '<p>甲</p>'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<iframe src="/x"></iframe><p>乙</p>', '<p>乙</p>'],
    ['<a href="javascript:alert(1)">链</a>', '<a>链</a>'],
    ['<a href="//evil.example">链</a>', '<a>链</a>'],
    ['<img src="https://evil.example/x.png"><img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<constructor>丙</constructor>', '丙'],
    ['<svg><p>丁</p></svg>', '<p>丁</p>'],
    ['<p>没有闭合<strong>粗', '<p>没有闭合<strong>粗</strong></p>'],
    ['1 < 2 &amp; 3 &gt; 2 &#20013;&unknown;', '1 &lt; 2 &amp; 3 &gt; 2 中&amp;unknown;'],
  ])('shows only allowed parts of uncleaned HTML: %s', (html, expected) => {
    expect(render(html)).toBe(expected)
  })

  test('is one line as plain text', () => {
    expect(plainTextOf('<h2>题</h2><p>第<strong>一</strong>段。</p><ul><li><p>项&amp;目</p></li></ul>')).toBe(
      '题 第一段。 项&目',
    )
  })
})
