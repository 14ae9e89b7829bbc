import { expect, test } from 'vitest'
import { apiGuide, guideBody, guidePolicy } from './guide-page.ts'

test('a guide has titles, paragraphs in their language, lists, tables and code', () => {
  const guide = [
    '# 指南 / Guide',
    '',
    '## 登录 / Sign in',
    '',
    '中文一行。',
    '第二行在',
    '[x](/x)。',
    '',
    'One line',
    'and `more`.',
    '',
  ]
  expect(guideBody(guide.join('\n'))).toBe(
    [
      '<h1>指南 / Guide</h1>',
      '<h2 id="sign-in">登录 / Sign in</h2>',
      '<p>中文一行。第二行在 <a href="/x">x</a>。</p>',
      '<p lang="en">One line and <code>more</code>.</p>',
    ].join('\n'),
  )
  expect(guideBody('1. one\n   goes on\n2. two')).toBe('<ol><li lang="en">one goes on</li><li lang="en">two</li></ol>')
  expect(guideBody('| a | b |\n| --- | --- |\n| 1 | 2 |')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  )
  expect(guideBody('    npm run client')).toContain('>npm run client</pre>')
})

test('code stays as it is, also with empty lines and characters of HTML', () => {
  expect(guideBody('```ts a.ts\nconst a = "<b>"\n\nconst b = 1\n```')).toBe(
    '<figure><figcaption>a.ts</figcaption><pre tabindex="0">const a = &quot;&lt;b&gt;&quot;\n\nconst b = 1</pre></figure>',
  )
})

test('links lead to this server or the web, and nowhere else', () => {
  expect(guideBody('See [docs](/api/docs) and [x](javascript:1).')).toBe(
    '<p lang="en">See <a href="/api/docs">docs</a> and [x](javascript:1).</p>',
  )
})

test('the page of the guide names its parts, and its policy allows its own style only', () => {
  const page = apiGuide()
  const ids = [...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)
  const links = [...page.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(7)
  expect(links).toEqual(ids)
  expect(page).not.toContain('```')
  expect(guidePolicy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; frame-ancestors 'none'$/)
})
