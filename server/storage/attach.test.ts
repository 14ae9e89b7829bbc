import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import { contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { newFileName, type StoredFile } from '../base/files/file-store.ts'
import type { Download } from '../base/http/send-file.ts'
import type { Actor, App } from '../engine/context.ts'
import { visitor } from '../engine/session.ts'
import { attachHandlers, uploadCalls } from './attach.ts'

let whole: App
let db: Db
let app: App
/** What the areas to the right say of a file, decided by each test. */
let elsewhere: readonly string[] = []

const unknown = expect.objectContaining({ code: 404, text: ['文件不存在或无权查看', expect.any(String)] })

let stored: StoredFile
beforeAll(async () => {
  ;({ app: whole, db } = await openPlatform())
  app = { ...whole, isFileVisible: async (_, id) => elsewhere.includes(id) }
  stored = (await app.files.put(newFileName(), Readable.from([Buffer.from('content')]), 100)) as StoredFile
})
const row = async (more: object = {}) => {
  const made = {
    originalName: '报告.pdf',
    name: stored.name,
    contentType: 'application/pdf',
    attachSize: 7,
    isPublic: 0,
    createUser: '7',
  }
  return (
    await db
      .insertInto('attach')
      .values({ ...made, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
const download = async (actor: Actor, id: string) =>
  (await uploadCalls.download(await contextFor(app, actor), { id })) as Download
const reads = (actor: Actor, id: string) =>
  download(actor, id).then(
    () => true,
    () => false,
  )

const everything = { type: 1, column: '', value: '' }

describe('who may read a file', () => {
  const actorArb = fc.record({
    id: fc.constantFrom('7', '8', null),
    codes: fc.constantFrom<string[]>([], ['attach'], ['attach_download']),
    administrator: fc.boolean(),
    /** A data scope that reaches all attachments. */
    scoped: fc.boolean(),
  })
  const fileArb = fc.record({
    createUser: fc.constantFrom('7', '8', null),
    isPublic: fc.constantFrom(0, 1, null),
    isDeleted: fc.constantFrom(0, 0, 1),
    named: fc.boolean(),
  })

  test('is everybody for an open one, else who uploaded it, who may download among those he reaches, and who may see what names it', async () => {
    await fc.assert(
      fc.asyncProperty(actorArb, fileArb, async ({ id, scoped, ...given }, { named, ...file }) => {
        const attachId = await row(file)
        elsewhere = named ? [attachId] : []
        const own = id !== null && file.createUser === id
        const reached = given.administrator || scoped
        const all = reached && (given.administrator || given.codes.includes('attach_download'))
        const open = file.isDeleted === 0 && (file.isPublic === 1 || own || all || named)
        const rights = rightsOf({ ...given, ...(scoped ? { scopes: { attach: [everything] } } : {}) })
        const actor = id === null ? { ...visitor, rights } : person({ id, rights })
        expect(await reads(actor, attachId)).toBe(open)
        // a visitor is told of files of published releases alone
        if (id === null) return
        const detail = attachHandlers.detail?.(await contextFor(app, actor), { id: attachId }) ?? Promise.reject()
        expect(
          await detail.then(
            () => true,
            () => false,
          ),
        ).toBe(open)
      }),
      { numRuns: 80 },
    )
  })

  test('who may not is told the same as if there were none', async () => {
    elsewhere = []
    const closed = await row()
    for (const id of [closed, '424242']) await expect(download(person({ id: '8' }), id)).rejects.toEqual(unknown)
  })

  test('a row without a file is no file', async () => {
    await expect(download(person(), await row({ name: null }))).rejects.toEqual(unknown)
  })
})

describe('a file that is read', () => {
  test.each([
    ['application/pdf', true],
    ['image/png', true],
    ['image/jpeg', true],
    ['image/gif', false],
    ['text/plain; charset=utf-8', false],
    ['application/zip', false],
    [null, false],
  ])('of type %s is shown in the page: %s', async (contentType, inline) => {
    const { stream, ...told } = await download(person(), await row({ contentType }))
    expect(told).toEqual({ name: '报告.pdf', type: contentType ?? 'application/octet-stream', inline, size: 7 })
    expect(String(await buffer(stream))).toBe('content')
  })

  test('of unknown size says none', async () => {
    expect(await download(person(), await row({ attachSize: null }))).not.toHaveProperty('size')
  })
})
