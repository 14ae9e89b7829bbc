import { fill, type Text } from './text.ts'

/** Start and end tags of one text, and elements inside each other: what cleans a text compares each tag with those around it. */
const [maxTags, maxDepth] = [10_000, 50]

/** Elements that need no end tag; another one of the same kind ends most of them. */
const withoutEndTag = /^(?:area|br|col|dd|dt|hr|img|input|li|option|p|source|tbody|td|tfoot|th|thead|tr|wbr)$/i

/** Whether rich text has more tags, or deeper ones, than any that people write; without reading it as HTML. */
export const isTooComplex = (html: string): boolean => {
  let [tags, depth] = [0, 0]
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)?/gi)) {
    if (name && !withoutEndTag.test(name)) depth = Math.max(depth + (slash ? -1 : 1), 0)
    if (++tags > maxTags || depth > maxDepth) return true
  }
  return false
}

export const tooComplexText = (label: Text): Text =>
  fill(
    [
      '{0}的格式过于复杂：标签不能超过 {1} 个，嵌套不能超过 {2} 层',
      'The format of {0} is too complex: at most {1} tags, nested at most {2} levels',
    ],
    label,
    maxTags,
    maxDepth,
  )
