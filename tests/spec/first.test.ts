import { expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { openPlatform } from '../support/platform.ts'

const platform = await openPlatform()

test('posts', async () => {
  const admin = await platform.admin()
  const { id } = await admin.get(post.calls.submit, { category: 1, postCode: 'ceo', postName: '总经理', sort: 1 })
  const page = await admin.get(post.calls.list, { postName: '总' })
  expect(page.records[0]).toMatchObject({ id, postName: '总经理', categoryName: '高层' })
  const bad = await admin.ask(post.calls.submit, { category: 1, postCode: 'ceo', sort: 1 })
  expect(bad).toMatchObject({ status: 400, msg: '请输入岗位名称' })
  expect(await admin.ask(post.calls.submit, { category: 9, postCode: 'ceo', postName: 'x', sort: 1 })).toMatchObject({
    status: 400,
  })
  expect(await admin.ask(post.calls.submit, { category: 1, postCode: 'ceo', postName: 'x', sort: 1 })).toMatchObject({
    status: 400,
    msg: '岗位编号已存在',
  })
  await admin.get(post.calls.remove, { ids: id })
  expect((await admin.get(post.calls.list, {})).total).toBe(0)
})
