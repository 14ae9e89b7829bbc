import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NoticeFile } from '#contract/project/public-notice.ts'
import { escapeMarkup } from '../../base/html/escape-markup.ts'
import type { NoticeRow } from './notice-row.ts'

/** The article of a public notice. It is in Chinese, as the declarations that it names are (docs/decisions/0163). */

type Content = Pick<NoticeRow, 'intro' | 'organisation' | 'contactName' | 'phone' | 'email' | 'postAddress'>
export interface NoticeText extends Content {
  readonly templateName: string
  readonly days: number
  /** First and last day, and the day of publication, as yyyy-MM-dd; null before it is published. */
  readonly period: { readonly from: string; readonly until: string; readonly published: string } | null
  readonly files: readonly Pick<NoticeFile, 'projectName' | 'commpanyName' | 'place'>[]
}

type Part = 'withdrawn' | 'intro' | 'row' | 'table' | 'planned' | 'period' | 'objections' | 'contact' | 'email'
type End = 'address' | 'signature' | 'day'

const texts = JSON.parse(readFileSync(join(import.meta.dirname, 'notices', 'article.zh.json'), 'utf8')) as Readonly<
  Record<Part | End, string>
>

const part = (name: Part | End, ...values: readonly (string | number)[]): string =>
  texts[name].replace(/\{(\d)\}/g, (_, n) => String(values[Number(n)] ?? ''))

/** A date in words: 2026年12月1日. */
const dayWords = (date: string): string => part('day', ...date.slice(0, 10).split('-').map(Number))

/** Paragraphs of a text, one for each of its lines. */
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => `<p>${escapeMarkup(line.trim())}</p>`)
    .join('')

/** The article of a notice, as rich text. */
export const noticeHtml = (of: NoticeText): string => {
  const { period, files, email, postAddress } = of
  const rows = files.map(({ projectName, commpanyName, place }, i) =>
    part('row', i + 1, ...[projectName, commpanyName, place].map((value) => escapeMarkup(value ?? ''))),
  )
  return [
    paragraphs(of.intro ?? part('intro', of.templateName, files.length)),
    part('table', rows.join('')),
    period ? part('period', dayWords(period.from), dayWords(period.until), of.days) : part('planned', of.days),
    part('objections'),
    part('contact', escapeMarkup(of.contactName), escapeMarkup(of.phone)),
    email ? part('email', escapeMarkup(email)) : '',
    postAddress ? part('address', escapeMarkup(postAddress)) : '',
    part('signature', escapeMarkup(of.organisation)),
    period ? part('signature', dayWords(period.published)) : '',
  ].join('')
}

/** The article of a notice that is withdrawn: it begins with the day and the reason. */
export const withdrawnHtml = (html: string, date: string, reason: string): string =>
  part('withdrawn', dayWords(date), escapeMarkup(reason)) + html
