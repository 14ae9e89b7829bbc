import { describe, expect, test } from 'vitest'
import { declaration } from '../project/declaration.ts'
import { library } from '../project/library.ts'
import { dept } from './dept.ts'
import { post } from './post.ts'
import { comparedColumns, parseColumns, subjectAttributeOf, usualColumn } from './scope-rule.ts'
import { scopeWords } from './scope-words.ts'
import { user } from './user.ts'

describe('what a column says of people', () => {
  test.each([
    [library, 'city', 'region'],
    [library, 'operator', 'operator'],
    [library, 'organizationCode', 'organization'],
    [library, 'createUser', 'user'],
    [library, 'createDept', 'dept'],
    [library, 'projectName', null],
    [library, 'categorize', null],
    [library, 'id', null],
    [library, 'constructor', null],
    [declaration, 'experts', 'user'],
    [declaration, 'operators', 'operator'],
    [user, 'deptId', 'dept'],
    [user, 'roleId', null],
    [user, 'id', 'user'],
    [dept, 'id', 'dept'],
    [dept, 'parentId', 'dept'],
  ] as const)('%#: %o', (entity, column, stand) => {
    expect([column, subjectAttributeOf(entity, column)]).toEqual([column, stand])
  })
})

describe('the column a scope compares', () => {
  test.each([
    [post, 2, 'createUser'],
    [post, 3, 'createDept'],
    [user, 2, 'id'],
    [user, 4, 'deptId'],
    [dept, 3, 'id'],
    [dept, 2, 'createUser'],
  ] as const)('%# of type %i without one is the usual one', (entity, type, column) => {
    expect(usualColumn(entity, type)).toBe(column)
    for (const none of ['', '-', ' ', 'nothing'])
      expect(comparedColumns(entity, { type, column: none })).toEqual([column])
  })

  test('names with underscores are understood, as the family of clients writes them', () => {
    expect(parseColumns('create_dept, organization_code,-,')).toEqual(['createDept', 'organizationCode'])
    expect(parseColumns(null)).toEqual([])
    expect(comparedColumns(post, { type: 3, column: 'create_dept' })).toEqual(['createDept'])
  })

  test('one that does not fit the type gives way to the usual one; a custom scope keeps what it names', () => {
    expect(comparedColumns(library, { type: 3, column: 'city' })).toEqual(['createDept'])
    expect(comparedColumns(library, { type: 2, column: 'createDept' })).toEqual(['createUser'])
    expect(comparedColumns(library, { type: 5, column: 'city,projectName' })).toEqual(['city', 'projectName'])
  })
})

describe('a scope in words', () => {
  test.each([
    [library, 1, '', '', '全部数据', 'all rows'],
    [library, 2, '', '', '创建人为本人', 'Created by is himself'],
    [library, 3, '', '', '创建部门为本人所在机构', "Created in is the user's own department"],
    [user, 4, '', '', '所属机构为本人所在机构及其下级', "Departments is the user's own department or one below it"],
    [dept, 3, '', '', '机构为本人所在机构', "Department is the user's own department"],
    [library, 5, 'city', '', '城市在本人所辖地区内', "City within the user's own region"],
    [
      library,
      5,
      'operator,city',
      'year_equal=2026',
      '运营商为本人所属运营商，且城市在本人所辖地区内，且年份等于“2026”',
      `Operator is the user's own operator, and City within the user's own region, and Year is "2026"`,
    ],
    [library, 5, '', 'investment_ge=100', '总投资（万元）大于或等于“100”', 'Investment (10k yuan) is at least "100"'],
    [user, 5, '', 'status_equal=-1', '账号状态等于“已停用”', 'State is "Refused or disabled"'],
    [library, 5, '', 'projectName=5G', '项目名称为“5G”', 'Project name is "5G"'],
  ] as const)('%# type %i', (entity, type, column, value, zh, en) => {
    expect(scopeWords(entity, { type, column, value })).toEqual([zh, en])
  })
})
