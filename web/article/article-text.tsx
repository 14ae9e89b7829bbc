import { createElement, Fragment, type ReactNode } from 'react'
import { download } from '#contract/storage/download.ts'
import { useLocalize } from '#web/base/language.ts'
import text from '#web/base/rich-text.module.css'
import css from './article.module.css'
import { type ElementNode, parseRichText, type RichTextNode } from './parse-rich-text.ts'

const safeLink = /^(https?:|mailto:|tel:|\/(?!\/))/i
const pictures = `${download.path}?`

type Attributes = ElementNode['attributes']
const span = ({ colspan, rowspan }: Attributes) => ({
  ...(colspan ? { colSpan: Number(colspan) || 1 } : {}),
  ...(rowspan ? { rowSpan: Number(rowspan) || 1 } : {}),
})
const noAttributes = () => ({})

/** The allowed elements, each with a filter for its attributes; null if the element is not to be displayed. */
const attributesByTag: Readonly<Record<string, (attributes: Attributes) => object | null>> = {
  ...Object.fromEntries(
    [
      ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'li'],
      ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'table', 'thead', 'tbody', 'tr'],
    ].map((tag) => [tag, noAttributes]),
  ),
  a: ({ href = '' }) => (safeLink.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {}),
  img: ({ src = '', alt = '' }) => (src.startsWith(pictures) ? { src, alt, loading: 'lazy' } : null),
  ol: ({ start }) => (start ? { start: Number(start) || 1 } : {}),
  td: span,
  th: span,
}

/** A scroll area for tables wider than the page, also by keyboard. */
const Wide = ({ children }: { children: ReactNode }) => {
  const t = useLocalize()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <div className={css.wide} role="group" tabIndex={0} aria-label={t(['表格', 'Table'])}>
      {children}
    </div>
  )
}

const renderNode = (node: RichTextNode, key: number): ReactNode => {
  if (typeof node === 'string') return node
  const children = node.children.map(renderNode)
  // own keys only: a tag such as `constructor` must not match an inherited property
  const attributes = Object.hasOwn(attributesByTag, node.tag) ? attributesByTag[node.tag]?.(node.attributes) : undefined
  if (attributes === undefined) return <Fragment key={key}>{children}</Fragment>
  if (attributes === null) return null
  const element = createElement(node.tag, { key, ...attributes }, ...children)
  return node.tag === 'table' ? <Wide key={key}>{element}</Wide> : element
}

/**
 * The text of an article, from HTML sanitized by the server. Creates elements one by one from a separate allow-list and
 * never parses HTML into the page: safe a second time (docs/decisions/0038), and equal on the server and in the
 * browser.
 */
export const ArticleText = ({ html }: { html: string }) => (
  <div className={text.text}>{parseRichText(html).map(renderNode)}</div>
)
