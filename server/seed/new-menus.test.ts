import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { type Db, openDatabase, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { seedBase } from './base.ts'

/** What a newer version grants when it adds menus and buttons to an installation. */

const openDb = async (): Promise<Db> => {
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  cleanUp(close)
  return db
}

const deleteSeedMark = (db: Db) => db.deleteFrom('seedMark').execute()

/** The roles with a permission, by alias. */
const rolesWith = async (db: Db, code: string): Promise<string[]> =>
  (
    await run<{ alias: string }>(
      db,
      sql`select r.role_alias as alias from role_menu g join menu m on m.id = g.menu_id join role r on r.id = g.role_id
        where m.code = ${code} order by 1`,
    )
  ).map(({ alias }) => alias)

describe('a newer version', () => {
  test('grants a new button to the roles that have all other buttons of its menu, and to no others', async () => {
    const db = await openDb()
    await db.deleteFrom('menu').where('code', '=', 'post_export').execute()
    const [all, some] = await Promise.all(
      ['all', 'some'].map(async (roleAlias) => {
        const row = { roleAlias, roleName: roleAlias, sort: 1, parentId: '0' }
        return (await db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()).id
      }),
    )
    const codes = ['post', 'post_add', 'post_edit', 'post_delete', 'post_view', 'post_import']
    const menuRows = await db.selectFrom('menu').select(['id', 'code']).where('code', 'in', codes).execute()
    const grants = menuRows.flatMap(({ id, code }) => [
      { roleId: all as string, menuId: id },
      ...(code === 'post_delete' ? [] : [{ roleId: some as string, menuId: id }]),
    ])
    await db.insertInto('roleMenu').values(grants).execute()
    await deleteSeedMark(db)
    await seedBase(db, null)
    expect(await rolesWith(db, 'post_export')).toEqual(['all', 'platform'])
  })

  test('grants further reviews to the roles that review already', async () => {
    const db = await openDb()
    await db.deleteFrom('menu').where('code', '=', 'declaration_review').execute()
    await deleteSeedMark(db)
    await seedBase(db, null)
    expect(await rolesWith(db, 'declaration_review')).toEqual(['city', 'platform', 'province_ca', 'province_miit'])
  })

  test('grants the list of all that waits to the roles that have one of its two parts', async () => {
    const db = await openDb()
    const before = await rolesWith(db, 'work_waiting')
    await db.deleteFrom('menu').where('code', 'like', 'work_waiting%').execute()
    await deleteSeedMark(db)
    await seedBase(db, null)
    for (const code of ['work_waiting', 'work_waiting_export']) expect(await rolesWith(db, code)).toEqual(before)
    expect(before).toContain('operator')
  })

  const workPattern = '^(work|leave)(_|$)'
  const workOf = async (db: Db) => {
    const { rows } = await sql<{ role: string; codes: string[] }>`
      select r.role_alias as role, array_agg(m.code order by m.code) as codes
      from role_menu g join menu m on m.id = g.menu_id join role r on r.id = g.role_id
      where m.code ~ ${workPattern} and r.role_alias <> 'operator' group by 1 order by 1`.execute(db)
    return rows
  }
  /** A role that an administrator has made, with one permission of reviews. */
  const addReviewer = (db: Db) =>
    sql`with made as (
        insert into role (role_alias, role_name, sort, parent_id) values ('own_reviewer', '复核', 1, '0') returning id)
      insert into role_menu select made.id, m.id from made, menu m where m.code = 'declaration_score'`.execute(db)

  test('grants new lists of tasks to the roles that review, those of administrators too', async () => {
    const db = await openDb()
    const seeded = await workOf(db)
    expect(seeded.map(({ role }) => role)).toEqual([
      'boss',
      'city',
      'expert',
      'platform',
      'province_ca',
      'province_miit',
    ])
    await addReviewer(db)
    await sql`delete from role_menu where menu_id in (select id from menu where code ~ ${workPattern})`.execute(db)
    await sql`delete from menu where code ~ ${workPattern}`.execute(db)
    await deleteSeedMark(db)
    await seedBase(db, null)
    const codes = seeded[0]?.codes
    const roles = ['city', 'expert', 'own_reviewer', 'platform', 'province_ca', 'province_miit']
    expect(await workOf(db)).toEqual(roles.map((role) => ({ role, codes })))
  })

  test('an installation that has these lists already grants them by its migration, which also orders the menus', async () => {
    const db = await openDb()
    const seeded = await workOf(db)
    await addReviewer(db)
    await sql`delete from role_menu g using menu m, role r where m.id = g.menu_id and r.id = g.role_id
      and m.code ~ ${workPattern} and r.role_alias <> 'boss'`.execute(db)
    const orderOf = async () =>
      (
        await sql<{
          code: string
        }>`select code from menu where code in ('flow_model', 'flow_manager', 'flow_follow', 'flow_deploy')
        order by sort`.execute(db)
      ).rows.map(({ code }) => code)
    const order = await orderOf()
    expect(order).toEqual(['flow_model', 'flow_deploy', 'flow_manager', 'flow_follow'])
    await sql`update menu set sort = o.sort from (values ('flow_manager', 2), ('flow_follow', 3), ('flow_deploy', 4)) as o (code, sort)
      where menu.code = o.code`.execute(db)
    const migration = readFileSync(join(import.meta.dirname, '../migrations/0075-work-menus.sql'), 'utf8')
    await sql.raw(migration).execute(db)
    const all = seeded[0]?.codes
    // a later menu
    const codes = all?.filter((code) => !code.startsWith('work_waiting'))
    const roles = ['boss', 'city', 'expert', 'own_reviewer', 'platform', 'province_ca', 'province_miit']
    expect(await workOf(db)).toEqual(roles.map((role) => ({ role, codes: role === 'boss' ? all : codes })))
    expect(await orderOf()).toEqual(order)
  })

  const networkPattern = '^private_network(_|$)'
  /** What each role may do with private networks, and which of them it sees. */
  const networksOf = async (db: Db) =>
    run<{ role: string; codes: string[]; scopes: string[] | null }>(
      db,
      sql`select r.role_alias as role, array_agg(distinct m.code order by m.code) as codes,
          (select array_agg(s.scope_name order by s.scope_name) from role_scope h join data_scope s on s.id = h.scope_id
            where h.role_id = r.id and s.resource_code = 'private_network') as scopes
        from role r join role_menu g on g.role_id = r.id join menu m on m.id = g.menu_id
        where m.code ~ ${networkPattern} group by r.id, r.role_alias order by 1`,
    )
  const revokeNetworks = async (db: Db, alias: string) => {
    await sql`delete from role_menu where menu_id in (select id from menu where code ~ ${networkPattern})
      and role_id in (select id from role where role_alias like ${alias})`.execute(db)
    await sql`delete from role_scope where scope_id in (select id from data_scope where resource_code = 'private_network')
      and role_id in (select id from role where role_alias like ${alias})`.execute(db)
  }

  test('grants private networks, with their rows, to the roles that read projects; others stay as they are', async () => {
    const db = await openDb()
    const seeded = await networksOf(db)
    expect(seeded.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['city', 'enterprise', 'operator', 'platform']),
    )
    // one that keeps only a part of its grants
    await sql`delete from role_menu g using menu m, role r where m.id = g.menu_id and r.id = g.role_id
      and m.code in ('private_network_view', 'private_network_export') and r.role_alias = 'city'`.execute(db)
    const kept = (await networksOf(db)).filter(({ role }) => role === 'city')
    for (const { role } of seeded) if (role !== 'city') await revokeNetworks(db, role)
    expect(await networksOf(db)).toEqual(kept)
    const migration = readFileSync(
      join(import.meta.dirname, '../migrations/0202-grants-of-private-networks.sql'),
      'utf8',
    )
    await sql.raw(migration.replace('create function', 'create or replace function')).execute(db)
    expect(await networksOf(db)).toEqual([...kept, ...seeded.filter(({ role }) => role !== 'city')])
  })

  test('grants them too when it brings them', async () => {
    const db = await openDb()
    const seeded = await networksOf(db)
    await revokeNetworks(db, '%')
    await sql`delete from data_scope where resource_code = 'private_network'`.execute(db)
    await sql`delete from menu where code ~ ${networkPattern}`.execute(db)
    await deleteSeedMark(db)
    await seedBase(db, null)
    expect(await networksOf(db)).toEqual(seeded)
  })

  test('grants the time at the stages to the offices that review, and figures of officers to who decides', async () => {
    const db = await openDb()
    const codes = ['stage_stay', 'stage_stay_export', 'stage_stay_officer']
    const granted = () => Promise.all(codes.map((code) => rolesWith(db, code)))
    const before = await granted()
    expect(before[0]).toContain('city')
    expect(before[2]).toEqual(['platform'])
    await sql`delete from menu where code ~ '^stage_stay'`.execute(db)
    await deleteSeedMark(db)
    await seedBase(db, null)
    expect(await granted()).toEqual(before)
  })

  test('grants batches and their quotas, within the same places, to the offices that review', async () => {
    const db = await openDb()
    const quotasOf = () =>
      run<{ role: string; scope: string }>(
        db,
        sql`select r.role_alias as role, s.scope_name as scope from role_scope h join data_scope s on s.id = h.scope_id
          join role r on r.id = h.role_id where s.resource_code = 'batch_quota' order by 1, 2`,
      )
    const codes = ['batch', 'batch_move', 'batch_quota', 'batch_quota_edit']
    const granted = () => Promise.all(codes.map((code) => rolesWith(db, code)))
    const before = [await granted(), await quotasOf()]
    expect(before[1]).toContainEqual({ role: 'city', scope: '本地区名额' })
    await sql`delete from role_scope where scope_id in (select id from data_scope where resource_code = 'batch_quota')`.execute(
      db,
    )
    await sql`delete from data_scope where resource_code = 'batch_quota'`.execute(db)
    await sql`delete from menu where code ~ '^batch'`.execute(db)
    await deleteSeedMark(db)
    await seedBase(db, null)
    expect([await granted(), await quotasOf()]).toEqual(before)
  })
})
