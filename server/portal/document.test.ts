import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type AddressedPage, consoleDocumentOf, createAssetLookup, documentOf, type PageAssets } from './document.ts'

const shell = `<!doctype html>
<html lang="zh-CN"><head><link rel="stylesheet" crossorigin href="/base.css"><meta name="description" content="平台" /><title>平台</title></head>
<body><div id="root"></div>
<noscript>需要脚本</noscript></body></html>`
const none: PageAssets = { style: '', sheets: '', scripts: '' }
const page = (more: Partial<AddressedPage> = {}): AddressedPage => ({
  html: '<h1>正文</h1>',
  title: '标题',
  description: null,
  data: null,
  answers: [],
  search: '',
  canonical: '/projects',
  ...more,
})

describe('the document of a rendered page', () => {
  test('has its content in the root, its title, its language and its style links', () => {
    const html = documentOf(shell, page(), 'en', {
      style: 'h1{}',
      sheets: '<link href="/a.css">',
      scripts: '<link href="/a.js">',
    })
    expect(html).toContain('<div id="root"><h1>正文</h1></div>')
    expect(html).not.toContain('/base.css')
    // the content is there, so the hint about scripts is not needed
    expect(html).not.toContain('需要脚本')
    expect(html.indexOf('<style>h1{}</style>')).toBeLessThan(html.indexOf('<h1>'))
    expect(html.indexOf('/a.css')).toBeGreaterThan(html.indexOf('<h1>'))
    expect(html).toContain('<title>标题</title>')
    expect(html).toContain('<html lang="en"')
    expect(html).toContain('<link href="/a.js"></head>')
    expect(html).toContain('content="平台"')
  })

  test('contains the data of the page unchanged', () => {
    const answers = [[['/api/x', { id: '1' }, 'zh'], { title: '</script>', price: '$& $1' }]]
    const html = documentOf(shell, page({ answers }), 'zh', none)
    const answersJson = /<script type="application\/json" id="answers"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(answersJson)).toEqual(answers)
  })

  test('escapes HTML in the title and the description', () => {
    const html = documentOf(shell, page({ title: '<b>"&', description: '"><script>' }), 'zh', none)
    expect(html).toContain('<title>&lt;b&gt;&quot;&amp;</title>')
    expect(html).toContain('content="&quot;&gt;&lt;script&gt;"')
    expect(html.match(/<meta name="description"/g)).toHaveLength(1)
  })

  test('names its canonical address and what a link preview shows', () => {
    const html = documentOf(shell, page({ description: '全国"项目', canonical: '/projects?a=1&b=2' }), 'en', none)
    expect(html).toContain('<link rel="canonical" href="/projects?a=1&amp;b=2">')
    expect(html).toContain('<meta property="og:title" content="标题">')
    expect(html).toContain('<meta property="og:description" content="全国&quot;项目">')
    expect(html).toContain('<meta property="og:locale" content="en_US">')
    // without its own address the platform has no absolute one
    expect(html).not.toContain('og:url')
    const absolute = documentOf(shell, page({ canonical: 'https://5g.example.cn/projects' }), 'zh', none)
    expect(absolute).toContain('<meta property="og:url" content="https://5g.example.cn/projects">')
  })

  test('says for which parameters it was rendered', () => {
    expect(documentOf(shell, page({ search: '?a=1&b=2' }), 'zh', none)).toContain('data-search="?a=1&amp;b=2"')
  })

  test('has structured data in the head, which cannot end its script', () => {
    const html = documentOf(shell, page({ data: { headline: '</script><script>' } }), 'zh', none)
    const json = /<script type="application\/ld\+json">(.*?)<\/script><\/head>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual({ headline: '</script><script>' })
  })
})

describe('the document of the console', () => {
  test('names the styles and scripts of the console in its head, and keeps the hint for browsers without scripts', () => {
    const html = consoleDocumentOf(shell, { style: '', sheets: '<link href="/a.css">', scripts: '<link href="/a.js">' })
    expect(html).toContain('<link href="/a.css"><link href="/a.js"></head>')
    expect(html).not.toContain('/base.css')
    expect(html).toContain('需要脚本')
  })
})

describe('the assets of a page', () => {
  const dir = mkdtempSync(join(tmpdir(), 'manifest-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, '.vite'))
  const manifest = {
    'index.html': { file: 'main.js', imports: ['_react.js'], css: ['base.css'] },
    '_react.js': { file: 'react.js' },
    'home.tsx': { file: 'home.js', imports: ['_react.js', '_part.js'], css: ['home.css'] },
    '_part.js': { file: 'part.js', name: 'part', css: ['part.css'] },
    'below.tsx': { file: 'below.js', imports: ['_part.js'], css: ['below.css'] },
  }
  writeFileSync(join(dir, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const name of ['base', 'home', 'part', 'below']) writeFileSync(join(dir, `${name}.css`), `.${name}{}\n`)
  const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

  test('are all styles, inline and as files, and only the scripts of the first view', () => {
    const { style, sheets, scripts } = createAssetLookup(dir).assetsOf(['home.tsx', 'below.tsx'])
    expect(style).toBe('.base{}\n.part{}\n.home{}\n.below{}')
    expect(hrefs(sheets)).toEqual(['/base.css', '/part.css', '/home.css', '/below.css'])
    expect(hrefs(scripts)).toEqual(['/part.js', '/home.js'])
  })

  test('of a file that is not in the build are an error', () => {
    expect(() => createAssetLookup(dir).assetsOf(['home.tsx', 'moved.tsx'])).toThrow(
      'The build does not contain moved.tsx.',
    )
  })

  test('can be those of a group of modules', () => {
    const { assetsOf, fileOfGroup } = createAssetLookup(dir)
    expect(hrefs(assetsOf([fileOfGroup('part')]).scripts)).toEqual(['/part.js'])
    expect(() => fileOfGroup('console')).toThrow('The build does not contain the group console.')
  })

  test('do not include the scripts of the shell', () => {
    expect(createAssetLookup(dir).assetsOf(['index.html'])).toMatchObject({ scripts: '', style: '.base{}' })
  })
})
