import { addressOf } from '#contract/storage/download.ts'

/** A picture in a text: the id of its file, and the key in its address, if any. */
interface Picture {
  readonly id: string
  readonly key: string | null
}

/** The path of `download` in contract/storage/download.ts; in a pattern, because a text may begin the address without a slash. */
const anyAddress = /api\/caict-resource\/attach\/download\?([^"'\s<>]*)/g
/** Matches the same pictures as the SQL function `pictures_in`: only these become readable with the text. */
const imageTag =
  /<img (?:[a-z]+="[^"<>]*" )*src="\/api\/caict-resource\/attach\/download\?(id=[0-8]?\d{1,18}(?:&[^"]*)?)"/g

const queryOf = (encodedQuery: string) => new URLSearchParams(encodedQuery.replaceAll('&amp;', '&'))

/** The pictures of a text (cleaned HTML). */
export const picturesIn = (html: string): Picture[] =>
  [...html.matchAll(imageTag)].map(([, query = '']) => {
    const params = queryOf(query)
    return { id: params.get('id') ?? '', key: params.get('key') }
  })

/**
 * The text for visitors, without keys in file addresses, so that its pictures become inaccessible when the article is withdrawn
 * (docs/decisions/0038).
 */
export const withoutKeys = (html: string): string =>
  html.replace(anyAddress, (_, query: string) => addressOf(queryOf(query).get('id') ?? '').slice(1))

/** Characters of HTML, tags included, that are enough for an excerpt. */
export const excerptSourceLength = 1200
const excerptLength = 160

const characterByEntity: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Plain-text excerpt of 160 characters at most, with "…" if cut; `html` may be truncated anywhere. */
export const excerptOf = (html: string): string => {
  const withoutTags = html.replace(/<[^>]*(>|$)/g, (tag) =>
    /^<\/?(strong|b|em|i|u|s|sub|sup|a|code)\b/.test(tag) ? '' : ' ',
  )
  const text = withoutTags
    .replace(/&(\w+);/g, (entity, name: string) => characterByEntity[name] ?? entity)
    .replace(/&\w*$/, '')
  // Chinese punctuation needs no space after it
  const characters = [
    ...text
      .replace(/\s+/g, ' ')
      .replace(/(?<=[。！？；：，、）”])\s/g, '')
      .trim(),
  ]
  return characters.length > excerptLength ? `${characters.slice(0, excerptLength - 1).join('')}…` : characters.join('')
}
