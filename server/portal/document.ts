import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lang } from '#contract/kit/text.ts'

/** A page as web/render.tsx makes it. */
export interface RenderedPage {
  readonly html: string
  readonly title: string
  readonly description: string | null
  readonly data: object | null
  readonly answers: readonly unknown[]
}

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** What a page's files need beside their words. */
export interface PageAssets {
  /** All their styles, as one text. */
  readonly style: string
  /** The same as files, for what the browser loads later and looks for them. */
  readonly sheets: string
  /** The scripts of the first view, ahead of time. */
  readonly scripts: string
}

/** What the files of a page need, by the build's own list; those of the shell are among the styles, not among the scripts. */
export const createAssetLookup = (webDir: string) => {
  const manifest = JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const collect = (entry: string, visited: Set<string>): Chunk[] => {
    const chunk = manifest[entry]
    if (!chunk || visited.has(entry)) return []
    visited.add(entry)
    return [...(chunk.imports ?? []).flatMap((next) => collect(next, visited)), chunk]
  }
  const shell = new Set<string>()
  const base = collect('index.html', shell)
  return ([file = '', ...later]: readonly string[]): PageAssets => {
    const chunks = collect(file, new Set(shell))
    const all = [...base, ...chunks, ...later.flatMap((one) => collect(one, new Set(shell)))]
    const paths = [...new Set(all.flatMap(({ css = [] }) => css))]
    return {
      style: paths.map((path) => readFileSync(join(webDir, path), 'utf8').trim()).join('\n'),
      sheets: paths.map((path) => `<link rel="stylesheet" crossorigin href="/${path}">`).join(''),
      scripts: chunks.map(({ file: path }) => `<link rel="modulepreload" crossorigin href="/${path}">`).join(''),
    }
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)
/** Inside a script element nothing may look like its end. */
const json = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

/** What the shell says to who has no scripts; a page with its words in it needs it not. */
const noscriptTag = /\s*<noscript>[\s\S]*?<\/noscript>/
const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g

/**
 * The whole document: the shell of the build with the page's words, head and answers in it. Its styles stand in it, so that the
 * first view waits for nothing; their files come after the words.
 */
export const documentOf = (
  shell: string,
  page: RenderedPage,
  lang: Lang,
  { style, sheets, scripts }: PageAssets,
): string => {
  const about = page.description ? `<meta name="description" content="${escaped(page.description)}">` : ''
  const data = page.data ? `<script type="application/ld+json">${json(page.data)}</script>` : ''
  const answers = `<script type="application/json" id="answers">${json(page.answers)}</script>`
  const put = (text: string, mark: RegExp, value: string) => text.replace(mark, () => value)
  const bareShell = shell.replace(stylesheet, '').replace(noscriptTag, '')
  const withTitle = put(bareShell, /<title>[^<]*<\/title>/, `<title>${escaped(page.title)}</title>`)
  const withDescription = about ? put(withTitle, /<meta name="description"[^>]*>/, about) : withTitle
  const withHead = put(withDescription, /<\/head>/, `<style>${style}</style>${scripts}${data}</head>`)
  const withLanguage = put(withHead, /<html lang="[^"]*"/, `<html lang="${lang === 'en' ? 'en' : 'zh-CN'}"`)
  return put(withLanguage, /<div id="root"><\/div>/, `<div id="root">${page.html}</div>${answers}${sheets}`)
}
