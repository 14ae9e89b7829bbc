import { importLimits, sheetFormats } from '#contract/job/uploaded-sheet.ts'
import { Fail } from '#contract/kit/fail.ts'
import { formatFault } from '#contract/storage/file-formats.ts'
import type { UserCtx } from '../../engine/context.ts'
import { type Incoming, readUpload } from '../../storage/incoming.ts'

export const tooLong = () => new Fail(['文件不能超过 20 MB', 'The file must be at most 20 MB'], 413)

/** Reads an upload; throws unless its name is that of a sheet. */
export const readSheetUpload = async (ctx: UserCtx, input: object): Promise<Incoming> => {
  const incoming = await readUpload(ctx, input)
  const fault = formatFault(sheetFormats, incoming.name)
  if (!fault) return incoming
  incoming.drop()
  throw new Fail(fault)
}

/** The whole upload in memory; throws 413 if it exceeds the limit of an import. */
export const readFully = async ({ stream, drop }: Incoming): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > importLimits.bytes) {
      drop()
      throw tooLong()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
