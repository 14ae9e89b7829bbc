import { type ListMarker, readMarker } from './word-list-marker.ts'

/** The place of a paragraph in a list, as Word and WPS write it into its style. */
const listPlace = /mso-list:\s*l\d+\s+level(\d)/i
const markerStyle = /mso-list:\s*ignore/i

interface OpenList {
  readonly level: number
  readonly element: HTMLElement
  marker: ListMarker
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** Elements that hold the marker of an item: a number or a sign, and the space after it. */
const markersIn = (element: Element): Element[] =>
  [...element.querySelectorAll('span')].filter((span) => markerStyle.test(styleOf(span)))

const textOf = (elements: readonly Element[]): string =>
  elements
    .map(({ textContent }) => textContent)
    .join('')
    .replace(/\s+/g, '')

/** Whether an item continues the list: the same kind of list, and the next number. */
const continues = ({ marker: before }: OpenList, marker: ListMarker): boolean => {
  if (before.tag === 'ul' || marker.tag === 'ul') return before.tag === marker.tag
  return before.type === marker.type && before.number + 1 === marker.number
}

const newList = (marker: ListMarker): HTMLElement => {
  const list = document.createElement(marker.tag)
  if (marker.tag === 'ul') return list
  if (marker.type !== '1') list.setAttribute('type', marker.type)
  if (marker.number !== 1) list.setAttribute('start', String(marker.number))
  return list
}

/** Puts paragraphs of a word processor into lists; a paragraph that is no item ends them. */
const listBuilder = () => {
  let openLists: OpenList[] = []

  /** The list for an item, which is placed where the paragraph is, or in the item above. */
  const listFor = (paragraph: Element, level: number, marker: ListMarker): HTMLElement => {
    const isDone = (list: OpenList) => list.level > level || (list.level === level && !continues(list, marker))
    openLists = openLists.filter((list) => !isDone(list))
    const last = openLists.at(-1)
    if (last?.level === level) {
      last.marker = marker
      return last.element
    }
    const element = newList(marker)
    if (last) last.element.lastElementChild?.append(element)
    else paragraph.before(element)
    openLists.push({ level, element, marker })
    return element
  }

  /** A marker that a list cannot show stays in the text; so does the paragraph in the item above it, if there is one. */
  const keepAsText = (paragraph: Element, level: number, markers: readonly Element[]) => {
    const text = textOf(markers)
    markers[0]?.replaceWith(/[\w.]$/.test(text) ? `${text} ` : text)
    for (const marker of markers) marker.remove()
    openLists = openLists.filter((list) => list.level < level)
    openLists.at(-1)?.element.lastElementChild?.append(paragraph)
  }

  return {
    end: () => {
      openLists = []
    },
    add: (paragraph: Element, level: number) => {
      const markers = markersIn(paragraph)
      const before = openLists.find((list) => list.level === level)?.marker ?? null
      const marker = paragraph.localName === 'p' ? readMarker(textOf(markers), before) : null
      if (!marker) return keepAsText(paragraph, level, markers)
      for (const one of markers) one.remove()
      const item = document.createElement('li')
      listFor(paragraph, level, marker).append(item)
      item.append(paragraph)
    },
  }
}

/**
 * Turns the paragraphs that Word and WPS paste for the items of lists into lists (MS-OE376, mso-list), in their levels, with their
 * numbering.
 */
export const convertWordLists = (content: ParentNode): void => {
  const containers = new Set([...content.querySelectorAll('p, h1, h2, h3, h4, h5, h6')].map((one) => one.parentNode))
  for (const container of containers) {
    const lists = listBuilder()
    for (const element of [...(container?.children ?? [])]) {
      const [, level] = listPlace.exec(styleOf(element)) ?? []
      if (level) lists.add(element, Number(level))
      else lists.end()
    }
  }
}
