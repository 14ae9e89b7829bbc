import sanitize from 'sanitize-html'

const download = '/api/caict-resource/attach/download?'

/**
 * What rich text may hold: headings, paragraphs, emphasis, lists, quotes, tables, links and pictures that were uploaded here.
 * No style, no class, no script; a picture of another site would tell that site who reads the page.
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
  // headings of a page stand above those of its texts
  transformTags: {
    h1: 'h2',
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith(download),
  nestingLimit: 20,
}

/** The text as it may be kept and shown (security rule 17); null where nothing is left of it to see. */
export const cleanHtml = (html: string): string | null => {
  const clean = sanitize(html, allowed).trim()
  const isVisible = clean.includes('<img') || clean.includes('<hr') || clean.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
  return isVisible ? clean : null
}
