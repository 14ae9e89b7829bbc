import { download } from '#contract/storage/download.ts'

/** What is pasted, as the editor takes it, and how many pictures of it cannot come along. */
interface PastedContent {
  readonly html: string
  readonly left: number
}

const headings = { h1: 'h2', h5: 'h4', h6: 'h4' } as const

/** Kinds of pictures that come as they are, to be uploaded from the text (see rich-text-pictures.ts). */
const embeddedImage = /^data:image\/(png|jpeg|gif|webp);base64,/i

/** The address of a picture of this site without the site, as the server knows it; null of any other. */
const siteAddress = (src: string): string | null => {
  const { origin, pathname, search } = Object.assign(document.createElement('a'), { href: src })
  return origin === location.origin && pathname === download.path ? pathname + search : null
}

/** A template: nothing in it is fetched or run, and it holds rows and cells without their table. */
const templateOf = (html: string): HTMLTemplateElement => {
  const template = document.createElement('template')
  template.innerHTML = html
  return template
}

/** Headings at the levels of a text, and no pictures but those that can be kept. */
export const cleanPasted = (html: string): PastedContent => {
  const template = templateOf(html)
  for (const [from, to] of Object.entries(headings))
    for (const heading of template.content.querySelectorAll(from)) {
      const level = document.createElement(to)
      level.append(...heading.childNodes)
      heading.replaceWith(level)
    }
  let left = 0
  for (const picture of template.content.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    const address = siteAddress(src)
    if (address) picture.setAttribute('src', address)
    else if (!embeddedImage.test(src)) {
      left += 1
      picture.remove()
    }
  }
  return { html: template.innerHTML, left }
}

/** Whether it says anything; a picture that is copied from a page comes with its bare mark. */
const hasText = (html: string): boolean => {
  const { content } = templateOf(html)
  for (const unseen of content.querySelectorAll('style, script, title')) unseen.remove()
  return content.textContent.trim() !== ''
}

/** Pictures that are put in as files. Spreadsheets lay one of what was copied beside its words, which go before it. */
export const picturesOf = (data: DataTransfer | null): File[] =>
  data && !hasText(data.getData('text/html')) ? [...data.files].filter(({ type }) => type.startsWith('image/')) : []
