import { describe, expect, test } from 'vitest'
import { declaration } from '../project/declaration.ts'
import { library } from '../project/library.ts'
import { dept } from './dept.ts'
import { post } from './post.ts'
import { comparedColumns, parseColumns, subjectAttributeOf, usualColumn } from './scope-rule.ts'
import { scopeWords } from './scope-words.ts'
import { user } from './user.ts'

describe('the subject attribute of a column', () => {
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
  ] as const)('is right in case %#', (entity, column, expected) => {
    expect([column, subjectAttributeOf(entity, column)]).toEqual([column, expected])
  })
})

describe('the columns compared by a scope', () => {
  test.each([
    [post, 2, 'createUser'],
    [post, 3, 'createDept'],
    [user, 2, 'id'],
    [user, 4, 'deptId'],
    [dept, 3, 'id'],
    [dept, 2, 'createUser'],
  ] as const)('are the default column if the scope names none (case %#)', (entity, type, column) => {
    expect(usualColumn(entity, type)).toBe(column)
    for (const noColumn of ['', '-', ' ', 'nothing'])
      expect(comparedColumns(entity, { type, column: noColumn })).toEqual([column])
  })

  test('may be written with underscores, as BladeX and Saber clients do', () => {
    expect(parseColumns('create_dept, organization_code,-,')).toEqual(['createDept', 'organizationCode'])
    expect(parseColumns(null)).toEqual([])
    expect(comparedColumns(post, { type: 3, column: 'create_dept' })).toEqual(['createDept'])
  })

  test('are the default column if the named one does not fit the type; a custom scope uses exactly those it names', () => {
    expect(comparedColumns(library, { type: 3, column: 'city' })).toEqual(['createDept'])
    expect(comparedColumns(library, { type: 2, column: 'createDept' })).toEqual(['createUser'])
    expect(comparedColumns(library, { type: 5, column: 'city,projectName' })).toEqual(['city', 'projectName'])
  })
})

describe('the description of a scope', () => {
  test.each([
    [library, 1, '', '', '全部数据', 'all rows'],
    [library, 2, '', '', '创建人为本人', 'Created by is the user'],
    [library, 3, '', '', '创建部门为本人所在机构', "Created by department is the user's department"],
    [user, 4, '', '', '所属机构为本人所在机构及其下级', "Departments is the user's department or one below it"],
    [dept, 3, '', '', '机构为本人所在机构', "Department is the user's department"],
    [library, 5, 'city', '', '城市在本人所辖地区内', "City within the user's region"],
    [
      library,
      5,
      'operator,city',
      'year_equal=2026',
      '运营商为本人所属运营商，且城市在本人所辖地区内，且年份等于“2026”',
      "Operator is the user's operator, and City within the user's region, and Year is “2026”",
    ],
    [library, 5, '', 'investment_ge=100', '总投资（万元）大于或等于“100”', 'Investment (10k yuan) is at least “100”'],
    [user, 5, '', 'status_equal=-1', '账号状态等于“已停用”', 'Status is “Rejected or disabled”'],
    [library, 5, '', 'projectName=5G', '项目名称为“5G”', 'Project name is “5G”'],
  ] as const)('is right in both languages in case %#', (entity, type, column, value, zh, en) => {
    expect(scopeWords(entity, { type, column, value })).toEqual([zh, en])
  })
})
