import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import {
  type Bound,
  canSeeRow,
  type Facts,
  type Statement,
  type SubjectAttributes,
  seededRoles,
} from './matrix-rules.ts'
import type { Caller, Platform } from './platform.ts'
import { createRole, createScope } from './roles.ts'
import { createStaff, createUserWithoutRights, creditCode } from './scenario.ts'
import { createTenant, insertRow, type Tenant } from './tenants.ts'

/** The users and rows of the matrix: a user of every role, and of every entity rows that are related to them or not. */

const allEntities = Object.values(entities) as AnyEntity[]
/**
 * Entities whose rows belong to a tenant; the others belong to the platform and are the same for all. Who sees the rows of a view
 * depends on the accounts they describe, and so do keys and webhooks (tests/spec/online-users.test.ts,
 * login-log.test.ts, locked-accounts.test.ts, api-keys.test.ts, webhooks.test.ts, report-subscriptions.test.ts).
 */
const ofAccounts: readonly string[] = ['apiKey', 'webhook', 'reportSubscription']
export const tenantEntities = allEntities.filter(
  ({ name, shared, isView }) => !shared && !isView && !ofAccounts.includes(name),
)

export interface Player extends SubjectAttributes {
  readonly name: string
  readonly caller: Caller
  readonly statement: Statement
}

/** A row with its attributes and the mark in its texts. */
export interface MatrixRow extends Facts {
  readonly mark: string
  /** The relation of the row to a user, such as `own city` or `elsewhere`. */
  readonly relation: string
}

export const canSee = (who: Player, entity: AnyEntity, row: MatrixRow): boolean =>
  canSeeRow(row, who, who.statement, entity.rows)

/** The relations of the rows that occur in a text, by id or mark. */
export const relationsIn = (text: string, rows: readonly MatrixRow[]): string[] =>
  rows
    .filter(({ id, mark }) => text.includes(`"id":"${id}"`) || (mark !== '' && text.includes(mark)))
    .map(({ relation }) => relation)
export const relationsOf = (rows: readonly MatrixRow[]): string[] => rows.map(({ relation }) => relation)

/**
 * One row of each kind for this user: created by the user, by `nobody` and by the administrator, in and
 * below their department and elsewhere, and the counterpart in another tenant. Rows of other users differ from those of `nobody`
 * only by their creator.
 */
export const oneOfEachKind = ({ name }: Player, rows: readonly MatrixRow[]): MatrixRow[] => {
  const kinds = ['a branch', 'department', 'below', 'elsewhere', `own ${name}`, 'own nobody', 'own administrator']
  return rows.filter(({ relation }) => [...kinds, `tenant ${name}`].includes(relation))
}

/** An id that no row has. */
export const missingId = '9007199254740'

export interface Matrix {
  /** A tenant whose rows are invisible to all users of the matrix. */
  readonly other: Tenant
  readonly players: readonly Player[]
  /** Accounts of the roles whose data scopes compare facts, of which some or all of these facts are not set. */
  readonly incomplete: readonly Player[]
  readonly rows: readonly MatrixRow[]
  readonly player: (name: string) => Player
}

const bounds = [null, 'all', 'own', 'department', 'below', 'created'] as const
const boundName = (by: (typeof bounds)[number]) => `bound by ${by}`

/** The names of all users, available before the matrix is created: every seeded role, every data scope, and no rights. */
export const playerNames: readonly string[] = [...Object.keys(seededRoles), ...bounds.map(boundName), 'nobody']

const scopeTypes = { all: 1, own: 2, department: 3, below: 4, created: 5 } as const

/** Creates a role with every menu and button and one kind of data scope on everything. */
const boundedRole = async (platform: Platform, admin: Caller, by: keyof typeof scopeTypes | null): Promise<string> => {
  const rows = await platform.db.selectFrom('menu').select('code').where('isDeleted', '=', 0).execute()
  const scopes: string[] = []
  for (const { code, rows: rowsMode } of tenantEntities)
    if (by && rowsMode !== 'own')
      scopes.push(
        await createScope(admin, {
          resourceCode: code,
          scopeType: scopeTypes[by],
          ...(by === 'created'
            ? { scopeColumn: 'createUser', scopeValue: 'createTime_datege=2000-01-01 00:00:00' }
            : {}),
        }),
      )
  const alias = `matrix.${by ?? 'unbounded'}`
  await createRole(platform, admin, alias, { codes: rows.map(({ code }) => code), scopes })
  return alias
}

const boundedBy = (by: Bound | null): Statement => ({
  screens: 'every',
  removes: 'every',
  bounds: by ? Object.fromEntries(tenantEntities.map(({ name }) => [name, { by }])) : {},
})

/** Attributes of the users of a role besides the department. */
const attributesByRole: Readonly<Record<string, DraftPart>> = {
  enterprise: { accountType: 1 },
  operator: { accountType: 2, operator: 1, region: '320500' },
  city: { region: '320500' },
  province_miit: { region: '320000' },
  province_ca: { region: '330000' },
}

const noFacts = { deptId: null, organizationCode: null, operator: null, region: null }

/** Accounts of roles whose data scopes compare facts, by name, with the facts that nobody has set. */
const incompleteAccounts: Readonly<Record<string, object>> = {
  'operator without region': { region: null },
  'operator without operator': { operator: null },
  ...Object.fromEntries(
    ['enterprise', 'operator', 'city', 'province_miit', 'province_ca', 'expert'].map((alias) => [
      `${alias} without facts`,
      noFacts,
    ]),
  ),
}
export const incompleteNames: readonly string[] = Object.keys(incompleteAccounts)

const department = async ({ db }: Platform, name: string, above: string | null) =>
  (
    await db
      .insertInto('dept')
      .values({
        deptName: name,
        fullName: name,
        deptCategory: 2,
        sort: 1,
        parentId: above ?? '0',
        ancestors: above ? `0,${above}` : '0',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

let serial = 0

/** The columns of a row that row restrictions compare. */
const columnsOf = (row: Omit<Facts, 'id'>): DraftPart => ({
  createDept: row.department,
  organizationCode: row.organization,
  operator: row.operator,
  operators: String(row.operator),
  experts: row.expert,
  declareStatus: row.stage,
  city: row.city,
  province: `${row.city.slice(0, 2)}0000`,
  region: row.city,
  deptId: row.department,
  ...(row.entity === 'dept' ? { parentId: '0', ancestors: '0' } : {}),
  ...(row.entity === 'role' ? { parentId: '0' } : {}),
  isPublic: 0,
  pid: null,
})

/** Fills a platform with departments, a user of every role, and rows of every entity by them and by others. */
export const createMatrix = async (platform: Platform): Promise<Matrix> => {
  const { db } = platform
  const admin = await platform.admin()
  const other = await createTenant(platform)
  const [homeDept, otherDept] = [await department(platform, '本部', null), await department(platform, '旁部', null)]
  const childDept = await department(platform, '下属组', homeDept)
  const userWithoutRights = await createUserWithoutRights(platform)

  const addPlayer = async (name: string, alias: string, statement: Statement, missing = {}): Promise<Player> => {
    const person = await createStaff(platform, alias)
    const facts = {
      deptId: [homeDept],
      organizationCode: creditCode(800_000 + ++serial),
      operator: null,
      region: null,
      ...attributesByRole[alias],
      ...missing,
    }
    await db
      .updateTable('user')
      .set({ createUser: person.id, createDept: homeDept, ...facts })
      .where('id', '=', person.id)
      .execute()
    const { organizationCode: organization, operator, region } = facts
    const attributes = { tenantId: '000000', department: homeDept, below: childDept, organization, operator, region }
    return { name, id: person.id, caller: person, statement, ...attributes }
  }
  const players: Player[] = []
  for (const [alias, statement] of Object.entries(seededRoles)) players.push(await addPlayer(alias, alias, statement))
  for (const by of bounds)
    players.push(await addPlayer(boundName(by), await boundedRole(platform, admin, by), boundedBy(by)))
  players.push(await addPlayer('nobody', 'nobody', { screens: [], removes: [], bounds: {} }))
  const incomplete: Player[] = []
  for (const [name, missing] of Object.entries(incompleteAccounts)) {
    const alias = name.split(' ')[0] as string
    incomplete.push(await addPlayer(name, alias, seededRoles[alias] as Statement, missing))
  }

  const farAttributes = {
    creator: userWithoutRights.id,
    organization: '',
    operator: 2,
    city: '410100',
    expert: userWithoutRights.id,
    stage: 60,
  }
  const people = players.map(({ name, id, region }) => ({
    ...farAttributes,
    id,
    entity: 'user',
    tenantId: '000000',
    creator: id,
    department: homeDept,
    mark: '',
    relation: `own ${name}`,
    city: region ?? '',
  }))
  const branches = [homeDept, childDept, otherDept].map((id) => ({
    ...farAttributes,
    id,
    entity: 'dept',
    tenantId: '000000',
    department: id,
    mark: '',
    relation: 'a branch',
  }))
  const rows: MatrixRow[] = [...people, ...branches]
  /** The ids that new rows refer to: the template inserted last, of any tenant. */
  const idsByEntity: Record<string, string> = {}
  const insert = async (entity: AnyEntity, relation: string, overrides: Partial<Facts>): Promise<void> => {
    const mark = `row${++serial}x`
    const organization = creditCode(810_000 + serial)
    const row = {
      ...farAttributes,
      entity: entity.name,
      tenantId: '000000',
      department: otherDept,
      organization,
      ...overrides,
    }
    const { tenantId, creator: createUser } = row
    const id = await insertRow(db, entity, { tenantId, createUser, mark, idsByEntity, more: columnsOf(row) })
    if (entity.name === 'template') idsByEntity.template = id
    // enabled, so that it cannot be removed; invisible, it is not distinguishable from a missing one
    if (['oss', 'sms'].includes(entity.name) && relation === 'elsewhere')
      await db
        .updateTable(entity.name as 'oss')
        .set({ status: 2 })
        .where('id', '=', id)
        .execute()
    rows.push({ ...row, id, mark, relation, department: entity.name === 'dept' ? id : row.department })
  }
  const { id: otherUserId } = await createStaff(platform, 'nobody')
  for (const entity of tenantEntities) {
    const creator = otherUserId
    await insert(entity, 'department', { creator, department: homeDept, city: '320100', operator: 1, stage: 20 })
    await insert(entity, 'below', { creator, department: childDept, city: '320500', operator: 1, stage: 0 })
    await insert(entity, 'elsewhere', { creator })
    for (const { name, id, organization } of players) {
      const nearAttributes = { creator: id, department: homeDept, city: '320500', operator: 1, expert: id, stage: 20 }
      const playerAttributes = { ...nearAttributes, organization: organization ?? '' }
      if (entity.name !== 'user') await insert(entity, `own ${name}`, playerAttributes)
      // rows visible only to their creator would be visible in any tenant, but nobody has accounts in two
      const creatorId = ['attach', 'backgroundJob'].includes(entity.name) ? otherUserId : id
      await insert(entity, `tenant ${name}`, { ...playerAttributes, creator: creatorId, tenantId: other.tenantId })
    }
  }
  const player = (name: string) => {
    const match = players.find((one) => one.name === name)
    if (!match) throw new Error(`Nobody is called ${name}.`)
    return match
  }
  return { other, players, incomplete, rows, player }
}
