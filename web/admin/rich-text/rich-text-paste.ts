import { alignmentOf } from '#contract/rich-text.ts'
import { download } from '#contract/storage/download.ts'
import { convertWordLists } from './word-lists.ts'

/** Pasted HTML prepared for the editor; `omittedCount` is the number of pictures that cannot be included. */
interface PastedContent {
  readonly html: string
  readonly omittedCount: number
}

const headings = { h1: 'h2', h5: 'h4', h6: 'h4' } as const

/** Picture types that stay embedded and are uploaded from the text (see rich-text-pictures.ts). */
const embeddedImage = /^data:image\/(png|jpe?g|gif|webp|bmp|avif);base64,/i

/** The path and query of a file on this site, as the server stores it; null for any other address. */
const siteAddress = (src: string): string | null => {
  const { origin, pathname, search } = Object.assign(document.createElement('a'), { href: src })
  return origin === location.origin && pathname === download.path ? pathname + search : null
}

/** Parses in a template: it fetches and runs nothing, and allows rows and cells without their table. */
const templateOf = (html: string): HTMLTemplateElement => {
  const template = document.createElement('template')
  template.innerHTML = html
  return template
}

const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const inside = (container: Element) => [...container.children].filter(({ localName }) => blocks.includes(localName))
const hasAlignment = (element: Element) =>
  element.hasAttribute('align') || /text-align/i.test(element.getAttribute('style') ?? '')

/** Cells and other containers pass their alignment to the paragraphs inside, which alone can have one. */
const passAlignment = (content: ParentNode): void => {
  for (const container of content.querySelectorAll('td, th, div, center')) {
    const [style, align] = [container.getAttribute('style'), container.getAttribute('align')]
    const value = container.localName === 'center' ? 'center' : alignmentOf({ style, align })
    if (!value) continue
    const children = inside(container)
    for (const child of children) if (!hasAlignment(child)) child.setAttribute('align', value)
    if (children.length || container.querySelector('table, ul, ol')) continue
    const paragraph = document.createElement('p')
    paragraph.setAttribute('align', value)
    paragraph.append(...container.childNodes)
    container.append(paragraph)
  }
}

/** Maps headings to the levels of a text, with their alignment. */
const mapHeadings = (content: ParentNode): void => {
  for (const [from, to] of Object.entries(headings))
    for (const heading of content.querySelectorAll(from)) {
      const level = document.createElement(to)
      for (const { name, value } of heading.attributes) level.setAttribute(name, value)
      level.append(...heading.childNodes)
      heading.replaceWith(level)
    }
}

/** Maps headings and lists to those of a text, and removes pictures that cannot be stored. */
export const cleanPasted = (html: string): PastedContent => {
  const template = templateOf(html)
  convertWordLists(template.content)
  passAlignment(template.content)
  mapHeadings(template.content)
  let omittedCount = 0
  for (const picture of template.content.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    const address = siteAddress(src)
    if (address) picture.setAttribute('src', address)
    else if (!embeddedImage.test(src)) {
      omittedCount += 1
      picture.remove()
    }
  }
  return { html: template.innerHTML, omittedCount }
}

/** Whether the HTML contains text; a picture copied from a page comes with only its img tag. */
const hasText = (html: string): boolean => {
  const { content } = templateOf(html)
  for (const unseen of content.querySelectorAll('style, script, title')) unseen.remove()
  return content.textContent.trim() !== ''
}

/** Pictures pasted as files. Spreadsheets add a picture of the copied cells to their HTML; the text takes precedence. */
export const picturesOf = (data: DataTransfer | null): File[] =>
  data && !hasText(data.getData('text/html')) ? [...data.files].filter(({ type }) => type.startsWith('image/')) : []
