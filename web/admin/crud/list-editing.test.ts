import { describe, expect, test } from 'vitest'
import { template } from '#contract/project/template.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { simpleFields } from './list-editing.ts'

const own = { isFormReplaced: false }

describe('the values that can be changed in their cells', () => {
  test('are texts, numbers and flags of the form', () => {
    expect(Object.keys(simpleFields(post, own))).toEqual(['postCode', 'postName', 'sort'])
    expect(Object.keys(simpleFields(post, { ...own, fields: ['category', 'sort'] }))).toEqual(['sort'])
  })

  test('are not those with consequences, nor those with a control of their own', () => {
    expect(Object.keys(simpleFields(template, own))).toContain('allowRedeclare')
    expect(Object.keys(simpleFields(template, own))).not.toContain('enabled')
    // lists contain the phone masked: 138****1234 would be stored
    expect(Object.keys(simpleFields(user, own))).toContain('realName')
    expect(Object.keys(simpleFields(user, own))).not.toContain('phone')
    const form = { controls: { sort: () => null } }
    expect(Object.keys(simpleFields(post, { ...own, form }))).not.toContain('sort')
  })

  test('are none if the screen replaces the form, or a change of one field changes others', () => {
    expect(simpleFields(post, { isFormReplaced: true })).toEqual({})
    expect(simpleFields(post, { ...own, form: { deriveChanges: () => ({}) } })).toEqual({})
    expect(simpleFields(post, { ...own, form: { fields: (fields) => fields } })).toEqual({})
  })
})
