/** Longest piece handed to the voice at once: some stop in the middle of long ones. */
const longest = 120

/** A text in pieces a voice can read: whole sentences where they fit, cut where they do not. */
export const piecesOf = (text: string): string[] => {
  const pieces: string[] = []
  for (const sentence of text.replace(/\s+/g, ' ').split(/(?<=[。！？；!?;])\s*|(?<=\.)\s+/)) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + sentence.length <= longest) pieces[pieces.length - 1] = last + sentence
    else for (let at = 0; at < sentence.length; at += longest) pieces.push(sentence.slice(at, at + longest))
  }
  return pieces.map((piece) => piece.trim()).filter(Boolean)
}

/** What is read at once: its words, and the element they stand in. Words that were chosen stand where the reader sees them. */
export interface Part {
  readonly words: string
  readonly element: Element | null
}

/** What is read in one breath, the innermost of the first kind that is there. */
const breaths = [
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
  const chosen = getSelection()?.toString().trim()
  if (chosen) return [{ words: chosen, element: null }]
  const parts: Part[] = []
  const main = document.querySelector('main')
  const texts = main && document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  let before: Element | null = null
  while (texts?.nextNode()) {
    const { nodeValue, parentElement } = texts.currentNode
    if (!nodeValue || !parentElement || !isRead(parentElement)) continue
    const block = blockOf(parentElement)
    const element = breaths.map((kinds) => parentElement.closest(kinds)).find(Boolean) ?? block
    const last = parts.at(-1)
    if (last && last.element === element)
      parts[parts.length - 1] = { words: `${last.words}${block === before ? '' : ' '}${nodeValue}`, element }
    else parts.push({ words: nodeValue, element })
    before = block
  }
  return parts.filter(({ words }) => words.trim())
}

interface Hearing {
  /** A part begins. */
  readonly at: (part: Part) => void
  /** Once, at the end or where it was stopped; false where the browser has no voice for it. */
  readonly ended: (couldRead: boolean) => void
}

/** Reads parts aloud, piece by piece; gives back what stops it. */
export const read = (parts: readonly Part[], lang: 'zh-CN' | 'en', { at, ended }: Hearing): (() => void) => {
  const voice = 'speechSynthesis' in window ? speechSynthesis : null
  let isOver = false
  const end = (couldRead: boolean) => {
    if (isOver) return
    isOver = true
    voice?.cancel()
    ended(couldRead)
  }
  const pieces = parts.flatMap((part) => piecesOf(part.words).map((words) => ({ part, words })))
  voice?.cancel()
  for (const [i, { part, words }] of pieces.entries()) {
    if (!voice) break
    const said = new SpeechSynthesisUtterance(words)
    said.lang = lang
    said.onstart = () => isOver || at(part)
    // without a voice browsers tell of an error at once
    said.onerror = () => end(false)
    if (i === pieces.length - 1) said.onend = () => end(true)
    voice.speak(said)
  }
  if (!voice || !pieces.length) end(!!voice)
  return () => end(true)
}
