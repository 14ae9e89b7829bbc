import { beforeAll, expect, test } from 'vitest'
import { dict, files, ref, richText } from '#contract/kit/field.ts'
import { contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import type { Ctx } from './context.ts'
import { checkNewValues } from './input-checks.ts'

/** Values of fields that people declare belong to no row and to no entity. */

let ctx: Ctx

beforeAll(async () => {
  const { app } = await openPlatform()
  ctx = await contextFor(app, person({ id: '9', rights: rightsOf({}) }))
})

const fields = {
  clerk: ref('经手人', 'Clerk', { of: 'user' }),
  type: dict('类型', 'Type', { of: 'flow' }),
  papers: files('附件', 'Attachments'),
  text: richText('正文', 'Text'),
}

test('values that refer to something are accepted if it exists', async () => {
  const { id } = await ctx.db.selectFrom('user').select('id').where('account', '=', 'admin').executeTakeFirstOrThrow()
  await expect(checkNewValues(ctx, fields, { clerk: id, type: 1, papers: null, text: '<p>正文</p>' })).resolves.toBe(
    undefined,
  )
})

test.each([
  ['clerk', '1999999999999999999'],
  ['type', 999],
  ['papers', '1999999999999999999'],
])('another value of %s is refused at its field', async (at, value) => {
  await expect(checkNewValues(ctx, fields, { [at]: value })).rejects.toMatchObject({ detail: { faults: [{ at }] } })
})

test('nothing is asked for fields without a value, or that are not declared', async () => {
  await expect(checkNewValues(ctx, fields, {})).resolves.toBe(undefined)
  await expect(checkNewValues(ctx, fields, { clerk: '', type: null, papers: '', other: '1' })).resolves.toBe(undefined)
})
