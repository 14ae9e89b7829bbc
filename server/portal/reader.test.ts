import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createReader, ReadError } from './reader.ts'

const server = fastify()
server.get('/told', async ({ ip, query, headers }) => ({ data: [ip, headers['blade-language'], query] }))
server.get('/refused', async (_, reply) => reply.code(429).send({}))

test('what a page is made of is read as its visitor does: from his address, in his language, without what he left empty', async () => {
  const read = createReader(server, 'en', '192.0.2.7')
  expect(await read('/told', { no: 'A1', city: '', year: null })).toEqual(['192.0.2.7', 'en', { no: 'A1' }])
})

test('a refusal says with what status', async () => {
  await expect(createReader(server, 'zh')('/refused', {})).rejects.toEqual(new ReadError(429))
})
