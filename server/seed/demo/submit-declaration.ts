import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { auth } from '#contract/auth.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import { template } from '#contract/project/template.ts'
import { upload } from '#contract/storage/upload.ts'
import { openSession } from '../../auth/tokens.ts'
import type { App } from '../../engine/context.ts'
import { visitor } from '../../engine/session.ts'
import { pdfOf } from './samples.ts'

const client = { clientId: 'saber', authorizedGrantTypes: [], accessTokenValidity: 600, refreshTokenValidity: 600 }

const maxAttempts = 15

/** Sends a request. A server that has just written all the other rows on a slow machine asks to wait (503): it is sent again. */
const send = async (server: FastifyInstance, request: InjectOptions, attempt = 1): Promise<string> => {
  const { statusCode, headers, body } = await server.inject(request)
  if (statusCode !== 503 || attempt >= maxAttempts) return body
  await wait(Number(headers['retry-after'] ?? 1) * 1000)
  return send(server, request, attempt + 1)
}

/** Sends requests to the server like a browser that is logged in with `token`. */
const createCaller = (server: FastifyInstance, token: string) => {
  const headers = { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' }
  const read = (path: string, text: string) => {
    const { success, data, msg } = JSON.parse(text) as { success: boolean; data: unknown; msg: string }
    if (!success) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`)
    return data as DraftPart
  }
  return {
    call: async ({ method, path }: Endpoint<never, unknown> | Endpoint, input: DraftPart = {}) => {
      const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const payload = method === 'POST' ? { payload: JSON.stringify(input) } : {}
      return read(path, await send(server, { method, url: path + query, headers, ...payload }))
    },
    upload: async (name: string, body: Buffer) => {
      const boundary = 'demonstration'
      const start = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
      const payload = Buffer.concat([Buffer.from(start), body, Buffer.from(`\r\n--${boundary}--\r\n`)])
      const { path } = upload.putFileAttach
      const formHeaders = { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
      const answer = await send(server, { method: 'POST', url: path, headers: formHeaders, payload })
      return String(read(path, answer).attachId)
    },
  }
}

/** Submits one declaration through the calls of an enterprise: checks the window, saves every part, uploads, submits. */
export const submitDeclaration = async (
  app: App,
  server: FastifyInstance,
  userId: string,
  documents: Record<string, DraftPart>,
  materials: readonly number[],
): Promise<void> => {
  const request = { id: 'demo', address: '127.0.0.1', agent: 'demonstration', headers: {} }
  const ctx = { app, db: app.db, actor: visitor, lang: 'zh', cacheVersions: {}, request } as const
  const { access_token } = await openSession(ctx, client, userId, false)
  const person = createCaller(server, access_token)
  const opening = await person.call(template.calls.IsEnabledTemplate)
  if (opening.enabled !== true) throw new Error(`the window is not open: ${opening.reason}`)
  const { id } = await person.call(declaration.calls.save, documents.information)
  for (const part of partsWithCalls)
    if (documents[part.code]) await person.call(part.calls.save, { pid: id, ...documents[part.code] })
  const files = []
  for (const type of materials)
    files.push({
      type,
      attachId: await person.upload(`material-${type}.pdf`, pdfOf(`Material ${type} (demonstration)`)),
      title: null,
    })
  const material = partsWithCalls.find(({ code }) => code === 'material')
  if (material) await person.call(material.calls.save, { pid: id, files })
  await person.call(declaration.calls.submitStatus, { id, action: 'submit', confirmTruth: 1 })
  await person.call(auth.logout)
}
