import { nameKey } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { paperFile } from '#contract/project/part-labels.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { readableParts } from '#contract/project/readable.ts'
import { stageTitle } from '#contract/project/stages.ts'
import type { DocumentData } from '../../base/documents/documents.ts'
import type { Download } from '../../base/http/send-file.ts'
import type { UserCtx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { filesIn } from '../../engine/file-references.ts'
import { hiddenFields } from '../../engine/scope.ts'
import { sendPaper } from '../../engine/send-paper.ts'
import { readDeclaration } from '../record/declaration-row.ts'
import { blocksOf, type Pair, type PaperBlock } from './paper-blocks.ts'
import { namesFor } from './paper-names.ts'
import { rowsIn, textsFor, withNames } from './paper-texts.ts'
import { onlyReadable, readablePlaces, withReadableColumns } from './readable-places.ts'
import { readParts } from './stored-parts.ts'

/** What `server/documents/declaration.typ` reads. */
interface DeclarationDocument extends DocumentData {
  readonly subtitle: string
  /** Behind the text of each page. */
  readonly watermark: string | null
  readonly cover: readonly (readonly Pair[])[]
  readonly notes: readonly string[]
  readonly parts: readonly { readonly title: string; readonly blocks: readonly PaperBlock[] }[]
}

const paperTitle: Text = ['“5G+工业互联网”项目申报书', 'Declaration of a 5G and industrial internet project']
const draftMark: Text = ['草稿', 'Draft']
const partOnly: Text = ['本文件只有您可以查看的内容。', 'This document has only what is open to you.']
const secretNote: Text = [
  '本文件含商业秘密和个人信息，请妥善保管，不得外传。',
  'This document contains trade secrets and personal data: keep it safe and do not pass it on.',
]
/** Before the name of a part. */
const numbers: readonly Text[] = [
  ['一、', '1. '],
  ['二、', '2. '],
  ['三、', '3. '],
  ['四、', '4. '],
  ['五、', '5. '],
  ['六、', '6. '],
  ['七、', '7. '],
  ['八、', '8. '],
]

type Documents = readonly { readonly part: AnyPart; readonly body: DraftPart }[]

const partsOf = async (ctx: UserCtx, pid: string, documents: Documents): Promise<DeclarationDocument['parts']> => {
  const ids = documents.flatMap(({ part, body }) => filesIn(part.fields, body).map(({ id }) => id))
  const references = documents.flatMap(({ part, body }) =>
    rowsIn(part.fields, body).flatMap(([fields, row]) =>
      Object.keys(fields).flatMap((name) => (fields[name]?.kind === 'ref' && row[name] ? [row[name]] : [])),
    ),
  )
  const textOf = textsFor(ctx, await namesFor(ctx, pid, { files: ids, networks: references }))
  return Promise.all(
    documents.map(async ({ part, body }, i) => {
      const number = localize(numbers[i] ?? ['', ''], ctx.lang)
      const named = await withNames(ctx, part.fields, body)
      return {
        title: number + localize(part.label, ctx.lang),
        blocks: blocksOf({ lang: ctx.lang, textOf }, part.fields, named),
      }
    }),
  )
}

/** Columns on the first page, in this order. */
const coverColumns = ['declareNo', 'commpanyName', 'organizationCode', 'templateId', 'year', 'applyTime'] as const

type Row = Awaited<ReturnType<typeof findRow<typeof declaration>>>

/** The first page of a declaration: each column that the reader sees, and its stage. */
const coverOf = (ctx: UserCtx, row: Row): Pair[][] => {
  const hidden = hiddenFields(ctx.actor, declaration)
  const values = row as Readonly<Record<string, unknown>>
  const stage = localize(stageTitle(row.declareStatus, row.stageName, row.stageNameEn), ctx.lang)
  const pairs = coverColumns.map((name) => ({ name, value: values[nameKey(name)] ?? values[name] }))
  return [...pairs, { name: 'declareStatus' as const, value: stage }]
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, value }) => [
      { label: localize(declaration.fields[name].label, ctx.lang), value: value ? String(value) : '—' },
    ])
}

/** Stages at which nothing is submitted: a draft, one that waits for its operator, and one that was withdrawn. */
const unsubmitted: readonly (number | null)[] = [0, 5, 90]

/** A declaration as a document: what the caller reads of it, and nothing else. Its date is that of its last change. */
const declarationDocument = async (ctx: UserCtx, id: string): Promise<DeclarationDocument> => {
  const row = withReadableColumns(ctx, await findRow(ctx, declaration, id))
  const places = readablePlaces(ctx, await readDeclaration(ctx, row.id))
  const stored = await readParts(ctx, row.id)
  const t = (text: Text) => localize(text, ctx.lang)
  const { commpanyName, organizationCode } = row
  // the register of companies has these, not the form
  const fromRow: Readonly<Record<string, DraftPart>> = { information: { commpanyName, organizationCode } }
  const documents = readableParts(places).map((part) => ({
    part,
    body: onlyReadable({ ...fromRow[part.code], ...stored[part.code]?.body }, part.code, places),
  }))
  const times = Object.values(stored).map(({ savedAt }) => savedAt)
  return {
    lang: ctx.lang,
    title: t(paperTitle),
    at: times.sort().at(-1) ?? row.createTime ?? '',
    subtitle: row.projectName ?? '',
    watermark: unsubmitted.includes(row.declareStatus) ? t(draftMark) : null,
    cover: coverOf(ctx, row),
    notes: [...(places === 'all' ? [] : [t(partOnly)]), t(secretNote)],
    parts: await partsOf(ctx, row.id, documents),
  }
}

/** A declaration as a PDF. Throws 404 for one that the caller does not see, and what `sendPaper` throws. */
export const downloadPaper = async (ctx: UserCtx, id: string): Promise<Download> => {
  const document = await declarationDocument(ctx, id)
  const name = localize(paperFile(document.subtitle || id), ctx.lang)
  return sendPaper(ctx, 'declaration', document, name, { entity: 'declaration', id })
}
