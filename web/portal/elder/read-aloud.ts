/** Longest piece handed to the voice at once: some stop in the middle of long ones. */
const maxChunkLength = 120

/** A text in pieces a voice can read: whole sentences where they fit, cut where they do not. */
export const chunksOf = (text: string): string[] => {
  const chunks: string[] = []
  for (const sentence of text.replace(/\s+/g, ' ').split(/(?<=[。！？；!?;])\s*|(?<=\.)\s+/)) {
    const last = chunks.at(-1)
    if (last !== undefined && last.length + sentence.length <= maxChunkLength)
      chunks[chunks.length - 1] = last + sentence
    else
      for (let at = 0; at < sentence.length; at += maxChunkLength) chunks.push(sentence.slice(at, at + maxChunkLength))
  }
  return chunks.map((chunk) => chunk.trim()).filter(Boolean)
}

/** What is read at once: its words, and the element they stand in. Words that were chosen stand where the reader sees them. */
export interface Part {
  readonly words: string
  readonly element: Element | null
}

/** What is read in one breath, the innermost of the first kind that is there. */
const readableSelectors = [
  'h1, h2, h3, h4, p, li, dt, dd, th, td, caption, figcaption, label, legend, [role="option"]',
  'a, button',
]

/** The element whose lines a text stands in. */
const blockOf = (text: Element): Element | null => {
  let element: Element | null = text
  while (element && /^(inline|contents)/.test(getComputedStyle(element).display)) element = element.parentElement
  return element
}

const isRead = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg, [inert], [aria-hidden="true"]')

/** What is chosen on the page, else the whole of its main part as it is seen, block by block. */
export const partsToRead = (): Part[] => {
  const selectedText = getSelection()?.toString().trim()
  if (selectedText) return [{ words: selectedText, element: null }]
  const parts: Part[] = []
  const main = document.querySelector('main')
  const texts = main && document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  let before: Element | null = null
  while (texts?.nextNode()) {
    const { nodeValue, parentElement } = texts.currentNode
    if (!nodeValue || !parentElement || !isRead(parentElement)) continue
    const block = blockOf(parentElement)
    const element = readableSelectors.map((kinds) => parentElement.closest(kinds)).find(Boolean) ?? block
    const last = parts.at(-1)
    if (last && last.element === element)
      parts[parts.length - 1] = { words: `${last.words}${block === before ? '' : ' '}${nodeValue}`, element }
    else parts.push({ words: nodeValue, element })
    before = block
  }
  return parts.filter(({ words }) => words.trim())
}

interface ReadingCallbacks {
  /** A part begins. */
  readonly onPart: (part: Part) => void
  /** Once, at the end or where it was stopped; false where the browser has no voice for it. */
  readonly onEnd: (couldRead: boolean) => void
}

/** Reads parts aloud, piece by piece; gives back what stops it. */
export const readAloud = (
  parts: readonly Part[],
  lang: 'zh-CN' | 'en',
  { onPart, onEnd }: ReadingCallbacks,
): (() => void) => {
  const voice = 'speechSynthesis' in window ? speechSynthesis : null
  let isOver = false
  const end = (couldRead: boolean) => {
    if (isOver) return
    isOver = true
    voice?.cancel()
    onEnd(couldRead)
  }
  const chunks = parts.flatMap((part) => chunksOf(part.words).map((words) => ({ part, words })))
  voice?.cancel()
  for (const [i, { part, words }] of chunks.entries()) {
    if (!voice) break
    const utterance = new SpeechSynthesisUtterance(words)
    utterance.lang = lang
    utterance.onstart = () => isOver || onPart(part)
    // without a voice browsers tell of an error at once
    utterance.onerror = () => end(false)
    if (i === chunks.length - 1) utterance.onend = () => end(true)
    voice.speak(utterance)
  }
  if (!voice || !chunks.length) end(!!voice)
  return () => end(true)
}
