import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Field, type Fields, isMultiple } from '#contract/kit/field.ts'
import { run } from '#server/base/database/db.ts'
import { quoted } from '#server/engine/column-types.ts'
import { targetEntity } from '#server/engine/targets.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { referenceKinds } from '../support/registered-calls.ts'
import { createCallOf, createRow, sampleRow, updateCallOf } from '../support/sample-rows.ts'
import { assignPackage, createTenant, insertRow, type Tenant } from '../support/tenants.ts'

/** Every field that points at rows of tenants, of every entity: one that is added is tested as soon as it is declared. */
let platform: Platform
let here: Record<string, Caller>
let there: Tenant

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  const tenant = await createTenant(platform)
  there = await createTenant(platform)
  await assignPackage(platform, [tenant])
  here = { tenant: tenant.admin, platform: await platform.admin() }
})

const register: Readonly<Record<string, AnyEntity>> = entities
const targetOf = ({ kind, of }: Field): AnyEntity =>
  targetEntity({ entities }, kind.startsWith('file') ? 'attach' : of) as AnyEntity
const fields = Object.values(register).flatMap((entity) =>
  Object.entries(entity.fields as Fields)
    // some fields are written by the platform alone: no call takes them
    .filter(
      ([name, { kind, direction: way }]) =>
        referenceKinds.includes(kind) && way !== 'out' && name in createCallOf(entity).input,
    )
    .map(([name, field]): [string, AnyEntity, string, Field] => [`${entity.name}.${name}`, entity, name, field]),
)
const isOwned = ([, , , field]: (typeof fields)[number]) => !targetOf(field)?.shared

const rowThere = async (target: AnyEntity): Promise<string> => {
  const { id: createUser } = await platform.db
    .selectFrom('user')
    .select('id')
    .where('tenantId', '=', there.tenantId)
    .executeTakeFirstOrThrow()
  return insertRow(platform.db, target, { tenantId: there.tenantId, createUser, mark: 'there', idsByEntity: {} })
}

/** How many rows of an entity point at this one. */
const pointingAt = async ({ name }: AnyEntity, column: string, { kind }: Field, id: string): Promise<number> => {
  const hits = isMultiple(kind) ? `${quoted(column)} @> array[?::bigint]` : `${quoted(column)} = ?`
  return (await run(platform.db, { text: `select 1 from ${quoted(name)} where ${hits}`, values: [id] })).length
}

describe('no field of any entity takes a row of another tenant', () => {
  test('every field that points names an entity of the register', () => {
    expect(fields.filter(([, , , field]) => !targetOf(field)).map(([at]) => at)).toEqual([])
    expect(fields.filter(isOwned).length).toBeGreaterThan(8)
  })

  describe.each(['tenant', 'platform'])('written by the administrator of a %s', (who) => {
    test.each(fields.filter(isOwned))('%s', async (_at, entity, name, field) => {
      const caller = here[who] as Caller
      const theirs = await rowThere(targetOf(field))
      const sent = await sampleRow(platform, caller, entity)
      expect(await caller.ask(createCallOf(entity), { ...sent, [name]: theirs })).toMatchObject({ status: 400 })
      const made = await createRow(platform, caller, entity)
      const changed = { ...made.input, id: made.id, [name]: theirs }
      // an entry of a dictionary stays in it, whatever parent a change names
      const stays = entity.name === 'dictBiz'
      expect(await caller.ask(updateCallOf(entity), changed)).toMatchObject({ status: stays ? 200 : 400 })
      expect(await pointingAt(entity, name, field, theirs)).toBe(0)
    })
  })

  test('a name that no entity has stops whoever asks for it, rather than leaving a pointer unchecked', () => {
    expect(() => targetEntity({ entities: {} }, 'role')).toThrow('A field points into "role", which is no entity.')
  })
})
