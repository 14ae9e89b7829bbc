import sanitize from 'sanitize-html'

const download = '/api/caict-resource/attach/download?'

/**
 * Allowed content of rich text: headings, paragraphs, emphasis, lists, quotes, tables, links and pictures uploaded here.
 * No style, class or script. No external pictures: they would reveal the reader to another site.
 */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // h1 is reserved for the heading of the page
  transformTags: {
    h1: 'h2',
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith(download),
  nestingLimit: 20,
}

/** The text, safe to store and display (docs/decisions/0038); null if nothing visible is left of it. */
export const cleanHtml = (html: string): string | null => {
  const clean = sanitize(html, allowed).trim()
  const isVisible = clean.includes('<img') || clean.includes('<hr') || clean.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
  return isVisible ? clean : null
}
