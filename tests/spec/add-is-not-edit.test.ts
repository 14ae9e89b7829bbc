import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createCallOf, createRow, sampleRow, updateCallOf } from '../support/sample-rows.ts'

/** Adding and editing share one call, but need different permissions. */
const has = ({ calls }: AnyEntity, ...verbs: string[]) => verbs.some((verb) => verb in calls)
/** Tested elsewhere: declarations in declaration-*.test.ts, attachments in files.test.ts, notices in public-notices.test.ts. */
const excludedNames = ['declaration', 'attach', 'publicNotice']
const testedEntities = (Object.values(entities) as AnyEntity[]).filter(
  (entity) => has(entity, 'submit', 'save') && has(entity, 'submit', 'update') && !excludedNames.includes(entity.name),
)
/** Only users who hold an API scope can change it (api-scope.test.ts). */
const isHolderOnly = ({ name }: AnyEntity) => name === 'apiScope'

let platform: Platform
let admin: Caller
let adder: Caller
let editor: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  const menus = await platform.db.selectFrom('menu').select('code').where('isDeleted', '=', 0).execute()
  const scopes: string[] = []
  for (const { code, rows } of testedEntities.filter(({ rows }) => rows === 'scoped'))
    if (rows) scopes.push(await createScope(admin, { resourceCode: code, scopeType: 1 }))
  const grantsWithout = (excludedCodes: RegExp) => ({
    codes: menus.map(({ code }) => code).filter((code) => !excludedCodes.test(code)),
    scopes,
  })
  adder = await createClerk(platform, 'adder', grantsWithout(/_(edit|update)$/))
  editor = await createClerk(platform, 'editor', grantsWithout(/_(add|create)$/))
})

describe.each(testedEntities.map((entity) => [entity.name, entity] as const))('%s', (_, entity) => {
  // a file belongs to the user who uploaded it
  const add = async (person: Caller, owner: Caller) =>
    person.ask(createCallOf(entity), await sampleRow(platform, owner, entity))
  const change = async (person: Caller) => {
    const { id, input } = await createRow(platform, admin, entity)
    return person.ask(updateCallOf(entity), { ...(input as DraftPart), id })
  }

  test('a user with only the add permission can add rows but not change them', async () => {
    expect(await add(adder, adder)).toMatchObject({ status: 200 })
    expect((await change(adder)).status).toBe(403)
  })

  test('a user with only the edit permission can change rows but not add them', async () => {
    expect((await add(editor, admin)).status).toBe(403)
    expect((await change(editor)).status).toBe(isHolderOnly(entity) ? 403 : 200)
  })

  // an API scope closes its addresses to users who do not hold it
  afterAll(() => platform.db.deleteFrom('apiScope').execute())
})
