import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintOfKey, openStream, sealStream } from './sealed-stream.ts'

const key = randomBytes(32)
const stream = async function* (...chunks: Buffer[]) {
  yield* chunks
}
const seal = (content: Buffer, label = 'a') => buffer(sealStream(key, label, stream(content)))
const open = (bytes: Buffer, label = 'a', by = key) => buffer(openStream(by, label, stream(bytes)))

const header = 13 + 8 + 16
const block = 64 * 1024 + 16
/** Three blocks, of which the last is shorter. */
const content = randomBytes(2 * 64 * 1024 + 100)

test('what was sealed is read again, in whatever pieces it arrives', async () => {
  const lengths = fc.constantFrom(0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 130_000)
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1000, max: 90_000 }), async (length, piece) => {
      const plain = randomBytes(length)
      const pieces = (bytes: Buffer) =>
        Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) => bytes.subarray(i * piece, (i + 1) * piece))
      const sealed = await buffer(sealStream(key, 'a', stream(...pieces(plain))))
      expect((await buffer(openStream(key, 'a', stream(...pieces(sealed))))).equals(plain)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('two streams of the same content have nothing in common but what names the key', async () => {
  const [one, other] = [await seal(content), await seal(content)]
  expect(one.subarray(0, 21).equals(other.subarray(0, 21))).toBe(true)
  expect(one.subarray(21, 21 + 64).equals(other.subarray(21, 21 + 64))).toBe(false)
})

test('a stream that was cut off is refused, also between two blocks', async () => {
  const sealed = await seal(content)
  for (const length of [header, header + block, header + 2 * block, header + block + 5, sealed.length - 1])
    await expect(open(sealed.subarray(0, length))).rejects.toThrow('is incomplete or was changed')
})

test('a changed byte, exchanged blocks and added bytes are refused', async () => {
  const sealed = await seal(content)
  for (const at of [header - 1, header, header + block + 7, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] as number) ^ 1
    await expect(open(changed)).rejects.toThrow('is incomplete or was changed')
  }
  const [first, second] = [sealed.subarray(header, header + block), sealed.subarray(header + block, header + 2 * block)]
  const exchanged = Buffer.concat([sealed.subarray(0, header), second, first, sealed.subarray(header + 2 * block)])
  await expect(open(exchanged)).rejects.toThrow('is incomplete or was changed')
  await expect(open(Buffer.concat([sealed, Buffer.alloc(1)]))).rejects.toThrow('is incomplete or was changed')
})

test('another key is named by its fingerprint; another label and another file are refused', async () => {
  const sealed = await seal(content)
  const other = randomBytes(32)
  await expect(open(sealed, 'a', other)).rejects.toMatchObject({
    text: [
      `备份是用另一把密钥加密的：备份的密钥指纹为 ${fingerprintOfKey(key)}，当前密钥的指纹为 ${fingerprintOfKey(other)}`,
      expect.stringContaining(fingerprintOfKey(key)),
    ],
  })
  await expect(open(sealed, 'b')).rejects.toThrow('is incomplete or was changed')
  for (const file of [Buffer.alloc(0), Buffer.from('select 1;\n'.repeat(20))])
    await expect(open(file)).rejects.toThrow('This file is not a backup of this platform')
})
