import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Typed } from '#contract/project/completeness.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createCallOf, createRow, sampleRow, updateCallOf } from '../support/sample-rows.ts'

/** Whoever may add rows may not change them, and the reverse: two permissions, one call for both (wire-and-fields.md 1.6). */
const has = ({ calls }: AnyEntity, ...verbs: string[]) => verbs.some((verb) => verb in calls)
/** Declarations are made by enterprises in an open window (declaration-*.test.ts), attachments by uploading (files.test.ts). */
const elsewhere = ['declaration', 'attach']
const walked = (Object.values(entities) as AnyEntity[]).filter(
  (entity) => has(entity, 'submit', 'save') && has(entity, 'submit', 'update') && !elsewhere.includes(entity.name),
)
/** A scope of addresses is changed only by who holds it (api-scope.test.ts). */
const isHeldToo = ({ name }: AnyEntity) => name === 'apiScope'

let platform: Platform
let admin: Caller
let adder: Caller
let editor: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  const menus = await platform.db.selectFrom('menu').select('code').where('isDeleted', '=', 0).execute()
  const scopes: string[] = []
  for (const { code, rows } of walked.filter(({ rows }) => rows === 'scoped'))
    if (rows) scopes.push(await createScope(admin, { resourceCode: code, scopeType: 1 }))
  const holding = (without: RegExp) => ({
    codes: menus.map(({ code }) => code).filter((code) => !without.test(code)),
    scopes,
  })
  adder = await createClerk(platform, 'adder', holding(/_edit$/))
  editor = await createClerk(platform, 'editor', holding(/_add$/))
})

describe.each(walked.map((entity) => [entity.name, entity] as const))('%s', (_, entity) => {
  // files belong to who uploaded them
  const add = async (person: Caller, owner: Caller) =>
    person.ask(createCallOf(entity), await sampleRow(platform, owner, entity))
  const change = async (person: Caller) => {
    const { id, input: sent } = await createRow(platform, admin, entity)
    return person.ask(updateCallOf(entity), { ...(sent as Typed), id })
  }

  test('who may add adds, and changes nothing', async () => {
    expect(await add(adder, adder)).toMatchObject({ status: 200 })
    expect((await change(adder)).status).toBe(403)
  })

  test('who may change changes, and adds nothing', async () => {
    expect((await add(editor, admin)).status).toBe(403)
    expect((await change(editor)).status).toBe(isHeldToo(entity) ? 403 : 200)
  })

  // addresses that are in a scope are closed to who does not hold it
  afterAll(() => platform.db.deleteFrom('apiScope').execute())
})
