import purify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import css from './rich-text.module.css'

/** The look of rich text, for where it is written as for where it is read. */
export const richTextClass: string = css.text ?? ''

/**
 * Rich text as it was kept, made safe a second time where it is shown (security rule 17): what the server's allow-list let
 * through once may have been kept by an older one. Nodes are put in; nothing is parsed into the page itself.
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
    // an address in the text opens beside this page, and learns nothing of it
    for (const link of safe.querySelectorAll('a')) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
    place.current?.replaceChildren(safe)
  }, [html])
  return <div ref={place} className={richTextClass} />
}
