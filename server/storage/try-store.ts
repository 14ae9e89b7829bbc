import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Fail } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import type { StorageTestStep } from '#contract/storage/oss.ts'
import { type FileStore, newFileName, type StoredFile } from '../base/files/file-store.ts'
import { StoreFault } from '../base/files/object-store.ts'
import { Unreachable } from '../base/http/outgoing.ts'
import type { Ctx } from '../engine/context.ts'
import { connectionErrorText, errorNamesOf } from './connection-errors.ts'
import type { Incoming } from './incoming.ts'

/** Errors of an S3 service, by its error codes. */
const s3ErrorTexts: Readonly<Record<string, Text>> = {
  NoSuchBucket: ['存储空间不存在，请核对存储空间名称', 'The bucket does not exist; please check its name'],
  InvalidAccessKeyId: ['访问密钥编号不存在，请核对', 'The access key does not exist; please check it'],
  SignatureDoesNotMatch: [
    '签名不被接受，请核对访问密钥与地域',
    'The signature was not accepted; please check the secret key and the region',
  ],
  AccessDenied: ['访问密钥没有该存储空间的权限', 'The access key has no permission for this bucket'],
  RequestTimeTooSkewed: [
    '本机时间与存储服务相差过大，请校准时间',
    'The clocks of this server and the storage service differ too much; please correct the time',
  ],
  PermanentRedirect: [
    '存储空间不在该地域，请核对接口地址与地域',
    'The bucket is not in this region; please check the endpoint and the region',
  ],
  AuthorizationHeaderMalformed: ['地域不正确，请核对', 'The region is wrong; please check it'],
}

/** Why a storage failed, as a text for the administrator; null for an internal error. */
const storageErrorText = (error: unknown): Text | null => {
  if (!(error instanceof StoreFault || error instanceof Unreachable)) return null
  const names = errorNamesOf(error)
  const s3Code = names.find((name) => Object.hasOwn(s3ErrorTexts, name))
  if (s3Code) return s3ErrorTexts[s3Code] as Text
  const name = names.find((one) => /^[A-Z]\w{3,40}$/.test(one) && one !== 'Error') ?? ''
  return (
    connectionErrorText(error) ?? fill(['存储服务返回错误：{0}', 'The storage service returned an error: {0}'], name)
  )
}

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
