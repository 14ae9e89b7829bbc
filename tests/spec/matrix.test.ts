import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { exportCallsOf, listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Typed } from '#contract/project/completeness.ts'
import { template } from '#contract/project/template.ts'
import { apiScope } from '#contract/system/api-scope.ts'
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
import { canOpen } from '../support/matrix-rules.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import {
  callOf,
  inputForRow,
  keysOf,
  type RegisteredCall,
  registeredCalls,
  send,
  sessionEndingCalls,
} from '../support/registered-calls.ts'

/**
 * Every role a platform starts with, and every kind of data scope, by every screen, by rows of one's own, of one's department,
 * below it, of another and of another tenant. What has to come of it is said apart from the engine (support/matrix-rules.ts).
 */
let platform: Platform
let db: Db
let players: readonly Player[]
let player: Matrix['player']
let rows: readonly MatrixRow[]

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  ;({ players, player, rows } = await createMatrix(platform))
})

const rowsFor = (entity: AnyEntity) => rows.filter((row) => row.entity === entity.name)

/** Lines of logs come with every call: those that were planted are asked for. */
const among = ({ name }: AnyEntity): Typed => {
  const field = name === 'audit' ? 'rowTitle' : name.startsWith('log') ? 'serverHost' : null
  return { size: 200, ...(field ? { [`${field}_like`]: 'row' } : {}) }
}

/** What is announced is announced to everybody of the tenant, whatever bounds his lists: notices, and the open round. */
const announced = [notice.calls.mine, notice.calls.released, notice.calls.read, template.calls.IsEnabledTemplate].map(
  ({ path }) => path,
)

describe('what each role opens', () => {
  test.each(playerNames)('%s: its own screens and no other', async (name) => {
    const who = player(name)
    const lists = (['list', 'page', 'forest'] as const).flatMap((verb) =>
      registeredCalls.filter(({ name, endpoint }) => name.endsWith(`.${verb}`) && typeof endpoint.access === 'object'),
    )
    const open = new Set<string>()
    for (const { about, endpoint } of lists) {
      const { status } = await send(who.caller, endpoint, { size: 1 })
      expect([about, [200, 403].includes(status)]).toEqual([about, true])
      if (status === 200) open.add(about)
    }
    const every = new Set(lists.map(({ about }) => about))
    expect([...open].sort()).toEqual([...every].filter((name) => canOpen(who, name)).sort())
  })
})

describe('which rows each role sees', () => {
  const listing = tenantEntities.filter((entity) => listVerbOf(entity) || callOf(entity, 'list'))

  test.each(playerNames)(
    '%s: in lists, details and exports those within reach, and nothing of another anywhere',
    async (name) => {
      const who = player(name)
      for (const entity of listing.filter(({ name }) => canOpen(who, name) || name === 'backgroundJob')) {
        const all = rowsFor(entity)
        const within = all.filter((row) => canSee(who, entity, row))
        const beyond = all.filter((row) => !within.includes(row))
        for (const verb of ['list', 'page', 'forest'].filter((one) => callOf(entity, one))) {
          const { status, text } = await send(who.caller, callOf(entity, verb) as Endpoint, among(entity))
          const expected = verb === 'page' && entity.name === 'dept' ? within.filter(inBranch(who)) : within
          expect([entity.name, verb, status, relationsIn(text, all)]).toEqual([
            entity.name,
            verb,
            200,
            relationsOf(expected),
          ])
        }
        for (const row of oneOfEachKind(who, all)) {
          const { status } = await send(who.caller, callOf(entity, 'detail') as Endpoint, { id: row.id })
          const isShown =
            entity.name === 'attach' ? canSee(who, entity, row) && mayReadFile(who, row) : canSee(who, entity, row)
          expect([entity.name, row.how, status]).toEqual([entity.name, row.how, isShown ? 200 : 404])
        }
        for (const endpoint of readingCalls(entity).filter(({ path }) => !announced.includes(path))) {
          const { text } = await send(who.caller, endpoint, { ...among(entity), format: 'csv' })
          expect([endpoint.path, relationsIn(text, beyond)]).toEqual([endpoint.path, []])
        }
      }
    },
  )

  /** Whoever does not look after all of them reads his own departments and what lies below, page by page. */
  const inBranch = (who: Player) => (row: MatrixRow) =>
    who.statement.administrator === true || [who.department, who.below].includes(row.id)
  /** Of a file more than to reach its row is asked: to have put it there, or the permission to download. */
  const mayReadFile = (who: Player, row: MatrixRow) => row.creator === who.id || who.statement.screens === 'every'
  const readingCalls = (entity: AnyEntity): Endpoint[] => [
    ...Object.values(entity.calls as Record<string, Endpoint>).filter(
      ({ method, input: takes }) => method === 'GET' && !Object.values(takes).some(({ required }) => required),
    ),
    ...(listVerbOf(entity) ? [exportCallsOf(entity).direct] : []),
  ]
})

describe('rows out of reach', () => {
  const stateOf = async (entity: AnyEntity, some: readonly MatrixRow[]) => {
    const text = `select md5(string_agg(t::text, '' order by id)) as state from ${quoted(entity.name)} t where id = any(?::bigint[])`
    return run(db, { text, values: [some.map(({ id }) => id)] })
  }
  const calls = (entity: AnyEntity): RegisteredCall[] =>
    registeredCalls.filter(
      (asked) =>
        asked.about === entity.name &&
        keysOf(asked).length > 0 &&
        !sessionEndingCalls.includes(asked.name) &&
        !announced.includes(asked.endpoint.path) &&
        // adds a row, whatever id is sent with it
        !(asked.name.endsWith('.save') && entity.verbs.includes('save')) &&
        // begins a job whose rows come from the list (tests/spec/export.test.ts)
        asked.endpoint.path !== exportCallsOf(entity).start.path,
    )

  test.each(playerNames)('%s: no call changes one, and none tells it from a row that never was', async (name) => {
    const who = player(name)
    for (const entity of tenantEntities) {
      const beyond = rowsFor(entity).filter((row) => !canSee(who, entity, row))
      const before = await stateOf(entity, beyond)
      const rows = oneOfEachKind(who, beyond)
      for (const asked of rows.length ? calls(entity) : []) {
        const about = (id: string) => send(who.caller, asked.endpoint, inputForRow(asked, id))
        const nothing = await about(missingId)
        for (const row of rows)
          expect([asked.name, row.how, await about(row.id)]).toEqual([asked.name, row.how, nothing])
      }
      expect([entity.name, await stateOf(entity, beyond)]).toEqual([entity.name, before])
    }
  })
})

describe('rows within reach', () => {
  /** What is changed by rules of its own beyond reach and permission: other tests walk them. */
  const ownRules = ['user', 'role', 'declaration', 'attach', 'library', 'dept', 'dictBiz']
  const changed = tenantEntities.filter(
    ({ name, calls }) => !ownRules.includes(name) && ('submit' in calls || 'update' in calls),
  )
  const textOf = (entity: AnyEntity): string => {
    const found = Object.entries(entity.fields as Fields).find(
      ([, { kind, rule, unique, direction: way, max = 99 }]) => kind === 'text' && !rule && !unique && !way && max > 20,
    )
    if (!found) throw new Error(`${entity.name} has no text to change.`)
    return found[0]
  }

  test.each(playerNames)('%s: are changed by who holds the button, and by nobody else', async (name) => {
    const who = player(name)
    const holds = (entity: AnyEntity) => who.statement.screens === 'every' || edits[who.name]?.includes(entity.name)
    for (const entity of changed) {
      const endpoint = callOf(entity, 'update') ?? (callOf(entity, 'submit') as Endpoint)
      const [name, value] = [textOf(entity), `matrix ${who.name}`]
      for (const row of rowsFor(entity).filter((one) => canSee(who, entity, one) && near(who).includes(one.how))) {
        const { status } = await send(who.caller, endpoint, { id: row.id, [name]: value })
        const found = await run<{ value: string }>(db, {
          text: `select ${quoted(name)} as value from ${quoted(entity.name)} where id = ?`,
          values: [row.id],
        })
        const isDone = Boolean(holds(entity))
        const told = [entity.name, row.how, status, found[0]?.value === value]
        expect(told).toEqual([entity.name, row.how, isDone ? 200 : 403, isDone])
      }
    }
  })

  /** Entities whose rows a role changes; those that open every screen hold every button too. */
  const edits: Readonly<Record<string, readonly string[]>> = {
    platform: ['post', 'notice', 'company', 'template', 'column', 'pressRelease', 'fileRelease'],
  }
  const near = ({ name }: Player) => [`own ${name}`, 'department', 'below', 'elsewhere']
})

describe('an API scope', () => {
  test('closes its addresses to every role that holds none of it, whatever their permissions, and to none once it is gone', async () => {
    const admin = await platform.admin()
    for (const { path, name, calls } of tenantEntities.filter((entity) =>
      ['post', 'notice', 'company'].includes(entity.name),
    )) {
      const asked = { scopePath: `${path}/**`, scopeName: name, resourceCode: name, scopeType: 1 } as const
      const closed = (Object.values(calls) as Endpoint[]).filter(({ method }) => method === 'GET')
      const { id } = await admin.get(apiScope.calls.submit, asked)
      for (const who of players)
        for (const endpoint of closed) {
          const { status } = await send(who.caller, endpoint, { id: '1' })
          expect([who.name, endpoint.path, status === 403]).toEqual([
            ...[who.name, endpoint.path],
            who.statement.administrator === undefined,
          ])
        }
      await admin.get(apiScope.calls.remove, { ids: id })
      for (const who of players.filter((one) => canOpen(one, name)))
        expect([who.name, (await send(who.caller, closed[0] as Endpoint, {})).status]).toEqual([who.name, 200])
    }
  })
})

describe('a visitor', () => {
  test('is asked for a session by every screen, and learns nothing of a row from the answer', async () => {
    for (const { about, name, endpoint } of registeredCalls.filter((one) => one.endpoint.access !== 'public')) {
      const row = rows.find(({ entity }) => entity === about)
      const { status, text } = await send(platform.visitor, endpoint, row ? { id: row.id, ids: row.id } : {})
      expect([name, status, relationsIn(text, rows)]).toEqual([name, 401, []])
    }
  })
})
