import { Readable } from 'node:stream'
import { Fail } from '#contract/kit/fail.ts'
import { type DocumentData, pdfType, type Template } from '../base/documents/documents.ts'
import type { Download } from '../base/http/send-file.ts'
import { writeAudit } from './audit-entry.ts'
import { perApp } from './cache.ts'
import type { UserCtx } from './context.ts'

const readersOf = perApp((): Set<string> => new Set())
const another = () =>
  new Fail(
    ['您的另一份文件正在生成，请稍后再下载', 'Another document of yours is being produced; please try again shortly'],
    409,
  )

/** One document for each person at a time, so that nobody takes the places of the others. */
const oneByOne = async <T>({ app, actor }: UserCtx, work: () => Promise<T>): Promise<T> => {
  const readers = readersOf(app)
  if (readers.has(actor.id)) throw another()
  readers.add(actor.id)
  return work().finally(() => readers.delete(actor.id))
}

/** The row that a document is about, the name of its file, and what the entry in the audit says besides. */
interface About {
  readonly entity: string
  readonly id: string
  readonly name: string
  readonly after?: object
}

/** A document as a PDF, with an entry in the audit. Throws 409 while another one of the caller is produced, 503 while many are. */
export const downloadDocument = async <D extends DocumentData>(
  ctx: UserCtx,
  template: Template,
  document: D,
  { entity, id, name, after = {} }: About,
): Promise<Download> => {
  const bytes = await oneByOne(ctx, () => ctx.app.documents.pdfOf(template, document))
  await writeAudit(ctx, entity, id, 'export', null, { format: 'pdf', ...after }, { title: name })
  return { stream: Readable.from([bytes]), name, type: pdfType, size: bytes.length }
}
