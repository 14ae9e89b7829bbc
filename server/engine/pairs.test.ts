import { expect, test } from 'vitest'
import { searchedTexts } from '#contract/kit/keyword.ts'
import { company } from '#contract/project/company.ts'
import { library } from '#contract/project/library.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { compile } from '../base/database/sql.ts'
import { textFiltersOf } from './filter.ts'
import { mayContain } from './pairs.ts'

const conditionFor = (texts: readonly string[]) => mayContain(company, texts).map(compile)
const texts = `pairs(fold(coalesce("commpany_name", '') || ' ' || coalesce("organization_code", '')))`
const pairs = `(${texts} || places("city"))`

test('the index has the texts of the keyword, of every permission, and of the palette', () => {
  expect(searchedTexts(library)).toEqual(['projectName', 'commpanyName', 'year', 'declareNo'])
  expect(searchedTexts(user)).toEqual(['account', 'realName', 'unitName', 'phone'])
})

test('a text is looked up in each of its spellings once', () => {
  expect(conditionFor(['华兴'])).toEqual([{ text: `${pairs} @@ (pairs_query($1))`, parameters: ['华兴'] }])
  expect(conditionFor(['199 1', '1991', '199 1'])).toEqual([
    { text: `${pairs} @@ (pairs_query($1) || pairs_query($2))`, parameters: ['199 1', '1991'] },
  ])
})

test.each([[[]], [['　']], [['\u200b']], [['华兴', ' ']]])('the index does not serve %j', (texts) => {
  expect(conditionFor(texts)).toEqual([])
})

test('an entity that is not large has no index', () => {
  expect(mayContain(post, ['华兴'])).toEqual([])
})

test.each([
  ['projectName', '远洋'],
  ['project_name', '远洋'],
  ['projectName_equal', '远洋'],
  ['projectName_like', '远洋'],
  ['projectName_likeleft', '远洋'],
  ['projectName_likeright', '远洋'],
])('the filter %s needs rows that contain its text', (parameter, text) => {
  const filters = textFiltersOf(library.fields, { [parameter]: text, size: 10 }, searchedTexts(library))
  expect(filters).toEqual([{ parameter, text }])
})

test.each([
  ['projectName_notlike', '远洋'],
  ['projectName_notequal', '远洋'],
  ['projectName_null', '1'],
  ['projectName', '  '],
  // looked for as a whole, which has an index of its own
  ['year', '2026'],
  ['province', '320000'],
  // a text that the index has not
  ['organizationCode', '9132'],
  ['keyword', '远洋'],
])('the filter %s=%j does not', (parameter, text) => {
  expect(textFiltersOf(library.fields, { [parameter]: text }, searchedTexts(library))).toEqual([])
})
