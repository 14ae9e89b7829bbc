import { describe, expect, test } from 'vitest'
import { cleanHtml, embeddedPictures } from './rich-text.ts'

describe('allowed rich text', () => {
  test.each([
    '<p>段落</p>',
    '<h2>一</h2><h3>二</h3><h4>三</h4>',
    '<p><strong>粗</strong><em>斜</em><u>线</u><s>删</s></p>',
    '<ul><li><p>项</p></li></ul>',
    '<ol start="3"><li>三</li></ol>',
    '<blockquote><p>引</p></blockquote>',
    '<pre><code>x = 1</code></pre>',
    '<p class="align-center">附件</p><h2 class="align-right">落款</h2>',
    '<ol start="3" type="a"><li>丙</li></ol>',
    '<table><tbody><tr><td colspan="2">格</td></tr></tbody></table>',
  ])('%s is unchanged', (html) => {
    expect(cleanHtml(html)).toBe(html)
  })

  test('headings of level 1 become level 2', () => {
    expect(cleanHtml('<h1>题</h1>')).toBe('<h2>题</h2>')
  })
})

describe('the layout that other editors write', () => {
  test.each([
    ['<p style="margin:0; text-align:center">题</p>', '<p class="align-center">题</p>'],
    ['<p align="right" style="text-align: end;">2026年</p>', '<p class="align-right">2026年</p>'],
    ['<h1 align="CENTER">题</h1>', '<h2 class="align-center">题</h2>'],
    ['<p class="align-center" style="text-align:left">左</p>', '<p>左</p>'],
    ['<p class="align-right x">右</p>', '<p class="align-right">右</p>'],
    ['<p style="text-align:justify" align="right">两端</p>', '<p>两端</p>'],
    ['<strong class="align-center">粗</strong>', '<strong>粗</strong>'],
    ['<ol style="list-style-type: upper-roman"><li>一</li></ol>', '<ol type="I"><li>一</li></ol>'],
    ['<ol type="disc" start="x"><li>一</li></ol>', '<ol><li>一</li></ol>'],
  ])('becomes that of the list: %s', (html, expected) => {
    expect(cleanHtml(html)).toBe(expected)
  })
})

test('pictures inside the text are counted, since they are not stored', () => {
  const html =
    '<p><img src="data:image/png;base64,AA"><img src=" DATA:,"><img src="/x.png">&lt;img src="data:,"&gt;</p>'
  expect(embeddedPictures(html)).toBe(2)
})

describe('forbidden rich text', () => {
  test.each([
    ['<p onclick="x()">甲</p>', '<p>甲</p>'],
    ['<p style="position:fixed" class="a" id="b">甲</p>', '<p>甲</p>'],
    ['<p>甲</p><script>alert(1)</script>', '<p>甲</p>'],
    ['<p>甲</p><style>p{}</style>', '<p>甲</p>'],
    ['<p>甲</p><iframe src="/x"></iframe>', '<p>甲</p>'],
    ['<p>甲</p><object data="/x"></object>', '<p>甲</p>'],
    ['<form action="/x"><p>甲</p></form>', '<p>甲</p>'],
    ['<p>甲</p><!-- 说明 -->', '<p>甲</p>'],
  ])('%s becomes %s', (html, expected) => {
    expect(cleanHtml(html)).toBe(expected)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example/x',
  ])('a link to %s is removed', (href) => {
    const clean = cleanHtml(`<p><a href="${href}">链</a></p>`) ?? ''
    expect(clean).toContain('链')
    expect(clean).not.toMatch(/script|data:|evil/i)
  })

  test.each([
    'https://example.com/x.png',
    '//example.com/x.png',
    'data:image/png;base64,AA',
    '/api/caict-auth/oauth/logout',
    '',
  ])('a picture from %s is removed', (src) => {
    expect(cleanHtml(`<p>图<img src="${src}"></p>`)).toBe('<p>图</p>')
  })

  test('text without visible content becomes null', () => {
    for (const html of ['', ' ', '<p></p>', '<p>&nbsp;</p>', '<p><br></p>', '<script>x</script>'])
      expect([html, cleanHtml(html)]).toEqual([html, null])
    expect(cleanHtml('<hr>')).toBe('<hr />')
  })

  test('cleaning a second time changes nothing', () => {
    const html = '<h1>题</h1><p><a href="https://example.com/?a=1&b=2">链</a> 1 < 2 & 3</p>'
    const clean = cleanHtml(html) ?? ''
    expect(cleanHtml(clean)).toBe(clean)
  })
})
