import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { library } from '#contract/project/library.ts'
import { client } from '#contract/system/client.ts'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import type { Db } from '#server/base/database/db.ts'
import { administrator, contextFor, failMatching, person, rightsOf, samplePost } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { creditCode } from '../../tests/support/scenario.ts'
import { decryptAtRest } from '../base/crypto/encryption-at-rest.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from './audit-entry.ts'
import { type App, type Ctx, tx } from './context.ts'
import { findRow, insertRow, removeRows, updateRow } from './crud.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

/** The decrypted secret of a client row from the database. */
const decryptedSecret = ([row]: unknown[]) =>
  decryptAtRest(app.secrets, (row as { s: string }).s, 'client.clientSecret')
let ctx: Ctx
beforeEach(async () => {
  ctx = await contextFor(app)
})
const auditOf = async (rowId: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select entity, verb, before, after, create_user::text as "createUser", request_id as "requestId" from audit where row_id = ${rowId} order by id`.execute(
      db,
    )
  ).rows
const countPosts = async () =>
  Number(
    (
      await db
        .selectFrom('post')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('a new row', () => {
  test('has its creator, their first department and tenant, and one audit row', async () => {
    const creator = await contextFor(app, { ...administrator, id: '42', deptIds: ['5', '6'] })
    const { id } = await insertRow(creator, post, samplePost({ remark: 'x' }))
    expect(await findRow(ctx, post, id)).toMatchObject({
      createUser: '42',
      createDept: '5',
      updateUser: '42',
      tenantId: '000000',
      status: 1,
      isDeleted: 0,
      remark: 'x',
    })
    expect(await auditOf(id)).toEqual([
      {
        entity: 'post',
        verb: 'insert',
        createUser: '42',
        requestId: 'test-1',
        before: null,
        after: expect.objectContaining({ remark: 'x', create_user: 42 }),
      },
    ])
  })

  test('has the initial values of its declaration, or the given ones instead', async () => {
    const row = await insertRow(ctx, client, { clientId: 'c1', scope: 'some' })
    expect(await findRow(ctx, client, row.id)).toMatchObject({ scope: 'some', accessTokenValidity: 3600 })
    const root = await insertRow(ctx, dept, { deptName: '甲', fullName: '甲', deptCategory: 1, sort: 1 })
    expect(await findRow(ctx, dept, root.id)).toMatchObject({ parentId: '0' })
  })

  test('is rejected with all values that are in no dictionary, and leaves nothing', async () => {
    const before = await countPosts()
    await expect(insertRow(ctx, post, samplePost({ category: 99 }))).rejects.toEqual(
      failMatching(400, '岗位类型不在可选范围内'),
    )
    const row = { operator: 9, factoryLevel: 9, scenes: '1,99', networkMode: 1 }
    await expect(insertRow(ctx, library, row)).rejects.toMatchObject({
      detail: { faults: [{ at: 'operator' }, { at: 'factoryLevel' }, { at: 'scenes' }] },
    })
    expect(await countPosts()).toBe(before)
  })

  test('that violates a unique index leaves neither a row nor an audit row', async () => {
    const values = samplePost()
    const { id } = await insertRow(ctx, post, values)
    const lines = async () => (await sql<{ n: string }>`select count(*) as n from audit`.execute(db)).rows[0]?.n
    const before = await lines()
    await expect(insertRow(ctx, post, values)).rejects.toMatchObject({
      code: '23505',
      constraint: 'post_post_code_key',
    })
    expect(await lines()).toBe(before)
    await removeRows(ctx, post, [id])
    await expect(insertRow(ctx, post, values)).resolves.toHaveProperty('id')
  })

  test('has its secret encrypted in the database, and not in the audit log', async () => {
    const { id } = await insertRow(ctx, client, { clientId: 'c2', clientSecret: 'shh-secret' })
    await updateRow(ctx, client, id, { clientSecret: 'shh-other', remark: 'r' })
    await removeRows(ctx, client, [id])
    const lines = await auditOf(id)
    expect(lines.map(({ verb }) => verb)).toEqual(['insert', 'update', 'remove'])
    expect(JSON.stringify(lines)).not.toContain('shh-')
    const { rows } = await sql<{ s: string }>`select client_secret as s from client where id = ${id}`.execute(db)
    expect(decryptedSecret(rows)).toBe('shh-other')
    expect(JSON.stringify(rows)).not.toContain('shh-')
  })
})

describe('a change', () => {
  test('writes only the given fields, and records the values before and after', async () => {
    const { id } = await insertRow(ctx, post, samplePost({ remark: 'old', sort: 3 }))
    await updateRow(await contextFor(app, { ...administrator, id: '43' }), post, id, { remark: 'new' }, 'rename')
    expect(await findRow(ctx, post, id)).toMatchObject({ remark: 'new', sort: 3, updateUser: '43', createUser: '1' })
    expect((await auditOf(id))[1]).toMatchObject({
      verb: 'rename',
      createUser: '43',
      before: { remark: 'old', sort: 3 },
      after: { remark: 'new', sort: 3 },
    })
  })

  test('to null empties a field, but not a secret', async () => {
    const { id } = await insertRow(ctx, client, { clientId: 'c3', clientSecret: 'stays', remark: 'goes' })
    await updateRow(ctx, client, id, { clientSecret: null, remark: null })
    const { rows } = await sql`select client_secret as s, remark from client where id = ${id}`.execute(db)
    expect(rows).toMatchObject([{ remark: null }])
    expect(decryptedSecret(rows)).toBe('stays')
  })

  test('of a row that is not visible, removed or missing changes nothing', async () => {
    const actor = person({ id: '7', rights: rightsOf() })
    const userCtx = await contextFor(app, actor)
    const row = { projectName: '项目', commpanyName: '单位', organizationCode: creditCode(1), categorize: 'C' }
    const { id } = await insertRow(ctx, library, { ...row, province: '320000', city: '320500', operator: 1 })
    await expect(updateRow(userCtx, library, id, { projectName: '被改' })).rejects.toEqual(failMatching(404))
    await expect(removeRows(userCtx, library, [id])).rejects.toEqual(failMatching(404))
    await expect(updateRow(ctx, library, '424242', { projectName: '被改' })).rejects.toEqual(failMatching(404))
    await removeRows(ctx, library, [id])
    await expect(updateRow(ctx, library, id, { projectName: '被改' })).rejects.toEqual(failMatching(404))
    expect((await auditOf(id)).map(({ verb }) => verb)).toEqual(['insert', 'remove'])
  })

  test('of one row does not affect others', async () => {
    const [one, other] = [await insertRow(ctx, post, samplePost()), await insertRow(ctx, post, samplePost())]
    const before = await findRow(ctx, post, other.id)
    await updateRow(ctx, post, one.id, { postName: '改' })
    expect(await findRow(ctx, post, other.id)).toEqual(before)
  })
})

describe('a removal', () => {
  test('is soft, possible once, and removes all rows or none', async () => {
    const ids = [(await insertRow(ctx, post, samplePost())).id, (await insertRow(ctx, post, samplePost())).id]
    await expect(removeRows(ctx, post, [...ids, '424242'])).rejects.toEqual(failMatching(404))
    await expect(findRow(ctx, post, ids[0])).resolves.toHaveProperty('id')
    await removeRows(ctx, post, [...ids, ids[0] as string])
    await expect(findRow(ctx, post, ids[0])).rejects.toEqual(failMatching(404))
    await expect(removeRows(ctx, post, [ids[1] as string])).rejects.toEqual(failMatching(404))
    const { rows } =
      await sql`select count(*)::int as n from post where id = any(${ids}::bigint[]) and is_deleted = 1`.execute(db)
    expect(rows).toEqual([{ n: 2 }])
  })

  test('of a node is rejected while it has children, unless they are removed with it', async () => {
    const node = (deptName: string, parentId = '0') =>
      insertRow(ctx, dept, { deptName, fullName: deptName, deptCategory: 1, sort: 1, parentId })
    const parent = await node('上')
    const child = await node('下', parent.id)
    await expect(removeRows(ctx, dept, [parent.id])).rejects.toEqual(failMatching(400, '请先删除下级数据'))
    await removeRows(ctx, dept, [parent.id, child.id])
    await expect(findRow(ctx, dept, parent.id)).rejects.toEqual(failMatching(404))
  })
})

describe('a transaction', () => {
  test('that fails leaves neither rows nor audit rows', async () => {
    const before = await countPosts()
    let postId = ''
    const work = tx(ctx, async (txCtx) => {
      postId = (await insertRow(txCtx, post, samplePost())).id
      await updateRow(txCtx, post, postId, { postName: '改' })
      await writeAudit(txCtx, 'post', postId, 'note', null, { a: 1 })
      await tx(txCtx, async (innerCtx) => insertRow(innerCtx, post, samplePost()))
      throw new Error('broken off')
    })
    await expect(work).rejects.toThrow('broken off')
    expect(await countPosts()).toBe(before)
    expect(await auditOf(postId)).toEqual([])
  })

  test('inside another one is the same transaction', async () => {
    await tx(ctx, async (txCtx) => tx(txCtx, async (innerCtx) => expect(innerCtx.db).toBe(txCtx.db)))
  })

  test('cannot change or remove audit rows', async () => {
    await insertRow(ctx, post, samplePost())
    for (const statement of ["update audit set verb = 'x'", 'delete from audit', 'truncate audit'])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('lines of audit are never changed or removed')
  })
})
