import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isMultiple } from '#contract/kit/kinds.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { identifier } from '#server/engine/column-types.ts'
import { targetEntity } from '#server/engine/targets.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { referenceKinds } from '../support/registered-calls.ts'
import { createCallOf, createRow, isCreatedByCalls, sampleRow, updateCallOf } from '../support/sample-rows.ts'
import { assignPackage, createTenant, insertRow, type Tenant } from '../support/tenants.ts'

/** Tests every field of every entity that references rows of tenants; a new field is included as soon as it is declared. */
let platform: Platform
let callers: Record<string, Caller>
let otherTenant: Tenant

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  const tenant = await createTenant(platform)
  otherTenant = await createTenant(platform)
  await assignPackage(platform, [tenant])
  callers = { tenant: tenant.admin, platform: await platform.admin() }
})

const register: Readonly<Record<string, AnyEntity>> = entities
const targetOf = ({ kind, of }: Field): AnyEntity =>
  targetEntity({ entities }, kind.startsWith('file') ? 'attach' : of) as AnyEntity
// a request for leave checks its approver when it starts its process (process-tenants.test.ts); deputies: deputies.test.ts; notices:
// public-notice-bounds.test.ts
const fields = Object.values(register)
  .filter(({ name }) => !['leave', 'deputy', 'publicNotice'].includes(name))
  .flatMap((entity) =>
    Object.entries(entity.fields as Fields)
      .filter(([, { kind, direction }]) => referenceKinds.includes(kind) && direction !== 'out')
      // some fields are written only by the server and are in no call
      .filter(([name]) => isCreatedByCalls(entity) && name in createCallOf(entity).input)
      .map(([name, field]): [string, AnyEntity, string, Field] => [`${entity.name}.${name}`, entity, name, field]),
  )
const isTenantField = ([, , , field]: (typeof fields)[number]) => !targetOf(field)?.shared

const createForeignRow = async (target: AnyEntity): Promise<string> => {
  const { id: createUser } = await platform.db
    .selectFrom('user')
    .select('id')
    .where('tenantId', '=', otherTenant.tenantId)
    .executeTakeFirstOrThrow()
  return insertRow(platform.db, target, { tenantId: otherTenant.tenantId, createUser, mark: 'there', idsByEntity: {} })
}

/** The number of rows of an entity that reference this one. */
const countReferences = async ({ name }: AnyEntity, column: string, { kind }: Field, id: string): Promise<number> => {
  const hits = isMultiple(kind)
    ? sql`${identifier(column)} @> array[${id}::bigint]`
    : sql`${identifier(column)} = ${id}`
  return (await run(platform.db, sql`select 1 from ${identifier(name)} where ${hits}`)).length
}

describe('no field of any entity accepts a row of another tenant', () => {
  test('every reference field names a registered entity', () => {
    expect(fields.filter(([, , , field]) => !targetOf(field)).map(([at]) => at)).toEqual([])
    expect(fields.filter(isTenantField).length).toBeGreaterThan(8)
  })

  describe.each(['tenant', 'platform'])('for the administrator of a %s', (who) => {
    // only the platform writes its own rows, such as scheduled jobs
    const written = fields.filter(([, { shared }]) => who === 'platform' || !shared)
    test.each(written.filter(isTenantField))('%s', async (_at, entity, name, field) => {
      const caller = callers[who] as Caller
      const foreignId = await createForeignRow(targetOf(field))
      const input = await sampleRow(platform, caller, entity)
      expect(await caller.ask(createCallOf(entity), { ...input, [name]: foreignId })).toMatchObject({ status: 400 })
      const row = await createRow(platform, caller, entity)
      const change = { ...row.input, id: row.id, [name]: foreignId }
      expect(await caller.ask(updateCallOf(entity), change)).toMatchObject({ status: 400 })
      expect(await countReferences(entity, name, field, foreignId)).toBe(0)
    })
  })

  test('an unknown entity name throws, so that no reference stays unchecked', () => {
    expect(() => targetEntity({ entities: {} }, 'role')).toThrow('A field refers to "role", which is not an entity.')
  })
})
