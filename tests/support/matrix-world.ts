import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Typed } from '#contract/project/complete.ts'
import { type Bound, type Facts, reaches, type Standing, type Statement, seeded } from './matrix-rules.ts'
import type { Caller, Platform } from './platform.ts'
import { roleOf, scopeOf } from './roles.ts'
import { bystander, creditCode, staff } from './story.ts'
import { foundTenant, plantRow, type Tenant } from './tenants.ts'

/** The people and the rows of the matrix: somebody of every role, and of every entity rows near to and far from him. */

const all = Object.values(entities) as AnyEntity[]
/** What belongs to tenants and their people; the rest is the platform's, and the same for all. */
export const owned = all.filter(({ shared }) => !shared)

export interface Player extends Standing {
  readonly name: string
  readonly caller: Caller
  readonly statement: Statement
}

/** A row with what it says of people, and the word that stands in its texts. */
export interface Planted extends Facts {
  readonly mark: string
  /** How near it is, and to whom: `own city`, `elsewhere`. */
  readonly how: string
}

export const sees = (who: Player, entity: AnyEntity, row: Planted): boolean =>
  reaches(row, who, who.statement, entity.rows)

/** Which of the rows a text tells of, by their ids or by the word in their texts. */
export const shownIn = (text: string, among: readonly Planted[]): string[] =>
  among
    .filter(({ id, mark }) => text.includes(`"id":"${id}"`) || (mark !== '' && text.includes(mark)))
    .map(({ how }) => how)
export const namesOf = (some: readonly Planted[]): string[] => some.map(({ how }) => how)

/**
 * One row of each kind there is for this person: what he made himself, what nobody and the administrator made, what lies in and
 * below his department and elsewhere, what stands for the same in another tenant. Rows of the others differ from those of `nobody`
 * by the name of their maker alone.
 */
export const oneOfEachKind = ({ name }: Player, some: readonly Planted[]): Planted[] => {
  const kinds = ['a branch', 'department', 'below', 'elsewhere', `own ${name}`, 'own nobody', 'own administrator']
  return some.filter(({ how }) => [...kinds, `tenant ${name}`].includes(how))
}

/** No row has this id. */
export const never = '9007199254740'

export interface World {
  /** The tenant whose rows nobody of the others sees. */
  readonly other: Tenant
  readonly players: readonly Player[]
  readonly rows: readonly Planted[]
  readonly player: (name: string) => Player
}

const bounds = [null, 'all', 'own', 'department', 'below', 'created'] as const
const boundName = (by: (typeof bounds)[number]) => `bound by ${by}`

/** Everybody in the world, known before it is filled: somebody of every seeded role, of every data scope, and of no right. */
export const playerNames: readonly string[] = [...Object.keys(seeded), ...bounds.map(boundName), 'nobody']

const scopeTypes = { all: 1, own: 2, department: 3, below: 4, created: 5 } as const

/** A role that holds every menu and button, with one kind of data scope on everything. */
const boundedRole = async (platform: Platform, admin: Caller, by: keyof typeof scopeTypes | null): Promise<string> => {
  const rows = await platform.db.selectFrom('menu').select('code').where('isDeleted', '=', 0).execute()
  const scopes: string[] = []
  for (const { code, rows: whose } of owned)
    if (by && whose !== 'own')
      scopes.push(
        await scopeOf(admin, {
          ...{ resourceCode: code, scopeType: scopeTypes[by] },
          ...(by === 'created'
            ? { scopeColumn: 'createUser', scopeValue: 'createTime_datege=2000-01-01 00:00:00' }
            : {}),
        }),
      )
  const alias = `matrix.${by ?? 'unbounded'}`
  await roleOf(platform, admin, alias, { codes: rows.map(({ code }) => code), scopes })
  return alias
}

const boundedBy = (by: Bound | null): Statement => ({
  ...{ screens: 'every', removes: 'every' },
  bounds: by ? Object.fromEntries(owned.map(({ name }) => [name, { by }])) : {},
})

/** What people of a role stand for beside their department. */
const duties: Readonly<Record<string, Typed>> = {
  enterprise: { accountType: 1 },
  operator: { accountType: 2, operator: 1 },
  city: { region: '320500' },
  province_miit: { region: '320000' },
  province_ca: { region: '330000' },
}

const department = async ({ db }: Platform, name: string, above: string | null) =>
  (
    await db
      .insertInto('dept')
      .values({
        ...{ deptName: name, fullName: name, deptCategory: 2, sort: 1 },
        ...{ parentId: above ?? '0', ancestors: above ? `0,${above}` : '0' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

let serial = 0

/** What stands in the columns of a row that people and places are told by. */
const columnsOf = (row: Omit<Facts, 'id'>): Typed => ({
  ...{ createDept: row.department, organizationCode: row.organization, operator: row.operator },
  ...{ operators: String(row.operator), experts: row.expert, declareStatus: row.stage },
  ...{ city: row.city, province: `${row.city.slice(0, 2)}0000`, region: row.city },
  deptId: row.department,
  ...(row.entity === 'dept' ? { parentId: '0', ancestors: '0' } : {}),
  ...(row.entity === 'role' ? { parentId: '0' } : {}),
  ...{ isPublic: 0, pid: null },
})

/** Fills a platform: departments, somebody of every role, and of every entity rows by him and by others. */
export const makeWorld = async (platform: Platform): Promise<World> => {
  const { db } = platform
  const admin = await platform.admin()
  const other = await foundTenant(platform)
  const [mine, elsewhere] = [await department(platform, '本部', null), await department(platform, '旁部', null)]
  const below = await department(platform, '下属组', mine)
  const nobody = await bystander(platform)

  const join = async (name: string, alias: string, statement: Statement): Promise<Player> => {
    const person = await staff(platform, alias)
    const duty = duties[name] ?? {}
    const organization = creditCode(800_000 + ++serial)
    await db
      .updateTable('user')
      .set({ deptId: [mine], organizationCode: organization, createUser: person.id, createDept: mine, ...duty })
      .where('id', '=', person.id)
      .execute()
    const { operator = null, region = null } = duty as { operator?: number; region?: string }
    const standing = { id: person.id, tenantId: '000000', department: mine, below, organization, operator, region }
    return { name, caller: person, statement, ...standing }
  }
  const players: Player[] = []
  for (const [alias, statement] of Object.entries(seeded)) players.push(await join(alias, alias, statement))
  for (const by of bounds)
    players.push(await join(boundName(by), await boundedRole(platform, admin, by), boundedBy(by)))
  players.push(await join('nobody', 'nobody', { screens: [], removes: [], bounds: {} }))

  const far = { creator: nobody.id, organization: '', operator: 2, city: '410100', expert: nobody.id, stage: 60 }
  const people = players.map(({ name, id, region }) => ({
    ...{ ...far, id, entity: 'user', tenantId: '000000', creator: id, department: mine, mark: '', how: `own ${name}` },
    city: region ?? '',
  }))
  const branches = [mine, below, elsewhere].map((id) => ({
    ...{ ...far, id, entity: 'dept', tenantId: '000000', department: id, mark: '', how: 'a branch' },
  }))
  const rows: Planted[] = [...people, ...branches]
  /** What declarations point at: the round that was planted last, of whatever tenant. */
  const planted: Record<string, string> = {}
  const plant = async (entity: AnyEntity, how: string, given: Partial<Facts>): Promise<void> => {
    const mark = `row${++serial}x`
    const organization = creditCode(810_000 + serial)
    const row = {
      ...{ ...far, entity: entity.name, tenantId: '000000', department: elsewhere, organization },
      ...given,
    }
    const { tenantId, creator: createUser } = row
    const id = await plantRow(db, entity, { tenantId, createUser, mark, planted, more: columnsOf(row) })
    if (entity.name === 'template') planted.template = id
    // in use: neither removed nor, out of reach, told from one that never was
    if (['oss', 'sms'].includes(entity.name) && how === 'elsewhere')
      await db
        .updateTable(entity.name as 'oss')
        .set({ status: 2 })
        .where('id', '=', id)
        .execute()
    rows.push({ ...row, id, mark, how, department: entity.name === 'dept' ? id : row.department })
  }
  const { id: stranger } = await staff(platform, 'nobody')
  for (const entity of owned) {
    const creator = stranger
    await plant(entity, 'department', { creator, department: mine, city: '320100', operator: 1, stage: 20 })
    await plant(entity, 'below', { creator, department: below, city: '320500', operator: 1, stage: 0 })
    await plant(entity, 'elsewhere', { creator })
    for (const { name, id, organization } of players) {
      const close = { creator: id, department: mine, city: '320500', operator: 1, expert: id, stage: 20 }
      const own = { ...close, organization: organization ?? '' }
      if (entity.name !== 'user') await plant(entity, `own ${name}`, own)
      // what is somebody's by who made it is so in whatever tenant: nobody has accounts in two
      const by = ['attach', 'backgroundJob'].includes(entity.name) ? stranger : id
      await plant(entity, `tenant ${name}`, { ...own, creator: by, tenantId: other.tenantId })
    }
  }
  const player = (name: string) => {
    const found = players.find((one) => one.name === name)
    if (!found) throw new Error(`Nobody is called ${name}.`)
    return found
  }
  return { other, players, rows, player }
}
