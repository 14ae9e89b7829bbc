import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { tenant } from '#contract/system/tenant.ts'
import { user } from '#contract/system/user.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { quoted } from '#server/engine/column-types.ts'
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
import { callOf, send } from '../support/registered-calls.ts'
import { createRow, removeCallOf } from '../support/sample-rows.ts'
import { assignPackage, type Tenant } from '../support/tenants.ts'

type Identity = Awaited<ReturnType<typeof identityOf>>
const identityOf = (caller: Caller) => caller.get(user.calls.info, {})

/**
 * What was removed, by every role and kind of data scope and by somebody of another tenant: who finds which rows in the recycle
 * bins, and who brings them back. What has to come of it is said apart from the engine (support/matrix-rules.ts).
 */
let platform: Platform
let db: Db
let ours: readonly Player[]
let player: Matrix['player']
let all: readonly MatrixRow[]
let other: Tenant
let admin: Caller
let me: Identity
let they: Identity
let theirs: Player

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  ;({ players: ours, player, rows: all, other } = await createMatrix(platform))
  admin = await platform.admin()
  await assignPackage(platform, [other])
  await admin.get(tenant.calls.setting, { ids: other.id, accountNumber: -1 })
  ;[me, they] = [await identityOf(admin), await identityOf(other.admin)]
  theirs = {
    name: foreign,
    caller: other.admin,
    id: String(they.id),
    tenantId: other.tenantId,
    department: '',
    below: '',
    organization: null,
    operator: null,
    region: null,
    // the scopes a tenant begins with: all of its rows
    statement: {
      screens: 'every',
      removes: 'every',
      bounds: { declaration: { by: 'all' }, library: { by: 'all' }, company: { by: 'all' }, attach: { by: 'all' } },
    },
  }
  for (const entity of bins) {
    asPlanted.set(entity.name, await statesOf(entity, rowsIn(entity)))
    await recycle(entity)
  }
})
const foreign = 'administrator of another tenant'
const players = [...playerNames, foreign]
const playerOf = (name: string) => (name === foreign ? theirs : player(name))
const removerFor = ({ tenantId }: Player) => (tenantId === other.tenantId ? they : me)

const bins = tenantEntities.filter((entity) => callOf(entity, 'removed'))
const binOf = (entity: AnyEntity) => callOf(entity, 'removed') as Endpoint
const restoreOf = (entity: AnyEntity) => callOf(entity, 'restore') as Endpoint
/** People and departments of the world stay where they are: they have no mark. */
const rowsIn = (entity: AnyEntity) => all.filter((row) => row.entity === entity.name && row.mark !== '')
const idsOf = (some: readonly MatrixRow[]) => some.map(({ id }) => id)

interface State {
  readonly id: string
  readonly isDeleted: number
  /** All that stands in its columns, but for the removal itself. */
  readonly row: object
}
const statesOf = (entity: AnyEntity, some: readonly MatrixRow[]): Promise<State[]> =>
  run(db, {
    text: `select id::text, is_deleted as "isDeleted", to_jsonb(t) - '{is_deleted,update_user,update_time}'::text[] as row
      from ${quoted(entity.name)} t where id = any(?::bigint[]) order by id`,
    values: [idsOf(some)],
  })
const recycle = (entity: AnyEntity) =>
  run(db, {
    text: `update ${quoted(entity.name)} set is_deleted = 1,
      update_user = case tenant_id when '000000' then ?::bigint else ?::bigint end where id = any(?::bigint[])`,
    values: [me.id, they.id, idsOf(rowsIn(entity))],
  })

const asPlanted = new Map<string, readonly State[]>()

describe('the recycle bin', () => {
  /** The tree of departments begins for everybody with his own (wire-and-fields.md 2.7); of those that were removed none lay there. */
  const isInBranch = (who: Player, entity: AnyEntity) =>
    entity.name !== 'dept' || who.statement.administrator === true || who === theirs

  test.each(players)(
    '%s: shows who may remove those within reach, with who removed them and how many',
    async (name) => {
      const who = playerOf(name)
      for (const entity of bins) {
        const within = rowsIn(entity).filter((row) => canSee(who, entity, row) && isInBranch(who, entity))
        const { status, data } = await who.caller.ask(binOf(entity), { size: 200 })
        if (!canRemove(who, entity.name)) {
          expect([entity.name, status, data]).toEqual([entity.name, 403, null])
          continue
        }
        const { records, total } = data as { records: { id: string; updateUserName: string }[]; total: number }
        const found = rowsIn(entity).filter(({ id }) => records.some((row) => row.id === id))
        expect([entity.name, status, relationsOf(found), total]).toEqual([
          entity.name,
          200,
          relationsOf(within),
          within.length,
        ])
        expect([entity.name, ...new Set(records.map(({ updateUserName }) => updateUserName))]).toEqual([
          entity.name,
          ...(within.length ? [removerFor(who).realName] : []),
        ])
      }
    },
  )

  test.each(players)('%s: and nothing else shows them: no list, no detail', async (name) => {
    const who = playerOf(name)
    for (const entity of bins) {
      for (const verb of new Set(['list', 'page', 'forest', 'select', listVerbOf(entity) ?? 'list'])) {
        const endpoint = callOf(entity, verb)
        const { text } = endpoint ? await send(who.caller, endpoint, { size: 200 }) : { text: '' }
        expect([entity.name, verb, relationsIn(text, rowsIn(entity))]).toEqual([entity.name, verb, []])
      }
      const detail = callOf(entity, 'detail') as Endpoint
      const nothing = await send(who.caller, detail, { id: missingId })
      for (const { id, how } of oneOfEachKind(who, rowsIn(entity)))
        expect([entity.name, how, await send(who.caller, detail, { id })]).toEqual([entity.name, how, nothing])
    }
  })
})

describe('restoring', () => {
  /** A declaration is removed by its own company only, and comes back to it only. */
  const isOwners = (who: Player, entity: AnyEntity) => entity.name !== 'declaration' || who.name === 'enterprise'

  test.each(players)('%s: rows within reach are what they were, for who may remove them', async (name) => {
    const who = playerOf(name)
    for (const entity of bins) {
      const within = rowsIn(entity).filter((row) => canSee(who, entity, row))
      if (within.length === 0) continue
      const { status } = await send(who.caller, restoreOf(entity), { ids: idsOf(within).join(',') })
      const refused = canRemove(who, entity.name) ? 400 : 403
      const isDone = canRemove(who, entity.name) && isOwners(who, entity)
      expect([entity.name, status]).toEqual([entity.name, isDone ? 200 : refused])
      const before = asPlanted.get(entity.name)?.filter(({ id }) => idsOf(within).includes(id))
      expect(await statesOf(entity, within)).toEqual(isDone ? before : before?.map((one) => ({ ...one, isDeleted: 1 })))
      await recycle(entity)
    }
  })

  test.each(players)('%s: rows out of reach stay, and are not told from rows that never were', async (name) => {
    const who = playerOf(name)
    for (const entity of bins) {
      const restore = restoreOf(entity)
      const rowByRow = { ...restore, path: `${restore.path}?rowByRow=1` }
      const [within] = rowsIn(entity).filter((row) => canSee(who, entity, row))
      const beyond = rowsIn(entity).filter((row) => !canSee(who, entity, row))
      const asked = async (id: string) => {
        const told = []
        for (const endpoint of [restore, rowByRow]) told.push(await send(who.caller, endpoint, { ids: id }))
        if (within) told.push(await send(who.caller, restore, { ids: `${within.id},${id}` }))
        return told.map(({ status, text }) => [status, text.replaceAll(id, 'it')])
      }
      const nothing = await asked(missingId)
      for (const { id, how } of oneOfEachKind(who, beyond))
        expect([entity.name, how, await asked(id)]).toEqual([entity.name, how, nothing])
      const held = await statesOf(entity, rowsIn(entity))
      expect([entity.name, held.filter(({ isDeleted }) => isDeleted === 0)]).toEqual([entity.name, []])
    }
  })
})

describe('what belongs to the platform', () => {
  const shared = (Object.values(entities) as AnyEntity[]).filter((one) => one.shared && callOf(one, 'removed'))

  test.each(shared.map((entity) => [entity.name, entity] as const))(
    '%s: is brought back by its own people who may remove it, and by nobody of a tenant',
    async (_, entity) => {
      const clerk = player('bound by all')
      const bystanders = ours.filter((who) => who.statement.screens !== 'every')
      const { id, input: sent } = await createRow(platform, admin, entity)
      const remove = () => admin.get(removeCallOf(entity), entity.name === 'region' ? { id: sent.code } : { ids: id })
      await remove()
      const found = async (who: Player) => {
        const { status, text } = await send(who.caller, binOf(entity), { size: 200 })
        return [status, text.includes(`"id":"${id}"`)]
      }
      const restored = async (who: Player) => (await send(who.caller, restoreOf(entity), { ids: id })).status
      for (const who of bystanders)
        expect([who.name, await found(who), await restored(who)]).toEqual([who.name, [403, false], 403])
      const isClosed = entity.shared === 'closed'
      expect([await found(theirs), await restored(theirs)]).toEqual([isClosed ? [403, false] : [200, true], 403])
      expect(await found(clerk)).toEqual([200, true])
      expect(await restored(clerk)).toBe(200)
      expect(await found(clerk)).toEqual([200, false])
      await remove()
    },
  )
})
