import { addressOf, download } from '#contract/storage/download.ts'

/** A picture a text shows: its file, and the key of its address where the text has it. */
interface Picture {
  readonly id: string
  readonly key: string | null
}

const ours = download.path.replace(/^\//, '')
const anyAddress = new RegExp(`${ours}\\?([^"'\\s<>]*)`, 'g')
/** The same pictures that `pictures_in` finds in the database: those alone are opened by a text. */
const shown = new RegExp(`<img (?:[a-z]+="[^"]*" )*src="/${ours}\\?(id=[0-8]?\\d{1,18}(?:&[^"]*)?)"`, 'g')

const queryOf = (written: string) => new URLSearchParams(written.replaceAll('&amp;', '&'))

/** The pictures of a text (cleaned HTML). */
export const picturesIn = (html: string): Picture[] =>
  [...html.matchAll(shown)].map(([, query = '']) => {
    const given = queryOf(query)
    return { id: given.get('id') ?? '', key: given.get('key') }
  })

/**
 * The text as it goes to visitors: with no key in any address of a file, so that what they were shown closes with the article
 * (docs/decisions/0038).
 */
export const withoutKeys = (html: string): string =>
  html.replace(anyAddress, (_, query: string) => addressOf(queryOf(query).get('id') ?? '').slice(1))

/** Characters of a text that are enough to begin with, marks included. */
export const enoughToBegin = 1200
const beginning = 160

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** How a text begins, in words, with a sign where it goes on; `html` may be cut off anywhere. */
export const beginningOf = (html: string): string => {
  const marks = html.replace(/<[^>]*(>|$)/g, (mark) =>
    /^<\/?(strong|b|em|i|u|s|sub|sup|a|code)\b/.test(mark) ? '' : ' ',
  )
  const words = marks.replace(/&(\w+);/g, (whole, name: string) => names[name] ?? whole).replace(/&\w*$/, '')
  // a Chinese sign has its room in itself
  const all = [
    ...words
      .replace(/\s+/g, ' ')
      .replace(/(?<=[。！？；：，、）”])\s/g, '')
      .trim(),
  ]
  return all.length > beginning ? `${all.slice(0, beginning - 1).join('')}…` : all.join('')
}
