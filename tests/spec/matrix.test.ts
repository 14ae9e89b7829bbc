import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { exportCallsOf, listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { template } from '#contract/project/template.ts'
import { report } from '#contract/report/report.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { commonOpinion } from '#contract/work/common-opinion.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { identifier } from '#server/engine/column-types.ts'
import {
  canSee,
  createMatrix,
  incompleteNames,
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
  forEachTogether,
  inputForRow,
  keysOf,
  type RegisteredCall,
  registeredCalls,
  send,
  sessionEndingCalls,
} from '../support/registered-calls.ts'

/**
 * Every built-in role and every kind of data scope is tested on every screen with rows of the user, of their department,
 * of departments below, of other departments and of other tenants. The expected results do not use the engine (support/matrix-rules.ts).
 */
let platform: Platform
let db: Db
let players: readonly Player[]
let player: Matrix['player']
let incomplete: readonly Player[]
let rows: readonly MatrixRow[]

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  ;({ players, player, incomplete, rows } = await createMatrix(platform))
})

const rowsFor = (entity: AnyEntity) => rows.filter((row) => row.entity === entity.name)

/** Every call adds log entries, so the lists of logs are filtered to the seeded ones. */
const filtersFor = ({ name }: AnyEntity): DraftPart => {
  const field = name === 'audit' ? 'rowTitle' : name.startsWith('log') ? 'serverHost' : null
  return { size: 200, ...(field ? { [`${field}_like`]: 'row' } : {}) }
}

/**
 * Announcements are visible to everybody in the tenant, whatever their data scopes: notices, published reports, the open window; the
 * texts of an office are to everybody there.
 */
const announcementPaths = [
  notice.calls.mine,
  notice.calls.released,
  notice.calls.read,
  report.calls.published,
  report.calls.run,
  report.calls.exportFigures,
  template.calls.IsEnabledTemplate,
  commonOpinion.calls.usable,
].map(({ path }) => path)

describe('the screens of each role', () => {
  test.each(playerNames)('%s opens exactly the expected screens', async (name) => {
    const who = player(name)
    const lists = (['list', 'page', 'forest'] as const).flatMap((verb) =>
      registeredCalls.filter(({ name, endpoint }) => name.endsWith(`.${verb}`) && typeof endpoint.access === 'object'),
    )
    const open = new Set<string>()
    await forEachTogether(lists, async ({ about, endpoint }) => {
      const { status } = await send(who.caller, endpoint, { size: 1 })
      expect([about, [200, 403].includes(status)]).toEqual([about, true])
      if (status === 200) open.add(about)
    })
    const allEntities = new Set(lists.map(({ about }) => about))
    expect([...open].sort()).toEqual([...allEntities].filter((name) => canOpen(who, name)).sort())
  })
})

describe('the rows each role sees', () => {
  const entitiesWithList = tenantEntities.filter((entity) => listVerbOf(entity) || callOf(entity, 'list'))

  test.each(playerNames)(
    '%s sees exactly the expected rows in lists, details and exports, and no other rows in other calls',
    async (name) => {
      const who = player(name)
      for (const entity of entitiesWithList.filter(({ name }) => canOpen(who, name) || name === 'backgroundJob')) {
        const all = rowsFor(entity)
        const visible = all.filter((row) => canSee(who, entity, row))
        const hidden = all.filter((row) => !visible.includes(row))
        for (const verb of ['list', 'page', 'forest'].filter((one) => callOf(entity, one))) {
          const { status, text } = await send(who.caller, callOf(entity, verb) as Endpoint, filtersFor(entity))
          const expected = verb === 'page' && entity.name === 'dept' ? visible.filter(inBranch(who)) : visible
          expect([entity.name, verb, status, relationsIn(text, all)]).toEqual([
            entity.name,
            verb,
            200,
            relationsOf(expected),
          ])
        }
        const detail = callOf(entity, 'detail')
        await forEachTogether(detail ? oneOfEachKind(who, all) : [], async (row) => {
          const { status } = await send(who.caller, detail as Endpoint, { id: row.id })
          const isVisible =
            entity.name === 'attach' ? canSee(who, entity, row) && mayReadFile(who, row) : canSee(who, entity, row)
          expect([entity.name, row.relation, status]).toEqual([entity.name, row.relation, isVisible ? 200 : 404])
        })
        const reading = readingCalls(entity).filter(({ path }) => !announcementPaths.includes(path))
        await forEachTogether(reading, async (endpoint) => {
          const { text } = await send(who.caller, endpoint, { ...filtersFor(entity), format: 'csv' })
          expect([endpoint.path, relationsIn(text, hidden)]).toEqual([endpoint.path, []])
        })
      }
    },
  )

  /** dept/page shows only the user's own branch, except to administrators. */
  const inBranch = (who: Player) => (row: MatrixRow) =>
    who.statement.administrator === true || [who.department, who.below].includes(row.id)
  /** Reading a file requires more than seeing its row: the uploader, or the permission to download. */
  const mayReadFile = (who: Player, row: MatrixRow) => row.creator === who.id || who.statement.screens === 'every'
  const readingCalls = (entity: AnyEntity): Endpoint[] => [
    ...Object.values(entity.calls as Record<string, Endpoint>).filter(
      ({ method, input: takes }) => method === 'GET' && !Object.values(takes).some(({ required }) => required),
    ),
    ...(listVerbOf(entity) ? [exportCallsOf(entity).direct] : []),
  ]
})

describe('rows the user cannot see', () => {
  const stateOf = async (entity: AnyEntity, some: readonly MatrixRow[]) => {
    const ids = some.map(({ id }) => id)
    const table = identifier(entity.name)
    return run(
      db,
      sql`select md5(string_agg(t::text, '' order by id)) as state from ${table} t where id = any(${ids}::bigint[])`,
    )
  }
  const calls = (entity: AnyEntity): RegisteredCall[] =>
    registeredCalls.filter(
      (call) =>
        call.about === entity.name &&
        keysOf(call).length > 0 &&
        !sessionEndingCalls.includes(call.name) &&
        !announcementPaths.includes(call.endpoint.path) &&
        // ignores the id and adds a row
        !(call.name.endsWith('.save') && entity.verbs.includes('save')) &&
        // starts a job that exports the rows of the list (tests/spec/export.test.ts)
        call.endpoint.path !== exportCallsOf(entity).start.path,
    )

  test.each(playerNames)(
    '%s cannot change them with any call, and gets the same responses as for an unknown id',
    async (name) => {
      const who = player(name)
      for (const entity of tenantEntities) {
        const hidden = rowsFor(entity).filter((row) => !canSee(who, entity, row))
        const before = await stateOf(entity, hidden)
        const rows = oneOfEachKind(who, hidden)
        for (const call of rows.length ? calls(entity) : []) {
          const callWith = (id: string) => send(who.caller, call.endpoint, inputForRow(call, id))
          const expected = await callWith(missingId)
          // without permission, a call is refused before its input is read (permission.test.ts), so one row is enough
          await forEachTogether(expected.status === 403 ? rows.slice(0, 1) : rows, async (row) =>
            expect([call.name, row.relation, await callWith(row.id)]).toEqual([call.name, row.relation, expected]),
          )
        }
        expect([entity.name, await stateOf(entity, hidden)]).toEqual([entity.name, before])
      }
    },
  )
})

const isRead = ({ name, endpoint: { method, input, access } }: RegisteredCall) =>
  method === 'GET' &&
  access !== 'public' &&
  !sessionEndingCalls.includes(name) &&
  !Object.values(input).some(({ required }) => required)

describe('an account of which a fact is not set', () => {
  const restricted = tenantEntities.filter(({ rows: mode }) => mode !== 'all').map(({ name }) => name)

  test.each(incompleteNames)('%s: no call shows or changes rows of others in scoped and own entities', async (name) => {
    const who = incomplete.find((one) => one.name === name) as Player
    const foreign = rows.filter(({ entity }) => restricted.includes(entity))
    await forEachTogether(registeredCalls.filter(isRead), async ({ name: call, endpoint }) => {
      const { status, text } = await send(who.caller, endpoint, { size: 200, format: 'csv' })
      expect([call, status, relationsIn(text, foreign)]).toEqual([call, expect.toBeOneOf([200, 400, 403, 404]), []])
    })
    for (const call of registeredCalls.filter(
      ({ about, name }) => restricted.includes(about) && name.endsWith('.detail'),
    ))
      for (const row of foreign.filter(({ entity, relation }) => entity === call.about && relation === 'department')) {
        const { status, text } = await send(who.caller, call.endpoint, inputForRow(call, row.id))
        const isShown = relationsIn(text, [row]).length > 0 || (call.about === 'declaration' && status === 200)
        expect([call.name, isShown]).toEqual([call.name, false])
      }
  })
})

describe('the account of an enterprise or an operator', () => {
  test.each(['enterprise', 'operator'])('%s: no call lists the people of the platform', async (name) => {
    const who = player(name)
    const others = rows.filter(({ entity, id }) => entity === 'user' && id !== who.id)
    await forEachTogether(registeredCalls.filter(isRead), async ({ name: call, endpoint }) => {
      const { text } = await send(who.caller, endpoint, { size: 200 })
      expect([call, relationsIn(text, others)]).toEqual([call, []])
    })
  })
})

describe('rows the user can see', () => {
  /** Entities with further rules for changes; other tests cover them. */
  const ownRules = [
    'user',
    'role',
    'declaration',
    'attach',
    'library',
    'dept',
    'dictBiz',
    'commonOpinion',
    'batch',
    'batchQuota',
    'publicNotice',
  ]
  const editableEntities = tenantEntities.filter(
    ({ name, calls }) => !ownRules.includes(name) && ('submit' in calls || 'update' in calls),
  )
  const textOf = (entity: AnyEntity): string => {
    const match = Object.entries(entity.fields as Fields).find(
      ([, { kind, rule, unique, direction, max = 99 }]) =>
        kind === 'text' && !rule && !unique && !direction && max > 20,
    )
    if (!match) throw new Error(`${entity.name} has no text to change.`)
    return match[0]
  }

  test.each(playerNames)('%s can change them only with the permission of the button', async (name) => {
    const who = player(name)
    const hasButton = (entity: AnyEntity) => who.statement.screens === 'every' || edits[who.name]?.includes(entity.name)
    for (const entity of editableEntities) {
      const endpoint = callOf(entity, 'update') ?? (callOf(entity, 'submit') as Endpoint)
      const [name, value] = [textOf(entity), `matrix ${who.name}`]
      for (const row of rowsFor(entity).filter(
        (one) => canSee(who, entity, one) && nearbyRowKinds(who).includes(one.relation),
      )) {
        const { status } = await send(who.caller, endpoint, { id: row.id, [name]: value })
        const dbRows = await run<{ value: string }>(
          db,
          sql`select ${identifier(name)} as value from ${identifier(entity.name)} where id = ${row.id}`,
        )
        const isAllowed = Boolean(hasButton(entity))
        const actual = [entity.name, row.relation, status, dbRows[0]?.value === value]
        expect(actual).toEqual([entity.name, row.relation, isAllowed ? 200 : 403, isAllowed])
      }
    }
  })

  /** Entities a role may edit; roles with every screen also have every button. */
  const edits: Readonly<Record<string, readonly string[]>> = {
    platform: [
      ...['post', 'notice', 'company', 'privateNetwork', 'template', 'column', 'pressRelease', 'fileRelease'],
      'report',
    ],
    enterprise: ['privateNetwork'],
    operator: ['privateNetwork'],
  }
  const nearbyRowKinds = ({ name }: Player) => [`own ${name}`, 'department', 'below', 'elsewhere']
})

describe('an API scope', () => {
  test('closes its addresses to every role without it, whatever their permissions, until it is removed', async () => {
    const admin = await platform.admin()
    for (const { path, name, calls } of tenantEntities.filter((entity) =>
      ['post', 'notice', 'company'].includes(entity.name),
    )) {
      const scope = { scopePath: `${path}/**`, scopeName: name, resourceCode: name, scopeType: 1 } as const
      const closed = (Object.values(calls) as Endpoint[]).filter(({ method }) => method === 'GET')
      const { id } = await admin.get(apiScope.calls.submit, scope)
      for (const who of players)
        await forEachTogether(closed, async (endpoint) => {
          const { status } = await send(who.caller, endpoint, { id: '1' })
          expect([who.name, endpoint.path, status === 403]).toEqual([
            ...[who.name, endpoint.path],
            who.statement.administrator === undefined,
          ])
        })
      await admin.get(apiScope.calls.remove, { ids: id })
      for (const who of players.filter((one) => canOpen(one, name)))
        expect([who.name, (await send(who.caller, closed[0] as Endpoint, {})).status]).toEqual([who.name, 200])
    }
  })
})

describe('a visitor', () => {
  test('gets 401 from every non-public call, and the response reveals nothing about rows', async () => {
    for (const { about, name, endpoint } of registeredCalls.filter((one) => one.endpoint.access !== 'public')) {
      const row = rows.find(({ entity }) => entity === about)
      const { status, text } = await send(platform.visitor, endpoint, row ? { id: row.id, ids: row.id } : {})
      expect([name, status, relationsIn(text, rows)]).toEqual([name, 401, []])
    }
  })
})
