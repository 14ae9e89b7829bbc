import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import { type ListFormat, letterWords, listFileName, listWords } from '#contract/project/recommendation-list.ts'
import type { DocumentData } from '../../base/documents/documents.ts'
import type { Download } from '../../base/http/send-file.ts'
import { xlsxOf, xlsxType } from '../../base/sheets/xlsx.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { UserCtx } from '../../engine/context.ts'
import { downloadDocument } from '../../engine/download-document.ts'
import type { StoredList } from './list-versions.ts'
import { countText, groupedHash, letterOf, tableOf } from './list-words.ts'

/** What `recommendation-list.typ` reads. */
interface ListDocument extends DocumentData, Omit<ReturnType<typeof tableOf>, 'rows'> {
  readonly mark: string | null
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly rows: readonly (readonly string[])[]
  readonly count: string
  readonly office: string
  readonly createdBy: string
  readonly hash: string
  /** At the foot of each page. */
  readonly foot: string
}

/** What `recommendation-letter.typ` reads. */
interface LetterDocument extends DocumentData, Omit<ReturnType<typeof letterOf>, 'title'> {
  readonly mark: string | null
  readonly hash: string
}

const voidMark: Text = ['已作废', 'Void']

const common = ({ content, isVoid }: StoredList, lang: Lang) => ({
  lang,
  at: content.at,
  mark: isVoid ? localize(voidMark, lang) : null,
})

const listTitle: Text = ['“5G+工业互联网”项目推荐汇总表', 'Recommended 5G and industrial internet projects']
const numberText: Text = ['第{0}号', 'No. {0}']
const footText: Text = ['{0} {1} 第{2}号 · 校验值 {3}', '{0} {1} no. {2} · SHA-256 {3}']

export const listDocument = (list: StoredList, lang: Lang): ListDocument => {
  const { content, sha256 } = list
  const { batchName, regionName, number, office, createdBy, at } = content
  const t = (text: Text) => localize(text, lang)
  const { rows, ...table } = tableOf(content, lang)
  return {
    ...common(list, lang),
    ...table,
    title: t(listTitle),
    facts: [
      [t(['申报批次', 'Batch']), batchName],
      [t(['推荐地区', 'Region']), regionName],
      [t(['编号', 'Number']), t(fill(numberText, number))],
      [t(['生成时间', 'Time']), at.slice(0, 16)],
    ],
    rows: rows.map((row) => row.map((value) => (value === null || value === '' ? '—' : String(value)))),
    count: t(countText(content.rows)),
    office,
    createdBy,
    hash: groupedHash(sha256),
    foot: t(fill(footText, batchName, regionName, number, sha256.slice(0, 16))),
  }
}

export const letterDocument = (list: StoredList, lang: Lang): LetterDocument => ({
  ...common(list, lang),
  ...letterOf(list.content, lang),
  hash: groupedHash(list.sha256),
})

/** The list as a sheet, in the words of the paper. */
const sendSheet = async (ctx: UserCtx, list: StoredList, name: string, entry: object): Promise<Download> => {
  const { heads, widths, rows } = tableOf(list.content, ctx.lang)
  const columns = heads.map((title, i) => ({ title, width: Math.max(10, widths[i] ?? 0) }))
  const sheet = {
    name: localize(list.isVoid ? voidMark : listWords, ctx.lang),
    columns,
    rows: (async function* () {
      yield rows
    })(),
  }
  const bytes = await buffer(xlsxOf([sheet]))
  await writeAudit(ctx, 'batch', list.batchId, 'export', null, { format: 'xlsx', ...entry }, { title: name })
  return { stream: Readable.from([bytes]), name, type: xlsxType, size: bytes.length }
}

/** A version as a PDF or as a sheet. */
export const downloadList = (ctx: UserCtx, list: StoredList, format: ListFormat): Promise<Download> => {
  const { batchName, number, regionName } = list.content
  const label = format === 'letter' ? letterWords : listWords
  const name = localize(listFileName(label, batchName, regionName, number), ctx.lang)
  // others read the audit than those who may know the list
  const entry = { region: list.region, number }
  if (format === 'sheet') return sendSheet(ctx, list, `${name}.xlsx`, entry)
  const row = { entity: 'batch', id: list.batchId, name: `${name}.pdf`, after: entry }
  return format === 'letter'
    ? downloadDocument(ctx, 'recommendation-letter', letterDocument(list, ctx.lang), row)
    : downloadDocument(ctx, 'recommendation-list', listDocument(list, ctx.lang), row)
}
