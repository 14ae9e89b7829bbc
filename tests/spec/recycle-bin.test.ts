import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform } from '../support/platform.ts'
import { makeRow } from '../support/sample.ts'
import { staff } from '../support/story.ts'

const platform = await openPlatform()
let admin: Caller
beforeAll(async () => {
  admin = await platform.admin()
})

describe('the recycle bin of a list (docs/decisions/0019)', () => {
  test('says who removed a row and when, last first, and is searched like the list', async () => {
    const helper = await staff(platform, 'administrator', null)
    const { realName } = await helper.get(user.calls.info, {})
    const [one, two] = [await makeRow(platform, admin, post), await makeRow(platform, admin, post)]
    await admin.get(post.calls.remove, { ids: one.id })
    await helper.get(post.calls.remove, { ids: two.id })
    const { records } = await admin.get(post.calls.removed, { postCode_like: '' })
    expect(records.slice(0, 2).map(({ id, isDeleted, ...row }) => [id, isDeleted, Object(row).updateUserName])).toEqual(
      [
        [two.id, 1, realName],
        [one.id, 1, (await admin.get(user.calls.info, {})).realName],
      ],
    )
    const found = await admin.get(post.calls.removed, { postName_equal: String(one.sent.postName) })
    expect(found.records.map(({ id }) => id)).toEqual([one.id])
  })

  test('a list of what is there does not say who changed it', async () => {
    const { id } = await makeRow(platform, admin, post)
    const { records } = await admin.get(post.calls.list, { descs: 'id' })
    expect(records[0]).toMatchObject({ id })
    expect(records[0]).not.toHaveProperty('updateUserName')
  })
})

describe('every answer carries the id of its request, to be quoted', () => {
  test('refusals too, each another one', async () => {
    const answers = [await admin.ask(post.calls.list, {}), await platform.visitor.ask(post.calls.list, {})]
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    const [first, second] = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(first).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    expect(second).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    expect(first).not.toBe(second)
  })
})
