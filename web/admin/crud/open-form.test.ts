import { describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { type AnyRow, buttonsOf } from '../entity/calls.ts'
import { formNameOf, type Open, restoreForm, toStoredForm } from './open-form.ts'

const row: AnyRow = { id: '7', postName: '检验岗位', postCode: 'Q01', remark: '负责出厂检验' }
/** The form as the browser stores it, after a round trip through JSON. */
const storedForm = (open: Open, entity = post) => JSON.parse(JSON.stringify(toStoredForm(entity, open)))

describe('a form restored after a page reload', () => {
  test('has the default values of a new row', () => {
    const open: Open = { what: 'add', defaults: { parentId: '3' } }
    expect(restoreForm(post, storedForm(open))).toEqual(open)
  })

  test('is stored with only the id and the title of its row', () => {
    const open: Open = { what: 'edit', row }
    expect(storedForm(open)).toEqual({ entity: 'post', what: 'edit', rows: [{ id: '7', postName: '检验岗位' }] })
    expect(restoreForm(post, storedForm(open))).toEqual({ what: 'edit', row: { id: '7', postName: '检验岗位' } })
  })

  test('finds its action by name, with the selected rows', () => {
    const button = buttonsOf(user).find(({ inputFields }) => Object.keys(inputFields).length > 0)
    if (!button) throw new Error('no action of users asks for anything')
    const open: Open = { what: 'press', action: button, rows: [{ id: '1', realName: '甲', account: 'a' }] }
    const text = JSON.parse(JSON.stringify(toStoredForm(user, open)))
    expect(restoreForm(user, text)).toEqual({ what: 'press', action: button, rows: [{ id: '1', realName: '甲' }] })
  })

  test('is not opened if its action or its row no longer exists', () => {
    expect(restoreForm(user, { entity: 'user', what: 'press', action: 'gone', rows: [] })).toBeNull()
    expect(restoreForm(post, { entity: 'post', what: 'edit', rows: [] })).toBeNull()
  })

  test('has a unique name on its page, the same every time', () => {
    const names = [
      formNameOf(post, { what: 'add', defaults: {} }),
      formNameOf(post, { what: 'edit', row }),
      formNameOf(post, { what: 'edit', row: { ...row, id: '8' } }),
      formNameOf(user, { what: 'add', defaults: {} }),
    ].map(({ name }) => name)
    expect(new Set(names).size).toBe(4)
    expect(formNameOf(post, { what: 'edit', row: { ...row } }).name).toBe(names[1])
  })
})
