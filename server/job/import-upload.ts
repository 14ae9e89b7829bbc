import { importLimits } from '#contract/job/importing.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { UserCtx } from '../engine/context.ts'
import { type Incoming, readUpload } from '../storage/incoming.ts'

const wrongKind = () => new Fail(['请上传 .xlsx 或 .csv 文件', 'Please upload an .xlsx or .csv file'])
export const tooLong = () => new Fail(['文件不能超过 20 MB', 'The file must be at most 20 MB'], 413)

/** Reads an upload; throws unless its name ends in .xlsx or .csv. */
export const readSheetUpload = async (ctx: UserCtx, input: object): Promise<Incoming> => {
  const incoming = await readUpload(ctx, input)
  if (/\.(xlsx|csv)$/i.test(incoming.name)) return incoming
  incoming.drop()
  throw wrongKind()
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
