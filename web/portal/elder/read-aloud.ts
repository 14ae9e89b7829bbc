/** Maximum characters per utterance: some voices stop in the middle of longer ones. */
const maxChunkLength = 120

/** Splits a text into utterances: whole sentences where they fit, otherwise cut at the maximum length. */
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

/** A text to read and the element that contains it; the element is null for text the user selected. */
export interface Part {
  readonly words: string
  readonly element: Element | null
}

/** Elements read as one part: the closest ancestor that matches the first selector, else the second. */
const readableSelectors = [
  'h1, h2, h3, h4, p, li, dt, dd, th, td, caption, figcaption, label, legend, [role="option"]',
  'a, button',
]

/** The closest ancestor that is not inline. */
const blockOf = (text: Element): Element | null => {
  let element: Element | null = text
  while (element && /^(inline|contents)/.test(getComputedStyle(element).display)) element = element.parentElement
  return element
}

const isRead = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg, [inert], [aria-hidden="true"]')

/** The user's selection; without one, the visible text of the main element, block by block. */
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
  /** Called when a part begins. */
  readonly onPart: (part: Part) => void
  /** Called once, at the end or when stopped; false when the browser has no suitable voice. */
  readonly onEnd: (couldRead: boolean) => void
}

/** Reads parts aloud, one utterance after the other; returns a function that stops the reading. */
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
    // browsers report an error immediately when there is no voice
    utterance.onerror = () => end(false)
    if (i === chunks.length - 1) utterance.onend = () => end(true)
    voice.speak(utterance)
  }
  if (!voice || !chunks.length) end(!!voice)
  return () => end(true)
}
