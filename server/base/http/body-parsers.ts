import type { FastifyInstance } from 'fastify'
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
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) =>
    next(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
