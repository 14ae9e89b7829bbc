import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Text } from '#contract/kit/text.ts'
import { type StatementCode, statementKinds, statementMarks } from '#contract/news/statement-kinds.ts'
import { escapeMarkup } from '../base/html/escape-markup.ts'

/** A text of the platform: HTML with one element on a line. */
const readText = (code: string, lang: string): string =>
  readFileSync(join(import.meta.dirname, 'statements', `${code}.${lang}.html`), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .join('')

/** The texts that the platform brings, read once: they are part of the product. */
export const shippedTexts = Object.fromEntries(
  statementKinds.map(([code]): [StatementCode, Text] => [code, [readText(code, 'zh'), readText(code, 'en')]]),
) as Readonly<Record<StatementCode, Text>>

/** Who operates the site and how to reach them; null for what is not set. */
export interface Operator {
  readonly sponsor: string | null
  readonly phone: string | null
}

const unnamed: Text = ['本平台主办单位', 'the organisation that operates this site']
const noContact: Text = [
  '主办单位尚未在本站公布联系电话。申报单位可向受理本单位申报的工业和信息化主管部门反映，由其转告平台管理员',
  'The operator has not published a phone number on this site yet. Declarants can turn to the office that handles their declarations, which informs the administrators of the platform',
]

/** A text with the operator and its phone number in the place of their marks. */
export const withOperator = ([zh, en]: Text, { sponsor, phone }: Operator): Text => {
  const operator: Text = sponsor ? [sponsor, sponsor] : unnamed
  const contact: Text = phone ? [`联系电话：${phone}`, `Phone: ${phone}`] : noContact
  const fillIn = (html: string, at: 0 | 1) =>
    html
      .replaceAll(statementMarks.operator, () => escapeMarkup(operator[at]))
      .replaceAll(statementMarks.contact, () => escapeMarkup(contact[at]))
  return [fillIn(zh, 0), fillIn(en, 1)]
}
