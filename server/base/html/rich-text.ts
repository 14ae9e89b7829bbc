import sanitize from 'sanitize-html'
import {
  alignedElements,
  alignmentClass,
  alignmentOf,
  isAllowedAttribute,
  linkSchemes,
  listTypeOf,
  richTextElements,
} from '#contract/rich-text.ts'

const allowedOnly = (tag: string, attributes: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isAllowedAttribute(tag, entry[0], entry[1]),
    ),
  )

/** An element with its allowed attributes, and what other attributes say in the words of this list. */
const transformed = (tagName: string, attribs: sanitize.Attributes): sanitize.Tag => {
  if (tagName === 'a')
    return {
      tagName,
      attribs: { ...allowedOnly(tagName, attribs), target: '_blank', rel: 'noopener noreferrer' },
    }
  if (tagName === 'ol') return { tagName, attribs: allowedOnly(tagName, { ...attribs, type: listTypeOf(attribs) }) }
  const alignment = (alignedElements as readonly string[]).includes(tagName) ? alignmentOf(attribs) : null
  return {
    tagName,
    attribs: allowedOnly(tagName, { ...attribs, class: alignment ? alignmentClass[alignment] : undefined }),
  }
}

const options: sanitize.IOptions = {
  allowedTags: Object.keys(richTextElements),
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextElements).map(([tag, attributes]) => [tag, Object.keys(attributes)]),
  ),
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  transformTags: {
    // h1 is reserved for the heading of the page
    h1: (_tag, attribs) => transformed('h2', attribs),
    '*': transformed,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  nestingLimit: 20,
}

/** The text, safe to store and display (docs/decisions/0038); null if nothing visible is left of it. */
export const cleanHtml = (html: string): string | null => {
  const clean = sanitize(html, options).trim()
  const isVisible = clean.includes('<img') || clean.includes('<hr') || clean.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== ''
  return isVisible ? clean : null
}

/** The number of pictures whose bytes are in the text: they are not stored with it. */
export const embeddedPictures = (html: string): number => {
  let count = 0
  const countPicture = (tagName: string, attribs: sanitize.Attributes): sanitize.Tag => {
    if (/^\s*data:/i.test(attribs.src ?? '')) count++
    return { tagName, attribs }
  }
  sanitize(html, { ...options, transformTags: { img: countPicture } })
  return count
}
