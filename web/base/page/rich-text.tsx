import purify, { type Config } from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import { isAllowedAttribute, richTextElements } from '#contract/rich-text.ts'
import css from './rich-text.module.css'

/** The class of rich text, for the editor and the reader. */
export const richTextClass: string = css.text ?? ''

const options: Config & { RETURN_DOM_FRAGMENT: true } = {
  RETURN_DOM_FRAGMENT: true,
  ALLOWED_TAGS: Object.keys(richTextElements),
  ALLOWED_ATTR: [...new Set(Object.values(richTextElements).flatMap((attributes) => Object.keys(attributes)))],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Removes attributes whose value the list does not allow, and pictures without an address. */
const applyList = (content: DocumentFragment): void => {
  for (const element of content.querySelectorAll('*')) {
    const tag = element.localName
    for (const { name, value } of [...element.attributes])
      if (!isAllowedAttribute(tag, name, value)) element.removeAttribute(name)
    if (tag === 'img' && !element.hasAttribute('src')) element.remove()
    // a link in the text opens a new tab, which gets no reference to this page
    if (tag === 'a') Object.assign(element, { target: '_blank', rel: 'noopener noreferrer' })
  }
}

/**
 * Shows stored rich text, sanitized a second time: it may have been stored under an older allow-list of the server.
 * Inserts nodes, never HTML text.
 */
export const RichText = ({ html }: { html: string }) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const safe = purify.sanitize(html, options)
    applyList(safe)
    place.current?.replaceChildren(safe)
  }, [html])
  return <div ref={place} className={richTextClass} />
}
