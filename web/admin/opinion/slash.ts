/** A place of a text where an opinion is to be inserted: from `from`, in place of what is typed from `start` on to find it. */
export interface Place {
  readonly from: number
  readonly start: number
}

// with a Chinese input method the key / types 、
const newSlash = /(^|\s)[/／、]$/

/** The place of a slash that stands right before the caret, at the beginning of the text or after a blank. */
export const slashPlace = (text: string, caret: number): Place | null =>
  newSlash.test(text.slice(0, caret)) ? { from: caret - 1, start: caret } : null

/** What was typed to find an opinion; null once the caret has left it. A blank ends it, so that a slash can also be just that. */
export const wordsAt = ({ start }: Place, text: string, caret: number): string | null => {
  const words = text.slice(start, caret)
  return caret < start || /\s/.test(words) ? null : words
}
