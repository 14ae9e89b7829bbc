import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { localize } from '#contract/kit/text.ts'
import { type ListFormat, letterWords, listFileName, listWords } from '#contract/project/recommendation-list.ts'
import type { DocumentData } from '../../base/documents/documents.ts'
import type { Download } from '../../base/http/send-file.ts'
import { xlsxOf, xlsxType } from '../../base/sheets/xlsx.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { UserCtx } from '../../engine/context.ts'
import { sendPaper } from '../../engine/send-paper.ts'
import type { StoredList } from './list-versions.ts'
import { chineseDate, countWords, groupedHash, letterOf, listTitle, tableOf, voidMark } from './list-words.ts'

/** What `recommendation-list.typ` reads. */
interface ListDocument extends DocumentData, Omit<ReturnType<typeof tableOf>, 'rows'> {
  readonly mark: string | null
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly rows: readonly (readonly string[])[]
  readonly count: string
  readonly office: string
  readonly createdBy: string
  readonly date: string
  readonly hash: string
  /** At the foot of each page. */
  readonly foot: string
}

/** What `recommendation-letter.typ` reads. */
interface LetterDocument extends DocumentData, Omit<ReturnType<typeof letterOf>, 'title'> {
  readonly mark: string | null
  readonly hash: string
}

const common = ({ content, isVoid }: StoredList) => ({
  lang: 'zh' as const,
  at: content.at,
  mark: isVoid ? voidMark : null,
})

const listDocument = (list: StoredList): ListDocument => {
  const { content, sha256 } = list
  const { rows, ...table } = tableOf(content)
  return {
    ...common(list),
    ...table,
    title: listTitle,
    facts: [
      ['申报批次', content.batchName],
      ['推荐地区', content.regionName],
      ['编号', `第${content.number}号`],
      ['生成时间', content.at.slice(0, 16)],
    ],
    rows: rows.map((row) => row.map((value) => (value === null || value === '' ? '—' : String(value)))),
    count: countWords(content.rows),
    office: content.office,
    createdBy: content.createdBy,
    date: chineseDate(content.at),
    hash: groupedHash(sha256),
    foot: `${content.batchName} ${content.regionName} 第${content.number}号 · 校验值 ${sha256.slice(0, 16)}`,
  }
}

const letterDocument = (list: StoredList): LetterDocument => ({
  ...common(list),
  ...letterOf(list.content),
  hash: groupedHash(list.sha256),
})

/** The list as a sheet, in the words of the paper. */
const sendSheet = async (ctx: UserCtx, list: StoredList, name: string, entry: object): Promise<Download> => {
  const { heads, widths, rows } = tableOf(list.content)
  const columns = heads.map((title, i) => ({ title, width: Math.max(10, widths[i] ?? 0) }))
  const sheet = {
    name: list.isVoid ? `${listWords[0]}（${voidMark}）` : listWords[0],
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
  const row = { entity: 'batch', id: list.batchId, after: entry }
  return format === 'letter'
    ? sendPaper(ctx, 'recommendation-letter', letterDocument(list), `${name}.pdf`, row)
    : sendPaper(ctx, 'recommendation-list', listDocument(list), `${name}.pdf`, row)
}
