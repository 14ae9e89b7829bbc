import { describe, expect, test } from 'vitest'
import type { Fields } from '#contract/kit/field.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { type AnyRow, buttonsOf } from './calls.ts'
import { formNameOf, type Open, restoreForm, toStoredForm } from './open-form.ts'
import { changesIn } from './unsent-form.ts'

const row: AnyRow = { id: '7', postName: '检验岗位', postCode: 'Q01', remark: '负责出厂检验' }
/** As the browser keeps it: a round through JSON. */
const kept = (open: Open, entity = post) => JSON.parse(JSON.stringify(toStoredForm(entity, open)))

describe('what is typed in a form and not sent (experience.md B.5)', () => {
  const fields = {
    name: { kind: 'text', label: ['名称', 'Name'] },
    key: { kind: 'secret', label: ['密钥', 'Key'] },
    sort: { kind: 'int', label: ['排序', 'Order'] },
  } as const satisfies Fields

  test('only what differs from what the form began with is kept', () => {
    const begun = { name: '甲', sort: 1 }
    expect(changesIn(fields, { name: '乙', sort: 1 }, begun)).toEqual({ name: '乙' })
    expect(changesIn(fields, { ...begun }, begun)).toEqual({})
  })

  test('a field that was emptied is a change; one that was never there is none', () => {
    expect(changesIn(fields, { name: null, sort: 1 }, { name: '甲', sort: 1 })).toEqual({ name: null })
    expect(changesIn(fields, { name: null }, {})).toEqual({})
  })

  test('secrets are kept nowhere', () => {
    expect(changesIn(fields, { name: '乙', key: 'hunter2' }, { name: '甲' })).toEqual({ name: '乙' })
  })

  test('lists are compared by what they hold', () => {
    const rows = { kind: 'many', label: ['行', 'Rows'], fields } as const
    expect(changesIn({ rows }, { rows: [{ name: '甲' }] }, { rows: [{ name: '甲' }] })).toEqual({})
    expect(changesIn({ rows }, { rows: [{ name: '乙' }] }, { rows: [{ name: '甲' }] })).toEqual({
      rows: [{ name: '乙' }],
    })
  })
})

describe('a form that is opened again when the page was loaded anew', () => {
  test('a new row comes with what its place brought along', () => {
    const open: Open = { what: 'add', defaults: { parentId: '3' } }
    expect(restoreForm(post, kept(open))).toEqual(open)
  })

  test('a row that is changed is known by its id and its title; nothing else of it is kept', () => {
    const open: Open = { what: 'edit', row }
    expect(kept(open)).toEqual({ entity: 'post', what: 'edit', rows: [{ id: '7', postName: '检验岗位' }] })
    expect(restoreForm(post, kept(open))).toEqual({ what: 'edit', row: { id: '7', postName: '检验岗位' } })
  })

  test('an action is found by its name, with the rows it was to act on', () => {
    const pressed = buttonsOf(user).find(({ inputFields }) => Object.keys(inputFields).length > 0)
    if (!pressed) throw new Error('no action of users asks for anything')
    const open: Open = { what: 'press', action: pressed, rows: [{ id: '1', realName: '甲', account: 'a' }] }
    const text = JSON.parse(JSON.stringify(toStoredForm(user, open)))
    expect(restoreForm(user, text)).toEqual({ what: 'press', action: pressed, rows: [{ id: '1', realName: '甲' }] })
  })

  test('what is no longer there is not opened', () => {
    expect(restoreForm(user, { entity: 'user', what: 'press', action: 'gone', rows: [] })).toBeNull()
    expect(restoreForm(post, { entity: 'post', what: 'edit', rows: [] })).toBeNull()
  })

  test('each form of a page has a name of its own, the same each time', () => {
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
