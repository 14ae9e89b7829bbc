import { escapeMarkup } from '../base/html/escape-markup.ts'

/** A page of the site map; `path` starts at the root. */
export interface SitemapEntry {
  readonly path: string
  /** The day of publication, YYYY-MM-DD. */
  readonly lastModified?: string
  /** The page exists in Chinese and English; otherwise only in the language in which it was written. */
  readonly isBilingual?: true
}

const inLanguages = (address: string) =>
  [
    ['zh-CN', address],
    ['en', `${address}?lang=en`],
  ]
    .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`)
    .join('')

/** The site map as XML (sitemaps.org), with absolute addresses that start with `base`. */
export const sitemapOf = (base: string, pages: readonly SitemapEntry[]): string => {
  const entries = pages.map(({ path, lastModified, isBilingual }) => {
    const address = escapeMarkup(base + path)
    const day = lastModified ? `<lastmod>${lastModified}</lastmod>` : ''
    return `<url><loc>${address}</loc>${day}${isBilingual ? inLanguages(address) : ''}</url>`
  })
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${entries.join('\n')}\n</urlset>\n`
}
