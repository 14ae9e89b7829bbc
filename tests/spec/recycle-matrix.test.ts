import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { tenant } from '#contract/system/tenant.ts'
import { user } from '#contract/system/user.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { identifier } from '#server/engine/column-types.ts'
import {
  canSee,
  createMatrix,
  type Matrix,
  type MatrixRow,
  missingId,
  oneOfEachKind,
  type Player,
  playerNames,
  relationsIn,
  relationsOf,
  tenantEntities,
} from '../support/matrix.ts'
import { canRemove } from '../support/matrix-rules.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { callOf, forEachTogether, send } from '../support/registered-calls.ts'
import { createRow, removeCallOf } from '../support/sample-rows.ts'
import { assignPackage, type Tenant } from '../support/tenants.ts'

type Identity = Awaited<ReturnType<typeof identityOf>>
const identityOf = (caller: Caller) => caller.get(user.calls.info, {})

/**
 * Every role, every kind of data scope and an administrator of another tenant: who sees which rows in the recycle bins, and who
 * can restore them. The expected results do not use the engine (support/matrix-rules.ts).
 */
let platform: Platform
let db: Db
let platformPlayers: readonly Player[]
let player: Matrix['player']
let all: readonly MatrixRow[]
let other: Tenant
let admin: Caller
let adminIdentity: Identity
let tenantIdentity: Identity
let tenantPlayer: Player

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  ;({ players: platformPlayers, player, rows: all, other } = await createMatrix(platform))
  admin = await platform.admin()
  await assignPackage(platform, [other])
  await admin.get(tenant.calls.setting, { ids: other.id, accountNumber: -1 })
  ;[adminIdentity, tenantIdentity] = [await identityOf(admin), await identityOf(other.admin)]
  tenantPlayer = {
    name: tenantPlayerName,
    caller: other.admin,
    id: String(tenantIdentity.id),
    tenantId: other.tenantId,
    department: '',
    below: '',
    organization: null,
    operator: null,
    region: null,
    // the initial scopes of a tenant contain all its rows
    statement: {
      screens: 'every',
      removes: 'every',
      bounds: {
        declaration: { by: 'all' },
        batchQuota: { by: 'all' },
        library: { by: 'all' },
        privateNetwork: { by: 'all' },
        company: { by: 'all' },
        attach: { by: 'all' },
        commonOpinion: { by: 'all' },
      },
    },
  }
  for (const entity of bins) {
    statesBefore.set(entity.name, await statesOf(entity, rowsIn(entity)))
    await recycle(entity)
  }
})
const tenantPlayerName = 'administrator of another tenant'
const players = [...playerNames, tenantPlayerName]
const playerOf = (name: string) => (name === tenantPlayerName ? tenantPlayer : player(name))
const removerFor = ({ tenantId }: Player) => (tenantId === other.tenantId ? tenantIdentity : adminIdentity)

const bins = tenantEntities.filter((entity) => callOf(entity, 'removed'))
const binOf = (entity: AnyEntity) => callOf(entity, 'removed') as Endpoint
const restoreOf = (entity: AnyEntity) => callOf(entity, 'restore') as Endpoint
/** The users and departments of the matrix itself have no mark and are not removed. */
const rowsIn = (entity: AnyEntity) => all.filter((row) => row.entity === entity.name && row.mark !== '')
const idsOf = (some: readonly MatrixRow[]) => some.map(({ id }) => id)

interface State {
  readonly id: string
  readonly isDeleted: number
  /** All columns except those of the removal itself. */
  readonly row: object
}
/** `phone_login` follows from other columns (docs/decisions/0107). */
const statesOf = (entity: AnyEntity, some: readonly MatrixRow[]): Promise<State[]> =>
  run(
    db,
    sql`select id, is_deleted as "isDeleted", to_jsonb(t) - '{is_deleted,update_user,update_time,removed_time,phone_login}'::text[] as row
      from ${identifier(entity.name)} t where id = any(${idsOf(some)}::bigint[]) order by id`,
  )
const recycle = (entity: AnyEntity) =>
  run(
    db,
    sql`update ${identifier(entity.name)} set is_deleted = 1,
      update_user = case tenant_id when '000000' then ${adminIdentity.id}::bigint else ${tenantIdentity.id}::bigint end
      where id = any(${idsOf(rowsIn(entity))}::bigint[])`,
  )

const statesBefore = new Map<string, readonly State[]>()

describe('the recycle bin', () => {
  /** The department tree begins with the user's own department, and no removed department is below one. */
  const isInBranch = (who: Player, entity: AnyEntity) =>
    entity.name !== 'dept' || who.statement.administrator === true || who === tenantPlayer

  test.each(players)(
    '%s sees the removed rows of their data scope, with remover and total, if they may remove such rows',
    async (name) => {
      const who = playerOf(name)
      for (const entity of bins) {
        const visible = rowsIn(entity).filter((row) => canSee(who, entity, row) && isInBranch(who, entity))
        const { status, data } = await who.caller.ask(binOf(entity), { size: 200 })
        if (!canRemove(who, entity.name)) {
          expect([entity.name, status, data]).toEqual([entity.name, 403, null])
          continue
        }
        const { records, total } = data as { records: { id: string; updateUserName: string }[]; total: number }
        const shown = rowsIn(entity).filter(({ id }) => records.some((row) => row.id === id))
        expect([entity.name, status, relationsOf(shown), total]).toEqual([
          entity.name,
          200,
          relationsOf(visible),
          visible.length,
        ])
        expect([entity.name, ...new Set(records.map(({ updateUserName }) => updateUserName))]).toEqual([
          entity.name,
          ...(visible.length ? [removerFor(who).realName] : []),
        ])
      }
    },
  )

  test.each(players)('%s sees removed rows in no other list and in no detail', async (name) => {
    const who = playerOf(name)
    for (const entity of bins) {
      for (const verb of new Set(['list', 'page', 'forest', 'select', listVerbOf(entity) ?? 'list'])) {
        const endpoint = callOf(entity, verb)
        const { text } = endpoint ? await send(who.caller, endpoint, { size: 200 }) : { text: '' }
        expect([entity.name, verb, relationsIn(text, rowsIn(entity))]).toEqual([entity.name, verb, []])
      }
      const detail = callOf(entity, 'detail') as Endpoint
      const expected = await send(who.caller, detail, { id: missingId })
      await forEachTogether(oneOfEachKind(who, rowsIn(entity)), async ({ id, relation }) =>
        expect([entity.name, relation, await send(who.caller, detail, { id })]).toEqual([
          entity.name,
          relation,
          expected,
        ]),
      )
    }
  })
})

describe('restoring removed rows', () => {
  /** Only its own company can remove and restore a declaration. */
  const isOwner = (who: Player, entity: AnyEntity) => entity.name !== 'declaration' || who.name === 'enterprise'

  test.each(players)('%s restores visible rows unchanged if they may remove such rows', async (name) => {
    const who = playerOf(name)
    for (const entity of bins) {
      const visible = rowsIn(entity).filter((row) => canSee(who, entity, row))
      if (visible.length === 0) continue
      const { status } = await send(who.caller, restoreOf(entity), { ids: idsOf(visible).join(',') })
      const rejectedStatus = canRemove(who, entity.name) ? 400 : 403
      const isAllowed = canRemove(who, entity.name) && isOwner(who, entity)
      expect([entity.name, status]).toEqual([entity.name, isAllowed ? 200 : rejectedStatus])
      const before = statesBefore.get(entity.name)?.filter(({ id }) => idsOf(visible).includes(id))
      expect(await statesOf(entity, visible)).toEqual(
        isAllowed ? before : before?.map((one) => ({ ...one, isDeleted: 1 })),
      )
      await recycle(entity)
    }
  })

  test.each(players)('%s cannot restore other rows and gets the same responses as for unknown ids', async (name) => {
    const who = playerOf(name)
    for (const entity of bins) {
      const restore = restoreOf(entity)
      const rowByRow = { ...restore, path: `${restore.path}?rowByRow=1` }
      const [visible] = rowsIn(entity).filter((row) => canSee(who, entity, row))
      const hidden = rowsIn(entity).filter((row) => !canSee(who, entity, row))
      const responsesFor = async (id: string) => {
        const responses = []
        for (const endpoint of [restore, rowByRow]) responses.push(await send(who.caller, endpoint, { ids: id }))
        if (visible) responses.push(await send(who.caller, restore, { ids: `${visible.id},${id}` }))
        return responses.map(({ status, text }) => [status, text.replaceAll(id, 'it')])
      }
      const expected = await responsesFor(missingId)
      // without permission, a call is refused before its input is read (permission.test.ts), so one row is enough
      const rows = oneOfEachKind(who, hidden)
      for (const { id, relation } of canRemove(who, entity.name) ? rows : rows.slice(0, 1))
        expect([entity.name, relation, await responsesFor(id)]).toEqual([entity.name, relation, expected])
      const states = await statesOf(entity, rowsIn(entity))
      expect([entity.name, states.filter(({ isDeleted }) => isDeleted === 0)]).toEqual([entity.name, []])
    }
  })
})

describe('removed rows of the platform', () => {
  const shared = (Object.values(entities) as AnyEntity[]).filter((one) => one.shared && callOf(one, 'removed'))

  test.each(shared.map((entity) => [entity.name, entity] as const))(
    '%s: only platform users who may remove it can restore it',
    async (_, entity) => {
      const clerk = player('bound by all')
      const bystanders = platformPlayers.filter((who) => who.statement.screens !== 'every')
      const { id, input } = await createRow(platform, admin, entity)
      const remove = () => admin.get(removeCallOf(entity), entity.name === 'region' ? { id: input.code } : { ids: id })
      await remove()
      const binStatus = async (who: Player) => {
        const { status, text } = await send(who.caller, binOf(entity), { size: 200 })
        return [status, text.includes(`"id":"${id}"`)]
      }
      const restoreStatus = async (who: Player) => (await send(who.caller, restoreOf(entity), { ids: id })).status
      for (const who of bystanders)
        expect([who.name, await binStatus(who), await restoreStatus(who)]).toEqual([who.name, [403, false], 403])
      const isClosed = entity.shared === 'closed'
      expect([await binStatus(tenantPlayer), await restoreStatus(tenantPlayer)]).toEqual([
        isClosed ? [403, false] : [200, true],
        403,
      ])
      expect(await binStatus(clerk)).toEqual([200, true])
      expect(await restoreStatus(clerk)).toBe(200)
      expect(await binStatus(clerk)).toEqual([200, false])
      await remove()
    },
  )
})
