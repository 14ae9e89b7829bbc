import { addressOf, download } from '#contract/storage/download.ts'

/** A picture a text shows: its file, and the key of its address where the text has it. */
interface Picture {
  readonly id: string
  readonly key: string | null
}

const downloadPath = download.path.replace(/^\//, '')
const anyAddress = new RegExp(`${downloadPath}\\?([^"'\\s<>]*)`, 'g')
/** The same pictures that `pictures_in` finds in the database: those alone are opened by a text. */
const imageTag = new RegExp(`<img (?:[a-z]+="[^"]*" )*src="/${downloadPath}\\?(id=[0-8]?\\d{1,18}(?:&[^"]*)?)"`, 'g')

const queryOf = (encodedQuery: string) => new URLSearchParams(encodedQuery.replaceAll('&amp;', '&'))

/** The pictures of a text (cleaned HTML). */
export const picturesIn = (html: string): Picture[] =>
  [...html.matchAll(imageTag)].map(([, query = '']) => {
    const params = queryOf(query)
    return { id: params.get('id') ?? '', key: params.get('key') }
  })

/**
 * The text as it goes to visitors: with no key in any address of a file, so that what they were shown closes with the article
 * (docs/decisions/0038).
 */
export const withoutKeys = (html: string): string =>
  html.replace(anyAddress, (_, query: string) => addressOf(queryOf(query).get('id') ?? '').slice(1))

/** Characters of a text that are enough to begin with, marks included. */
export const excerptSourceLength = 1200
const excerptLength = 160

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** How a text begins, in words, with a sign where it goes on; `html` may be cut off anywhere. */
export const excerptOf = (html: string): string => {
  const marks = html.replace(/<[^>]*(>|$)/g, (mark) =>
    /^<\/?(strong|b|em|i|u|s|sub|sup|a|code)\b/.test(mark) ? '' : ' ',
  )
  const words = marks.replace(/&(\w+);/g, (entity, name: string) => names[name] ?? entity).replace(/&\w*$/, '')
  // a Chinese sign has its room in itself
  const all = [
    ...words
      .replace(/\s+/g, ' ')
      .replace(/(?<=[。！？；：，、）”])\s/g, '')
      .trim(),
  ]
  return all.length > excerptLength ? `${all.slice(0, excerptLength - 1).join('')}…` : all.join('')
}
