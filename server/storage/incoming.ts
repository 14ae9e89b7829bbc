import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'
import type { Ctx } from '../engine/context.ts'

/** One uploaded file, still streaming in. */
export interface Incoming {
  readonly name: string
  readonly stream: Readable
  /** Discards the rest of the body: the client reads the error only after it has sent everything. */
  readonly drop: () => void
}

/** Accepts multipart bodies: one file, few parts. The size is checked where the file is stored. */
export const acceptUploads = (server: FastifyInstance) => {
  // here it is read while it arrives
  server.removeContentTypeParser('multipart/form-data')
  return server.register(multipart, {
    limits: { files: 1, fields: 20, parts: 20, fileSize: Number.POSITIVE_INFINITY },
    throwFileSizeLimit: false,
  })
}

const noFileSelected = () => new Fail(['请选择要上传的文件', 'Please choose a file to upload'])

const unreadable = () =>
  new Fail(['上传的内容无法识别，请重新上传', 'The upload cannot be read; please upload it again'])

/** The first file of a body; an unreadable multipart body, such as one without a boundary, is a client error. */
const firstFile = (request: FastifyRequest) =>
  request.file().catch((error: { readonly statusCode?: number }) => {
    throw error.statusCode ? error : unreadable()
  })

const maxNameLength = 200

/** The name of an uploaded file without its folders: the last 200 UTF-16 units, but no half of a surrogate pair. */
export const fileNameOf = (path: string): string =>
  path
    .replace(/^.*[\\/]/, '')
    .slice(-maxNameLength)
    .replace(/^[\uDC00-\uDFFF]/, '')

export const readUpload = async (_ctx: Ctx, input: object): Promise<Incoming> => {
  const { request } = input as { request: FastifyRequest }
  if (!request.isMultipart()) throw noFileSelected()
  const part = await firstFile(request)
  if (!part?.filename) throw noFileSelected()
  const drop = () => request.raw.unpipe().resume()
  return { name: fileNameOf(part.filename), stream: part.file, drop }
}
