import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lang, localize } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { escapeMarkup } from '../base/html/escape-markup.ts'

/** A page as web/render.tsx returns it. */
export interface RenderedPage {
  readonly html: string
  readonly title: string
  readonly description: string | null
  readonly data: object | null
  readonly answers: readonly unknown[]
}

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** A rendered page with its address. */
export interface AddressedPage extends RenderedPage {
  /** The query string that it was rendered for, without foreign parameters. */
  readonly search: string
  /** The address under which search engines list it: absolute, or only the path if the platform does not know its own address. */
  readonly canonical: string
}

/** Styles and scripts of a page, as HTML or CSS text. */
export interface PageAssets {
  /** All styles as one CSS text. */
  readonly style: string
  /** The same styles as link elements: chunks loaded later look for them. */
  readonly sheets: string
  /** Preload links of the scripts of the first view. */
  readonly scripts: string
}

/**
 * Looks up the assets of a page in the build manifest; files of the shell are in the styles, but not in the scripts. Throws for
 * a file that the build does not contain: the page would be displayed without its styles.
 */
export const createAssetLookup = (webDir: string) => {
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const collect = (entry: string, visited: Set<string>): Chunk[] => {
    const chunk = manifest[entry]
    if (!chunk) throw new Error(`The build does not contain ${entry}.`)
    if (visited.has(entry)) return []
    visited.add(entry)
    return [...(chunk.imports ?? []).flatMap((next) => collect(next, visited)), chunk]
  }
  const shell = new Set<string>()
  const base = collect('index.html', shell)
  const assetsOf = ([file = '', ...later]: readonly string[]): PageAssets => {
    const chunks = collect(file, new Set(shell))
    const allChunks = [...base, ...chunks, ...later.flatMap((path) => collect(path, new Set(shell)))]
    const paths = [...new Set(allChunks.flatMap(({ css = [] }) => css))]
    return {
      style: paths.map((path) => readFileSync(join(webDir, path), 'utf8').trim()).join('\n'),
      sheets: paths.map((path) => `<link rel="stylesheet" crossorigin href="/${path}">`).join(''),
      scripts: chunks.map(({ file: path }) => `<link rel="modulepreload" crossorigin href="/${path}">`).join(''),
    }
  }
  /** The file that contains this group of modules (tools/page-chunks.ts). */
  const fileOfGroup = (group: string): string => {
    const found = Object.entries(manifest).find(([, chunk]) => chunk.name === group)
    if (!found) throw new Error(`The build does not contain the group ${group}.`)
    return found[0]
  }
  return { assetsOf, fileOfGroup }
}

/** JSON for a script element: escapes `<`, so that no value can close the element. */
const json = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

/** The shell without its message for browsers without scripts, which a rendered page does not need. */
const withoutNoscript = (shell: string): string => {
  const [start, end] = [shell.indexOf('<noscript>'), shell.indexOf('</noscript>')]
  return start < 0 || end < start ? shell : shell.slice(0, start) + shell.slice(end + '</noscript>'.length)
}

const stylesheet = /<link rel="stylesheet"[^<>]*>/g

const metaOf = (property: string, content: string) => `<meta property="${property}" content="${escapeMarkup(content)}">`

/** What link previews of messengers and social networks show (ogp.me); `og:url` has to be absolute. */
const previewOf = ({ title, description, data, canonical }: AddressedPage, lang: Lang): string =>
  [
    metaOf('og:title', title),
    metaOf('og:type', data ? 'article' : 'website'),
    metaOf('og:locale', lang === 'en' ? 'en_US' : 'zh_CN'),
    metaOf('og:site_name', localize(words.product, lang)),
    ...(description ? [metaOf('og:description', description)] : []),
    ...(canonical.startsWith('/') ? [] : [metaOf('og:url', canonical)]),
  ].join('')

/** The shell for an address of the console: names what the console loads first, so that the browser requests all of it at once. */
export const consoleDocumentOf = (shell: string, { sheets, scripts }: PageAssets): string =>
  shell.replace(stylesheet, '').replace(/<\/head>/, () => `${sheets}${scripts}</head>`)

/**
 * The complete document: the shell of the build with the page's HTML, head and answers. Styles are inline, so that the first
 * view needs no further request; the style sheet links follow the content.
 */
export const documentOf = (
  shell: string,
  page: AddressedPage,
  lang: Lang,
  { style, sheets, scripts }: PageAssets,
): string => {
  const about = page.description ? `<meta name="description" content="${escapeMarkup(page.description)}">` : ''
  const data = page.data ? `<script type="application/ld+json">${json(page.data)}</script>` : ''
  const answers = `<script type="application/json" id="answers" data-search="${escapeMarkup(page.search)}">${json(page.answers)}</script>`
  const put = (text: string, mark: RegExp, value: string) => text.replace(mark, () => value)
  const bareShell = withoutNoscript(shell.replace(stylesheet, ''))
  const withTitle = put(bareShell, /<title>[^<]*<\/title>/, `<title>${escapeMarkup(page.title)}</title>`)
  const withDescription = about ? put(withTitle, /<meta name="description"[^<>]*>/, about) : withTitle
  const canonical = `<link rel="canonical" href="${escapeMarkup(page.canonical)}">`
  const head = `${canonical}${previewOf(page, lang)}<style>${style}</style>${scripts}${data}</head>`
  const withHead = put(withDescription, /<\/head>/, head)
  const withLanguage = put(withHead, /<html lang="[^"]*"/, `<html lang="${lang === 'en' ? 'en' : 'zh-CN'}"`)
  return put(withLanguage, /<div id="root"><\/div>/, `<div id="root">${page.html}</div>${answers}${sheets}`)
}
