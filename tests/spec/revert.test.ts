import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { oss } from '#contract/storage/oss.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Restoring the values before an audited change (docs/decisions/0066). */
let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const { revert, revertPreview } = audit.calls

/** The id of the newest audit entry of a row. */
const newestEntry = async (rowId: string, verb = 'update') => {
  const [entry] = (await admin.get(audit.calls.list, { rowId, verb, size: 1 })).records
  return entry?.id ?? ''
}

let serial = 0
/** A post whose name was changed from 质检员 to 质检主管. */
const changePost = async () => {
  serial++
  const first = { category: 1, postCode: `R${serial}`, postName: '质检员', sort: 5 }
  const { id } = await admin.get(post.calls.submit, first)
  await admin.get(post.calls.submit, { id, category: 2, postName: '质检主管' })
  return { id, postCode: first.postCode, entry: await newestEntry(id) }
}

describe('restoring the values before a change', () => {
  test('first shows which fields would change, then writes them and records it', async () => {
    const { id, entry } = await changePost()
    await admin.get(post.calls.submit, { id, sort: 9 })
    const preview = await admin.get(revertPreview, { id: entry })
    expect(preview).toMatchObject({ entity: 'post', rowId: id, rowTitle: '质检主管' })
    expect(preview.changes).toEqual([
      { name: 'category', label: '岗位类型', before: '中层', after: '高层' },
      { name: 'postName', label: '岗位名称', before: '质检主管', after: '质检员' },
      { name: 'sort', label: '岗位排序', before: '9', after: '5' },
    ])
    expect(await admin.get(revert, { id: entry })).toEqual({ id })
    expect(await admin.get(post.calls.detail, { id })).toMatchObject({ category: 1, postName: '质检员', sort: 5 })
    const [newest] = (await admin.get(audit.calls.list, { rowId: id, size: 1 })).records
    expect(newest).toMatchObject({ verb: 'revert', verbName: '恢复到变更前', rowTitle: '质检员', outcome: 1 })
  })

  test('can itself be undone', async () => {
    const { id, entry } = await changePost()
    await admin.get(revert, { id: entry })
    await admin.get(revert, { id: await newestEntry(id, 'revert') })
    expect((await admin.get(post.calls.detail, { id })).postName).toBe('质检主管')
  })

  test('is refused if nothing differs, and for entries that are not changes', async () => {
    const { id, entry } = await changePost()
    await admin.get(revert, { id: entry })
    const refusal = { status: 400, msg: '该记录没有可以恢复的内容' }
    expect(await admin.ask(revert, { id: entry })).toMatchObject(refusal)
    expect((await admin.get(revertPreview, { id: entry })).changes).toEqual([])
    expect(await admin.ask(revert, { id: await newestEntry(id, 'insert') })).toMatchObject(refusal)
  })

  test('is refused if somebody has changed the row since the preview', async () => {
    const { id, entry } = await changePost()
    const { rowVersion } = await admin.get(revertPreview, { id: entry })
    const stale = { 'if-match': `"${id} 2020-01-01 00:00:00"` }
    expect(await admin.ask(revert, { id: entry }, stale)).toMatchObject({ status: 409, data: { rowVersion } })
    expect((await admin.ask(revert, { id: entry }, { 'if-match': `"${id} ${rowVersion}"` })).status).toBe(200)
  })

  test('is refused if somebody changes the row while it is restored', async () => {
    const { id, entry } = await changePost()
    const edit = await platform.db.startTransaction().execute()
    await sql`update post set sort = 9, update_time = now() + interval '1 hour' where id = ${id}`.execute(edit)
    const refusal = admin.ask(revert, { id: entry })
    await until(async () => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await run(platform.db, waiting)).length > 0
    })
    await edit.commit().execute()
    expect((await refusal).status).toBe(409)
    expect(await admin.get(post.calls.detail, { id })).toMatchObject({ postName: '质检主管', sort: 9 })
  })

  test('passes the checks of an edit: a value that another row has now is rejected with its field', async () => {
    const { id, postCode } = await changePost()
    await admin.get(post.calls.submit, { id, postCode: `${postCode}b` })
    const entry = await newestEntry(id)
    await admin.get(post.calls.submit, { category: 1, postCode, postName: '后来者', sort: 1 })
    expect(await admin.ask(revert, { id: entry })).toMatchObject({ status: 400, faults: [{ at: 'postCode' }] })
    expect((await admin.get(post.calls.detail, { id })).postCode).toBe(`${postCode}b`)
  })

  test('leaves secrets and fields of the server as they are', async () => {
    const storage = { category: 1, endpoint: 'https://s3.example.com', bucketName: 'files', accessKey: 'a' }
    const { id } = await admin.get(oss.calls.submit, { ...storage, ossCode: 'before', secretKey: 'first-secret' })
    const storedKey = async () =>
      (await platform.db.selectFrom('oss').select('secretKey').where('id', '=', id).executeTakeFirst())?.secretKey
    await admin.get(oss.calls.submit, { id, ossCode: 'after', secretKey: 'second-secret' })
    const entry = await newestEntry(id)
    await platform.db.updateTable('oss').set({ status: 2 }).where('id', '=', id).execute()
    const secondKey = await storedKey()
    await admin.get(revert, { id: entry })
    expect(await admin.get(oss.calls.detail, { id })).toMatchObject({ ossCode: 'before', status: 2 })
    expect(await storedKey()).toBe(secondKey)
  })

  test('shows personal data masked', async () => {
    const { id } = await createStaff(platform, 'city')
    await admin.get(user.calls.update, { id, phone: '13812345678' })
    await admin.get(user.calls.update, { id, phone: '13987654321' })
    const { changes } = await admin.get(revertPreview, { id: await newestEntry(id) })
    expect(changes).toEqual([{ name: 'phone', label: '手机号码', before: '139****4321', after: '138****5678' }])
  })
})

describe('who may restore', () => {
  test('needs the audit and the permission to edit', async () => {
    const { entry } = await changePost()
    const auditor = await createClerk(platform, 'revert.auditor', { codes: ['audit', 'post'] })
    const editor = await createClerk(platform, 'revert.editor', { codes: ['post', 'post_edit'] })
    const both = await createClerk(platform, 'revert.both', { codes: ['audit', 'post', 'post_edit'] })
    for (const call of [revertPreview, revert]) {
      expect((await auditor.ask(call as typeof revert, { id: entry })).status).toBe(403)
      expect((await editor.ask(call as typeof revert, { id: entry })).status).toBe(403)
      expect((await both.ask(call as typeof revert, { id: entry })).status).toBe(200)
    }
  })

  test('sees only rows of their data scope, and restores only visible fields', async () => {
    const { id, entry } = await changePost()
    const codes = ['audit', 'post', 'post_edit']
    const scopes = [await createScope(admin, { resourceCode: 'post', scopeType: 2 })]
    const outsider = await createClerk(platform, 'revert.outside', { codes, scopes })
    expect((await outsider.ask(revert, { id: entry })).status).toBe(404)
    const fields = { resourceCode: 'post', scopeType: 1 as const, scopeField: 'postName' }
    const nameReader = await createClerk(platform, 'revert.names', {
      codes,
      scopes: [await createScope(admin, fields)],
    })
    expect((await nameReader.get(revertPreview, { id: entry })).changes.map(({ name }) => name)).toEqual(['postName'])
    await nameReader.get(revert, { id: entry })
    expect(await admin.get(post.calls.detail, { id })).toMatchObject({ category: 2, postName: '质检员' })
  })
})
