import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'
import type { Ctx } from '../engine/context.ts'

/** One uploaded file, still streaming in. */
export interface Incoming {
  readonly name: string
  readonly stream: Readable
  /** Lets what is still to come run by unread: who sends it reads the refusal only once he has sent everything. */
  readonly drop: () => void
}

/** Understands multipart bodies: one file, few parts; the size is watched where the file is kept. */
export const acceptUploads = (server: FastifyInstance) =>
  server.register(multipart, {
    limits: { files: 1, fields: 20, parts: 20, fileSize: Number.POSITIVE_INFINITY },
    throwFileSizeLimit: false,
  })

const noFileSelected = () => new Fail(['请选择要上传的文件', 'Please choose a file to upload'])

const unreadable = () => new Fail(['上传的内容无法识别，请重新上传', 'The upload cannot be read; please send it again'])

/** The first file of a body; one that is no multipart, such as one without a boundary, is the sender's fault. */
const firstFile = (request: FastifyRequest) =>
  request.file().catch((error: { readonly statusCode?: number }) => {
    throw error.statusCode ? error : unreadable()
  })

export const readUpload = async (_ctx: Ctx, input: object): Promise<Incoming> => {
  const { request } = input as { request: FastifyRequest }
  if (!request.isMultipart()) throw noFileSelected()
  const part = await firstFile(request)
  if (!part?.filename) throw noFileSelected()
  const drop = () => request.raw.unpipe().resume()
  return { name: part.filename.replace(/^.*[\\/]/, '').slice(-200), stream: part.file, drop }
}
