import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { localFiles, newFileName, type StoredFile } from './file-store.ts'

const home = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let count = 0
const newStore = () => {
  const root = join(home, String(++count))
  const all = () =>
    existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : []
  return { root, all, ...localFiles(root) }
}
const megabyte = 1024 * 1024

describe('a stored file', () => {
  test('keeps its last bytes, however long it is', async () => {
    const content = randomBytes(3 * megabyte)
    const chunks = Array.from({ length: 48 }, (_, i) => content.subarray(i * 65_536, (i + 1) * 65_536))
    const stored = await newStore().put(newFileName(), Readable.from(chunks), 4 * megabyte)
    expect(stored?.tail.equals(content.subarray(-megabyte))).toBe(true)
  })

  test('is identical, with its size, SHA-256 and first bytes, however it is split into chunks', async () => {
    const store = newStore()
    const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(pieces, async (chunks) => {
        const content = Buffer.concat(chunks)
        const source = Readable.from(
          chunks.filter(({ length }) => length > 0).map((chunk) => Buffer.from(chunk)),
          { objectMode: false },
        )
        const stored = (await store.put(newFileName(), source, megabyte)) as StoredFile
        expect(stored.size).toBe(content.length)
        expect(stored.sha256).toBe(createHash('sha256').update(content).digest('hex'))
        expect(stored.head.equals(content.subarray(0, 4100))).toBe(true)
        expect(stored.tail.equals(content.subarray(-megabyte))).toBe(true)
        expect((await buffer((await store.read(stored.name)) as Readable)).equals(content)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('has the random name it was stored with', async () => {
    const store = newStore()
    const names = [newFileName(), newFileName()] as const
    for (const name of names) expect((await store.put(name, Readable.from([Buffer.from('same')]), 10))?.name).toBe(name)
    expect(names[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(store.all().sort()).toEqual([...names].sort())
  })

  test('is in a subfolder named after the first two digits', async () => {
    const store = newStore()
    const { name } = (await store.put(newFileName(), Readable.from([Buffer.from('x')]), 10)) as StoredFile
    expect(existsSync(join(store.root, name.slice(0, 2), name))).toBe(true)
  })
})

describe('the limit', () => {
  test.each([
    [9, true],
    [10, true],
    [11, false],
    [4000, false],
  ])(
    'of 10 bytes, for %i bytes: the file is stored: %s; a file that is too long leaves nothing',
    async (size, fits) => {
      const store = newStore()
      const stored = await store.put(newFileName(), Readable.from([Buffer.alloc(size)]), 10)
      expect(stored !== null).toBe(fits)
      expect(store.all()).toHaveLength(fits ? 1 : 0)
    },
  )

  test('is checked during the upload: an endless file is cut off', async () => {
    const store = newStore()
    let sentBytes = 0
    const endless = new Readable({
      read() {
        sentBytes += 65_536
        this.push(Buffer.alloc(65_536))
      },
    })
    expect(await store.put(newFileName(), endless, megabyte)).toBeNull()
    expect(sentBytes).toBeLessThan(3 * megabyte)
    expect(endless.destroyed).toBe(true)
    expect(store.all()).toEqual([])
  })
})

describe('complete or absent', () => {
  test('an interrupted upload leaves nothing and fails with its error', async () => {
    const store = newStore()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the line went dead')
      })(),
    )
    await expect(store.put(newFileName(), broken, megabyte)).rejects.toThrow('the line went dead')
    expect(store.all()).toEqual([])
  })

  test('several uploads at once do not mix', async () => {
    const store = newStore()
    const texts = Array.from({ length: 20 }, (_, i) => `file ${i} `.repeat(500))
    const stored = await Promise.all(
      texts.map((text) => store.put(newFileName(), Readable.from([Buffer.from(text)]), megabyte)),
    )
    const contents = await Promise.all(
      stored.map((one) => store.read((one as StoredFile).name).then((stream) => buffer(stream as Readable))),
    )
    expect(contents.map(String)).toEqual(texts)
  })
})

describe('removal', () => {
  test('deletes the file and no other; a second time it does nothing', async () => {
    const store = newStore()
    const put = async () => ((await store.put(newFileName(), Readable.from([Buffer.from('x')]), 10)) as StoredFile).name
    const [one, other] = [await put(), await put()]
    await store.remove(one)
    await store.remove(one)
    expect(store.all()).toEqual([other])
  })

  test('deletes the partial file of an interrupted upload too', async () => {
    const store = newStore()
    const name = newFileName()
    await store.put(name, Readable.from([Buffer.from('x')]), 10)
    writeFileSync(join(store.root, name.slice(0, 2), `${name}.part`), 'half')
    await store.clear(name)
    expect(store.all()).toEqual([])
  })
})

test('a file that does not exist is read as null', async () => {
  expect(await newStore().read('0'.repeat(32))).toBeNull()
})

describe('an invalid file name is rejected', () => {
  const outside = join(home, 'outside.txt')
  writeFileSync(outside, 'not yours')

  test.each(['../outside.txt', '../../outside.txt', '..', '', '.', '/etc/passwd', `${'a'.repeat(31)}/`, 'a\0b'])(
    '%j',
    async (name) => {
      const store = newStore()
      await expect(store.read(name)).rejects.toThrow('No file has this name.')
      await expect(store.remove(name)).rejects.toThrow('No file has this name.')
      expect(readFileSync(outside, 'utf8')).toBe('not yours')
    },
  )
})
