import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas, entities } from '#contract/index.ts'
import { screens } from '#contract/plain-screens.ts'
import { initialAccessSeconds, sessionSeconds } from '#contract/session-lifetime.ts'
import { grants } from '#contract/system/grants.ts'
import { paramDefinitions } from '#contract/system/param-definitions.ts'
import { isCommonPassword } from '../auth/common-password.ts'
import { generatePassword, hashPassword } from '../auth/password-hash.ts'
import type { Db } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { StartupError } from '../base/process/env.ts'
import { menuSeeds } from '../engine/menu-seeds.ts'
import { platformTenant } from '../engine/scope.ts'
import { dictionarySeeds } from './dictionaries.ts'
import { sealedEntries } from './dictionary-seed.ts'
import { seedJobServer, seedJobs, shippedJobServer, shippedJobs } from './jobs.ts'
import { grantNewButtons, grantNewWork } from './new-menus.ts'
import { seedParams } from './params.ts'
import { processFiles, seedProcesses } from './processes.ts'
import { seedReports, shippedReports } from './reports.ts'
import { roleSeeds, scopeSeeds } from './roles.ts'
import { grantNewNetworks, grantNewQuotas, seedRoles, seedScopes } from './seed-roles.ts'

/** The initial posts: BladeX forms require a post for every account. */
const posts: readonly [category: number, postCode: string, postName: string][] = [
  [1, 'ceo', '首席执行官'],
  [1, 'coo', '首席运营官'],
  [1, 'cfo', '首席财务官'],
  [1, 'cto', '首席技术官'],
  [1, 'cio', '首席信息官'],
  [2, 'pm', '技术经理'],
  [2, 'hrm', '人力经理'],
  [3, 'staff', '普通员工'],
]

/** Seeds the posts only if none exists, not even a removed one, so that removed posts do not come back. */
const seedPosts = async (db: Db): Promise<void> => {
  if (await db.selectFrom('post').where('tenantId', '=', platformTenant).select('id').limit(1).executeTakeFirst())
    return
  const rows = posts.map(([category, postCode, postName], i) => ({ category, postCode, postName, sort: i + 1 }))
  await db.insertInto('post').values(rows).execute()
}

const dataDir = join(import.meta.dirname, 'data')
const readData = <T>(name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as T
export type RegionFact = [code: string, name: string, parent: string, level: number]
export type IndustryFact = [code: string, name: string, parent: string | null, level: number]
export const regionFacts = () => readData<RegionFact[]>('region.json')
export const industryFacts = () => readData<IndustryFact[]>('gbt4754.json')
/** English names of all regions, by code. */
export const regionsInEnglish = () => readData<Record<string, string>>('region-en.json')
/** English names of all industries, by code. */
export const industriesInEnglish = () => readData<Record<string, string>>('gbt4754-en.json')

const menus = menuSeeds(areas, Object.values(entities), screens)

const englishNames = () => ({ region: regionsInEnglish(), industry: industriesInEnglish() })

/** Hash of the seed data; if it equals the stored one, nothing is seeded. */
const contentHash = () =>
  createHash('sha256')
    .update(
      JSON.stringify([
        menus,
        dictionarySeeds,
        roleSeeds,
        scopeSeeds,
        paramDefinitions,
        processFiles(),
        shippedJobServer,
        shippedJobs,
        shippedReports,
        3,
        englishNames(),
      ]),
    )
    .digest('hex')

const inBatches = async <T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>, size = 500) => {
  for (let i = 0; i < rows.length; i += size) await insert(rows.slice(i, i + size))
}

const seedRegionsAndIndustries = async (db: Db) => {
  if (await db.selectFrom('region').select('id').limit(1).executeTakeFirst()) return
  await inBatches(regionFacts(), (batch) =>
    db
      .insertInto('region')
      .values(
        batch.map(([code, name, parentCode, regionLevel]) => ({
          id: code,
          code,
          name,
          parentCode,
          regionLevel,
          sort: 1,
        })),
      )
      .execute(),
  )
  await inBatches(industryFacts(), (batch) =>
    db
      .insertInto('industry')
      .values(batch.map(([code, name, parentCode, level]) => ({ code, name, parentCode, level })))
      .execute(),
  )
}

/** Adds English names where they are missing; names an administrator entered stay. */
const nameInEnglish = async (db: Db) => {
  for (const [table, names] of Object.entries(englishNames()))
    await sql`
      update ${sql.table(table)} set name_en = english.name_en
      from jsonb_each_text(${JSON.stringify(names)}::jsonb) english(code, name_en)
      where ${sql.table(table)}.code = english.code and ${sql.table(table)}.name_en is null`.execute(db)
}

const seedDictionaries = async (db: Db) => {
  const existingRows = await db.selectFrom('dict').select(['id', 'code', 'dictKey']).execute()
  const idsByKey = new Map(existingRows.map(({ id, code, dictKey }) => [`${code}|${dictKey}`, id]))
  for (const [i, { code, name, entries }] of dictionarySeeds.entries()) {
    const common = { code, isSealed: 0 }
    const head =
      idsByKey.get(`${code}|-1`) ??
      (
        await db
          .insertInto('dict')
          .values({ ...common, parentId: '0', dictKey: '-1', dictValue: name[0], dictValueEn: name[1], sort: i + 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const rows = entries.flatMap(([key, zh, en, remark], j) =>
      idsByKey.has(`${code}|${key}`)
        ? []
        : [
            {
              ...common,
              isSealed: sealedEntries.includes(`${code}|${key}`) ? 1 : 0,
              parentId: head,
              dictKey: String(key),
              dictValue: zh,
              dictValueEn: en,
              sort: j + 1,
              remark: remark ?? null,
            },
          ],
    )
    if (rows.length) await db.insertInto('dict').values(rows).execute()
  }
}

const seedMenus = async (db: Db) => {
  const existingMenus = await db.selectFrom('menu').select(['id', 'code']).execute()
  const ids = new Map(existingMenus.map(({ id, code }) => [code, id]))
  const newMenuIds = new Map<string, string>()
  for (const { code, parent, label, ...rest } of menus) {
    if (ids.has(code)) continue
    const row = {
      ...rest,
      code,
      name: label[0],
      nameEn: label[1],
      parentId: (parent && ids.get(parent)) || '0',
      isOpen: 1 as const,
    }
    const { id } = await db.insertInto('menu').values(row).returning('id').executeTakeFirstOrThrow()
    ids.set(code, id)
    newMenuIds.set(code, id)
  }
  await grantNewButtons(db, [...newMenuIds.values()])
  await grantNewWork(db, newMenuIds)
  return { ids, newMenuIds }
}

const seedDefaults = async (db: Db) => {
  if (!(await db.selectFrom('tenant').where('tenantId', '=', platformTenant).select('id').executeTakeFirst()))
    await db
      .insertInto('tenant')
      .values({ tenantId: platformTenant, tenantName: '管理组', linkman: 'admin', accountNumber: -1, status: 1 })
      .execute()
  const initials = Object.entries(paramDefinitions).filter(([, { initial }]) => initial !== '')
  await seedParams(db, Object.fromEntries(initials.map(([key, { initial }]) => [key, initial])))
  if (!(await db.selectFrom('client').select('id').executeTakeFirst()))
    await db
      .insertInto('client')
      .values({
        clientName: '平台网页',
        clientId: 'saber',
        scope: 'all',
        accessTokenValidity: initialAccessSeconds,
        refreshTokenValidity: sessionSeconds,
        authorizedGrantTypes: grants.map(([name]) => name),
        remark: '平台自有前端，公开应用，不设密钥',
      })
      .execute()
  if (!(await db.selectFrom('dept').where('tenantId', '=', platformTenant).select('id').executeTakeFirst()))
    await db
      .insertInto('dept')
      .values([
        { deptName: '平台运营', fullName: '平台运营机构', deptCategory: 1, sort: 1, parentId: '0', ancestors: '0' },
        { deptName: '申报单位', fullName: '申报单位', deptCategory: 1, sort: 2, parentId: '0', ancestors: '0' },
      ])
      .execute()
}

/**
 * Creates the first administrator. The password is ADMIN_PASSWORD, or it is generated and returned, so that it can be printed
 * once; a generated password must be changed at the first login. Returns null otherwise.
 */
const seedAdministrator = async (db: Db, adminPassword: string | null): Promise<string | null> => {
  const role = await db
    .selectFrom('role')
    .where('tenantId', '=', platformTenant)
    .select('id')
    .where('roleAlias', '=', 'administrator')
    .executeTakeFirstOrThrow()
  const existingUser = await db
    .selectFrom('user')
    .where('tenantId', '=', platformTenant)
    .select('id')
    .where('account', '=', 'admin')
    .executeTakeFirst()
  if (existingUser) return null
  if (adminPassword && isCommonPassword(adminPassword, ['admin']))
    throw new StartupError('ADMIN_PASSWORD is too easy to guess.')
  const dept = await db
    .selectFrom('dept')
    .where('tenantId', '=', platformTenant)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const person = {
    account: 'admin',
    name: '管理员',
    realName: '管理员',
    status: 1 as const,
    userType: 1,
    roleId: [role.id],
    deptId: [dept.id],
  }
  const { id } = await db.insertInto('user').values(person).returning('id').executeTakeFirstOrThrow()
  const password = adminPassword ?? generatePassword()
  await db
    .insertInto('credential')
    .values({ userId: id, hash: await hashPassword(password), isInitial: adminPassword === null })
    .execute()
  return adminPassword ? null : password
}

/** Seeds the required data; later starts add only what a newer version brings. Other servers wait meanwhile. */
export const seedBase = async (
  db: Db,
  adminPassword: string | null,
  pausedJobs: ReadonlySet<string> = new Set(['backup']),
): Promise<{ initialPassword: string | null; hasSeeded: boolean }> => {
  const hash = contentHash()
  const seedMark = await db.selectFrom('seedMark').select('hash').where('name', '=', 'base').executeTakeFirst()
  if (seedMark?.hash === hash) return { initialPassword: null, hasSeeded: false }
  return db.transaction().execute(async (inside) => {
    await sql`select pg_advisory_xact_lock(5020)`.execute(inside)
    await seedRegionsAndIndustries(inside)
    await nameInEnglish(inside)
    await seedDictionaries(inside)
    const { ids: menuIds, newMenuIds } = await seedMenus(inside)
    const scopeIds = await seedScopes(inside, menuIds)
    await grantNewNetworks(inside, newMenuIds)
    await grantNewQuotas(inside, newMenuIds)
    await seedRoles(inside, menuIds, scopeIds)
    await seedDefaults(inside)
    await seedPosts(inside)
    await seedJobServer(inside)
    await seedJobs(inside, pausedJobs)
    await seedProcesses(inside)
    await seedReports(inside)
    const initialPassword = await seedAdministrator(inside, adminPassword)
    await inside
      .insertInto('seedMark')
      .values({ name: 'base', hash })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash }))
      .execute()
    return { initialPassword, hasSeeded: true }
  })
}
