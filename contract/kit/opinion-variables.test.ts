import { describe, expect, test } from 'vitest'
import { openMarkIn } from './opinion-marks.ts'
import { unknownVariableIn, withValues, withVariables } from './opinion-variables.ts'
import { rules } from './rules.ts'

const values = { project: '智慧工厂', company: '苏州精密', stage: '地市初审', missing: '' }

describe('the variables of a common opinion', () => {
  test('are replaced by their values, in either language', () => {
    expect(withValues('{企业}的“{项目}”已完成{环节}。', values)).toBe('苏州精密的“智慧工厂”已完成地市初审。')
    expect(withValues('{Enterprise}: { stage }', values)).toBe('苏州精密: 地市初审')
  })

  test('become a mark where there is no value', () => {
    expect(withValues('请补充{缺少材料}', values)).toBe('请补充【缺少材料】')
    expect(withValues('请补充{缺少材料}', { missing: '  ' })).toBe('请补充【缺少材料】')
    expect(withValues('Please add {missing material}', {})).toBe('Please add 【missing material】')
  })

  test('are not looked for in a value', () => {
    expect(withValues('{项目}', { project: '{企业}', company: '甲' })).toBe('{企业}')
  })

  test('leave other braces as they are', () => {
    expect(withValues('范围 {1, 2}', values)).toBe('范围 {1, 2}')
    expect(unknownVariableIn('{项目}、{专家}、{评分}')).toBe('{专家}')
    expect(unknownVariableIn('{项目}、{Stage}')).toBeNull()
  })

  test('come back from the marks of an opinion that is kept', () => {
    expect(withVariables('请补充【缺少材料】和【附件】')).toBe('请补充{缺少材料}和【附件】')
  })
})

describe('a mark in an opinion', () => {
  test('is found, other brackets are not', () => {
    expect(openMarkIn('【重要】请补充【缺少材料】、【项目】')).toBe('【项目】')
    expect(openMarkIn('Add 【Missing material】')).toBe('【missing material】')
    expect(openMarkIn('【重要】请补充检测报告')).toBeNull()
  })

  test('keeps the opinion from being sent, with its name', () => {
    expect(rules.finished('请补充【缺少材料】')?.[0]).toBe('请补充或删去“【缺少材料】”')
    expect(rules.finished('请补充检测报告')).toBeNull()
  })
})
