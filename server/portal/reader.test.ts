import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createReader, ReadError } from './reader.ts'

const server = fastify()
server.get('/told', async ({ ip, query, headers }) => ({ data: [ip, headers['blade-language'], query] }))
server.get('/refused', async (_, reply) => reply.code(429).send({}))

test('the data of a page is read with the address and the language of the visitor, without empty parameters', async () => {
  const read = createReader(server, 'en', '192.0.2.7')
  expect(await read('/told', { no: 'A1', city: '', year: null })).toEqual(['192.0.2.7', 'en', { no: 'A1' }])
})

test('a failed read has the status of the response', async () => {
  await expect(createReader(server, 'zh')('/refused', {})).rejects.toEqual(new ReadError(429))
})
