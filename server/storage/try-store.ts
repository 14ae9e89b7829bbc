import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Fail } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { StorageTestStep } from '#contract/storage/oss.ts'
import { type FileStore, newFileName, type StoredFile } from '../base/files/file-store.ts'
import type { Ctx } from '../engine/context.ts'
import type { Incoming } from './incoming.ts'
import { storageErrorText } from './storage-errors.ts'

/** Maximum size of a test file, in bytes. */
const limit = 1024 * 1024

const tooLong = () => new Fail(['调试文件不能超过 1 MB', 'The test file must be at most 1 MB'], 413)
const fileMissing = () => new Fail(['无法读取刚上传的文件', 'The uploaded file cannot be read back'])
const contentDiffers = () =>
  new Fail(['读回的内容与上传的不一致', 'The content read back differs from what was uploaded'])

/** The steps of the test, in order. */
const stepsFor = (open: () => Promise<FileStore>, { stream }: Incoming): [Text, () => Promise<void>][] => {
  const name = newFileName()
  let files: FileStore
  let storedFile: StoredFile | null
  let content: Buffer
  return [
    [
      ['上传文件', 'Upload the file'],
      async () => {
        files = await open()
        storedFile = await files.put(name, stream, limit)
        if (!storedFile) throw tooLong()
      },
    ],
    [
      ['读回文件', 'Read the file back'],
      async () => {
        const stream = await files.read(name)
        if (!stream) throw fileMissing()
        content = await buffer(stream)
      },
    ],
    [
      ['核对摘要', 'Compare the checksums'],
      async () => {
        if (createHash('sha256').update(content).digest('hex') !== storedFile?.sha256) throw contentDiffers()
      },
    ],
    [['删除文件', 'Delete the file'], () => files.remove(name)],
  ]
}

const faultOf = (ctx: Ctx, error: unknown): string => {
  const words = error instanceof Fail ? error.text : storageErrorText(error)
  if (!words) throw error
  ctx.app.log.warn({ err: error }, 'the test of a storage failed')
  return localize(words, ctx.lang)
}

/** Tests a storage with a file; steps after the first fault are skipped. */
export const tryStore = async (
  ctx: Ctx,
  open: () => Promise<FileStore>,
  incoming: Incoming,
): Promise<StorageTestStep[]> => {
  const results: StorageTestStep[] = []
  for (const [label, act] of stepsFor(open, incoming)) {
    const step = localize(label, ctx.lang)
    const hasFailed = results.some(({ done }) => !done)
    const fault = hasFailed
      ? null
      : await act().then(
          () => null,
          (error: unknown) => faultOf(ctx, error),
        )
    results.push({ step, done: !hasFailed && fault === null, fault })
  }
  incoming.drop()
  return results
}
