import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { escapeMarkup } from '../base/html/escape-markup.ts'

const isSource = import.meta.filename.endsWith('.ts')
const folder = join(import.meta.dirname, isSource ? '../../docs/guides' : 'guides')

/** Links, code and plain text of a line. Only addresses of this server and of the web become links. */
const inline = (text: string): string =>
  escapeMarkup(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^[\]]+)\]\(((?:\/|https:\/\/)[^()\s]*)\)/g, '<a href="$2">$1</a>')

const isChinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text)

/** Lines of a paragraph; between Chinese characters there is no space. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .reduce((text, line) => text + (isChinese(line.slice(0, 1)) && text.slice(-1) > '\u2e7f' ? '' : ' ') + line)

const element = (tag: string, text: string): string =>
  `<${tag}${isChinese(text) ? '' : ' lang="en"'}>${inline(text)}</${tag}>`

/** The items of a numbered list; what is indented goes on with the item above. */
const list = (lines: readonly string[]): string => {
  const items = lines.join('\n').split(/^\d+\. /m)
  return `<ol>${items.flatMap((item) => (item ? [element('li', joined(item.trim().split('\n')))] : [])).join('')}</ol>`
}

const table = ([head = '', _rule, ...rows]: readonly string[]): string => {
  const cells = (line: string, tag: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
  return `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table>`
}

const code = (lines: readonly string[], name = ''): string => {
  const caption = name && `<figcaption>${escapeMarkup(name)}</figcaption>`
  return `<figure>${caption}<pre tabindex="0">${escapeMarkup(lines.join('\n'))}</pre></figure>`
}

/** `## 登录 / Sign in` → `sign-in`. */
const idOf = (title: string): string => (title.split(' / ')[1] ?? title).toLowerCase().replaceAll(' ', '-')

/** A block between empty lines. */
const block = (lines: readonly string[]): string => {
  const [first = ''] = lines
  if (first.startsWith('# ')) return `<h1>${inline(first.slice(2))}</h1>`
  if (first.startsWith('## ')) return `<h2 id="${idOf(first)}">${inline(first.slice(3))}</h2>`
  if (first.startsWith('    ')) return code(lines.map((line) => line.slice(4)))
  if (first.startsWith('| ')) return table(lines)
  if (first.startsWith('1. ')) return list(lines)
  return element('p', joined(lines))
}

const fence = '```'

/** The parts of a guide in Markdown as HTML: titles, paragraphs, numbered lists, tables and code. */
export const guideBody = (guide: string): string => {
  const parts: string[] = []
  let lines: string[] = []
  let name: string | null = null
  const end = () => {
    if (name !== null) parts.push(code(lines, name))
    else if (lines.length) parts.push(block(lines))
    lines = []
  }
  for (const line of `${guide}\n`.split('\n')) {
    const isFence = line.startsWith(fence)
    if (isFence || (name === null && line === '')) end()
    else lines.push(line)
    if (isFence) name = name === null ? (line.split(' ')[1] ?? '') : null
  }
  return parts.join('\n')
}

const style = `:root{color-scheme:light dark}body{max-width:52rem;margin:0 auto;padding:1.5rem 1rem 4rem;line-height:1.7;font-family:system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}nav ul{columns:2 16rem;padding-left:1.2rem}
figure{margin:1rem 0;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:6px;overflow:hidden}
figcaption{padding:.3rem .8rem;font-family:ui-monospace,monospace;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)}
pre{margin:0;padding:.8rem;overflow-x:auto;overflow-wrap:normal;line-height:1.5;font-size:.85rem}
table{border-collapse:collapse}th,td{border:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.3rem .7rem;text-align:left}`

/** Nothing is loaded or run but the style of the page itself. */
export const guidePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

const contentsWord: Text = ['目录', 'Contents']
const reference: Text = ['接口文档', 'API document']

const pageOf = (guide: string): string => {
  const [name = '', ...lines] = guide.split('\n')
  const titles = lines.filter((line) => line.startsWith('## '))
  const contents = titles.map((title) => `<li><a href="#${idOf(title)}">${inline(title.slice(3))}</a></li>`).join('')
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeMarkup(`${name.slice(2)} - ${words.product.join(' / ')}`)}</title><style>${style}</style></head><body>
<nav aria-label="${bilingual(contentsWord)}"><p><a href="/api/docs">${bilingual(reference)}</a></p><ul>${contents}</ul></nav>
<main>${guideBody(guide)}</main></body></html>`
}

let page: string | undefined

/** The guide for other programs (docs/guides/api.md) as a page. */
export const apiGuide = (): string => {
  page ??= pageOf(readFileSync(join(folder, 'api.md'), 'utf8'))
  return page
}
