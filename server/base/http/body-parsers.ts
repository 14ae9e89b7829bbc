import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'

const maxDepth = 20
const isTooDeep = (json: string): boolean => {
  let depth = 0
  let quoted = false
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i)
    if (quoted) {
      if (char === 92) i++
      else if (char === 34) quoted = false
    } else if (char === 34) quoted = true
    else if (char === 91 || char === 123) {
      if (++depth > maxDepth) return true
    } else if (char === 93 || char === 125) depth--
  }
  return false
}

/** Fields of a form that is sent without JSON. */
const maxFormFields = 200

const badBody = () => new Fail(['请求内容无法识别', 'The request body cannot be read'])

/** Parses JSON of limited depth; empty text gives an empty object. Throws Fail for anything else. */
export const parseJson = (text: string): unknown => {
  if (text === '') return {}
  if (isTooDeep(text)) throw badBody()
  try {
    return JSON.parse(text)
  } catch {
    throw badBody()
  }
}

const noFiles = () =>
  new Fail(['此接口不接收文件，请只提交文字字段', 'This call takes no files; please send text fields only'], 415)

/** The fields of a multipart form without files, as those of any other form. Throws Fail for a file and for anything unreadable. */
const parseMultipart = async (body: Uint8Array<ArrayBuffer>, type: string): Promise<Record<string, string>> => {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw badBody()
  })
  const fields = [...form]
  if (fields.length > maxFormFields) throw badBody()
  return Object.fromEntries(
    fields.map(([name, value]) => {
      if (typeof value !== 'string') throw noFiles()
      return [name, value]
    }),
  )
}

/** The accepted bodies: JSON of limited depth, and forms. Uploads are handled in server/storage. */
export const addBodyParsers = (server: FastifyInstance) => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(['application/json', 'text/json'], { parseAs: 'string' }, (_request, body, next) => {
    try {
      next(null, parseJson(body as string))
    } catch (error) {
      next(error as Error)
    }
  })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) => {
    const text = body as string
    if (text.split('&', maxFormFields + 1).length > maxFormFields) return next(badBody())
    next(null, Object.fromEntries(new URLSearchParams(text)))
  })
  server.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    parseMultipart(new Uint8Array(body), request.headers['content-type'] ?? ''),
  )
}
