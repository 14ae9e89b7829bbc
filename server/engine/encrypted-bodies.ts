import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  authenticatedDataOf,
  type EncryptedAnswer,
  type EncryptedBody,
  encryptedType,
  nonceBytes,
  tagBytes,
} from '#contract/encrypted-bodies.ts'
import { Fail } from '#contract/kit/fail.ts'
import { decrypt, encrypt } from '../base/crypto/gcm.ts'
import { parseJson } from '../base/http/body-parsers.ts'
import { decryptSecret } from './cipher.ts'
import type { App } from './context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of an encrypted request; its answer is encrypted with it too. */
    responseKey: Buffer | null
  }
}

const unreadable = () =>
  new Fail(['加密内容无法解密，请刷新页面后重试', 'The encrypted request cannot be opened; please reload the page'])

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] as string

/** The text of an encrypted body; stores the key for the answer. */
const decryptBody = (app: App, request: FastifyRequest, { key, sealed }: Partial<EncryptedBody>): string => {
  const contentKey = Buffer.from(decryptSecret({ app, request: { address: request.ip } }, key), 'base64')
  const bytes = Buffer.from(typeof sealed === 'string' ? sealed : '', 'base64')
  if (contentKey.length !== 32 || bytes.length < nonceBytes + tagBytes) throw unreadable()
  try {
    const text = decrypt(contentKey, bytes, authenticatedDataOf('request', pathOf(request)))
    request.responseKey = contentKey
    return text
  } catch {
    app.logEvent('request.unreadable', { path: pathOf(request), address: request.ip })
    throw unreadable()
  }
}

/** Accepts encrypted bodies and encrypts the answers to them, errors too (docs/decisions/0017). */
export const acceptEncryptedBodies = (app: App, server: FastifyInstance): void => {
  server.decorateRequest('responseKey', null)
  server.addContentTypeParser(encryptedType, { parseAs: 'string' }, (request, body, next) => {
    try {
      next(null, parseJson(decryptBody(app, request, (parseJson(body as string) ?? {}) as Partial<EncryptedBody>)))
    } catch (error) {
      next(error as Error)
    }
  })
  server.addHook('onSend', (request, reply, payload, next) => {
    if (!request.responseKey || typeof payload !== 'string') return next(null, payload)
    reply.header('content-type', encryptedType)
    const encrypted = encrypt(request.responseKey, payload, authenticatedDataOf('answer', pathOf(request))).toString(
      'base64',
    )
    next(null, JSON.stringify({ sealed: encrypted } satisfies EncryptedAnswer))
  })
}
