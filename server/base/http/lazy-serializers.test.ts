import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { lazySerializers } from './lazy-serializers.ts'

const schemaOf = (properties: object) => ({ response: { 200: { type: 'object', properties } } })

const openServer = () => {
  const server = fastify({ schemaController: lazySerializers })
  onTestFinished(() => server.close())
  return server
}

test('an answer has the fields of its schema only, each of several calls those of its own', async () => {
  const server = openServer()
  const row = { id: '1', name: '张三', secret: 'x' }
  server.get('/names', { schema: schemaOf({ name: { type: 'string' } }) }, async () => row)
  server.get('/ids', { schema: schemaOf({ id: { type: 'string' } }) }, async () => row)
  // twice: compiled by the first answer, and used again by the second
  for (const _ of [1, 2]) {
    expect((await server.inject('/names')).json()).toEqual({ name: '张三' })
    expect((await server.inject('/ids')).json()).toEqual({ id: '1' })
  }
})

test('a schema that cannot be compiled fails its own answers, and does not keep the server from starting', async () => {
  const server = openServer()
  server.get('/broken', { schema: schemaOf({ a: { $ref: 'nowhere#' } }) }, async () => ({ a: 1 }))
  server.get('/sound', { schema: schemaOf({ a: { type: 'integer' } }) }, async () => ({ a: 1 }))
  await server.ready()
  expect((await server.inject('/sound')).json()).toEqual({ a: 1 })
  for (const _ of [1, 2]) expect((await server.inject('/broken')).statusCode).toBe(500)
})
