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

let platformApp: App
let db: Db
let app: App
/** Files that other areas make visible, set by each test. */
let visibleIds: readonly string[] = []

const notFound = expect.objectContaining({ code: 404, text: ['文件不存在或无权查看', expect.any(String)] })

let stored: StoredFile
beforeAll(async () => {
  ;({ app: platformApp, db } = await openPlatform())
  app = { ...platformApp, isFileVisible: async (_, id) => visibleIds.includes(id) }
  stored = (await app.files.put(newFileName(), Readable.from([Buffer.from('content')]), 100)) as StoredFile
})
const addFile = async (more: object = {}) => {
  const values = {
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
      .values({ ...values, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
const download = async (actor: Actor, id: string) =>
  (await uploadCalls.download(await contextFor(app, actor), { id })) as Download
const canRead = (actor: Actor, id: string) =>
  download(actor, id).then(
    ({ stream }) => stream.destroy() && true,
    () => false,
  )

const everything = { type: 1, column: '', value: '' }

describe('who may read a file', () => {
  const actorArb = fc.record({
    id: fc.constantFrom('7', '8', null),
    codes: fc.constantFrom<string[]>([], ['attach'], ['attach_download']),
    administrator: fc.boolean(),
    /** A data scope with all attachments. */
    scoped: fc.boolean(),
  })
  const fileArb = fc.record({
    createUser: fc.constantFrom('7', '8', null),
    isPublic: fc.constantFrom(0, 1, null),
    isDeleted: fc.constantFrom(0, 0, 1),
    isReferenced: fc.boolean(),
  })

  test('is everybody if it is public, else its uploader, downloaders with it in their scope, and who sees a row with it', async () => {
    await fc.assert(
      fc.asyncProperty(actorArb, fileArb, async ({ id, scoped, ...rest }, { isReferenced, ...file }) => {
        const attachId = await addFile(file)
        visibleIds = isReferenced ? [attachId] : []
        const isUploader = id !== null && file.createUser === id
        const inScope = rest.administrator || scoped
        const mayDownload = inScope && (rest.administrator || rest.codes.includes('attach_download'))
        const expected = file.isDeleted === 0 && (file.isPublic === 1 || isUploader || mayDownload || isReferenced)
        const rights = rightsOf({ ...rest, ...(scoped ? { scopes: { attach: [everything] } } : {}) })
        const actor = id === null ? { ...visitor, rights } : person({ id, rights })
        expect(await canRead(actor, attachId)).toBe(expected)
        // visitors get details only of files of published releases
        if (id === null) return
        const detail = attachHandlers.detail?.(await contextFor(app, actor), { id: attachId }) ?? Promise.reject()
        expect(
          await detail.then(
            () => true,
            () => false,
          ),
        ).toBe(expected)
      }),
      { numRuns: 80 },
    )
  })

  test('learns where it is stored only if the caller manages files', async () => {
    const id = await addFile({ storageId: '5' })
    const storageOf = async (codes: readonly string[]) =>
      (await attachHandlers.detail?.(await contextFor(app, person({ rights: rightsOf({ codes }) })), { id }))?.storageId
    expect([await storageOf([]), await storageOf(['attach_view'])]).toEqual([null, '5'])
  })

  test('is hidden from others: the response is the same as for a missing file', async () => {
    visibleIds = []
    const closed = await addFile()
    for (const id of [closed, '424242']) await expect(download(person({ id: '8' }), id)).rejects.toEqual(notFound)
  })

  test('is nobody for a row without a file', async () => {
    await expect(download(person(), await addFile({ name: null }))).rejects.toEqual(notFound)
  })
})

describe('a downloaded file', () => {
  test.each([
    ['application/pdf', true],
    ['image/png', true],
    ['image/jpeg', true],
    ['image/gif', false],
    ['text/plain; charset=utf-8', false],
    ['application/zip', false],
    [null, false],
  ])('of type %s is shown inline: %s', async (contentType, inline) => {
    const { stream, ...rest } = await download(person(), await addFile({ contentType }))
    expect(rest).toEqual({ name: '报告.pdf', type: contentType ?? 'application/octet-stream', inline, size: 7 })
    expect(String(await buffer(stream))).toBe('content')
  })

  test('of unknown size has no size in the response', async () => {
    expect(await download(person(), await addFile({ attachSize: null }))).not.toHaveProperty('size')
  })
})
