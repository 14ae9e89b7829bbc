import { createElement, Fragment, type ReactNode } from 'react'
import { isAllowedAttribute, richTextElements } from '#contract/rich-text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import text from '#web/base/page/rich-text.module.css'
import css from './article.module.css'
import { type ElementNode, parseRichText, type RichTextNode } from './parse-rich-text.ts'

/** Names of attributes that React spells in another way. */
const reactNames: Readonly<Record<string, string>> = { class: 'className', colspan: 'colSpan', rowspan: 'rowSpan' }

/** Attributes of every element of a tag. */
const fixedAttributes: Readonly<Record<string, object>> = {
  a: { target: '_blank', rel: 'noopener noreferrer' },
  img: { loading: 'lazy' },
}

/** The properties of an allowed element; null if it is not to be displayed. */
const propertiesOf = ({ tag, attributes }: ElementNode): object | null => {
  const allowed = Object.entries(attributes).filter(([name, value]) => isAllowedAttribute(tag, name, value))
  const properties = Object.fromEntries(allowed.map(([name, value]) => [reactNames[name] ?? name, value]))
  if (tag === 'img' && !properties.src) return null
  return tag === 'a' && !properties.href ? {} : { ...properties, ...fixedAttributes[tag] }
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
  if (!Object.hasOwn(richTextElements, node.tag)) return <Fragment key={key}>{children}</Fragment>
  const properties = propertiesOf(node)
  if (properties === null) return null
  const element = createElement(node.tag, { key, ...properties }, ...children)
  return node.tag === 'table' ? <Wide key={key}>{element}</Wide> : element
}

/**
 * The text of an article, from HTML sanitized by the server. Creates elements one by one from the allow-list and
 * never parses HTML into the page: safe a second time (docs/decisions/0038), and equal on the server and in the
 * browser.
 */
export const ArticleText = ({ html }: { html: string }) => (
  <div className={text.text}>{parseRichText(html).map(renderNode)}</div>
)
