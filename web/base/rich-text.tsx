import purify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import css from './rich-text.module.css'

/** The class of rich text, for the editor and the reader. */
export const richTextClass: string = css.text ?? ''

/**
 * Shows stored rich text, sanitized a second time: it may have been stored under an older allow-list of the server.
 * Inserts nodes, never HTML text.
 */
export const RichText = ({ html }: { html: string }) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const safe = purify.sanitize(html, {
      RETURN_DOM_FRAGMENT: true,
      FORBID_ATTR: ['style', 'class', 'id', 'name'],
      ADD_ATTR: ['target'],
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'svg', 'math', 'iframe', 'video'],
    })
    // a link in the text opens a new tab, which gets no reference to this page
    for (const link of safe.querySelectorAll('a')) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
    place.current?.replaceChildren(safe)
  }, [html])
  return <div ref={place} className={richTextClass} />
}
