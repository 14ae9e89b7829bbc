import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'
import { generatePassword } from './password-hash.ts'

describe('a password that is tried early (security rule 11)', () => {
  test.each([
    ...[
      'Password-1',
      'P@ssw0rd-13579',
      'PASSw0rd_2026',
      'Adm1n@2025',
      '2026-Welcome_x',
      'Qwerty@2',
      'qazWSX-97',
      'Zaq1-xsw2_Cde3',
    ],
    ...[
      'LkjhgF-19',
      'Zhongguo_1949',
      'Woaini@5202',
      'Ch1naM0bile-9',
      'PlatformAdmin-7',
      '5gFactory_27',
      'Saber@BladeX-9',
    ],
    ...['Aaaaaa-11', 'Abcabc@979', 'Ii1Ii1-@', 'TestTest@97', 'L0gin_L0gin2'],
  ])('%s', (plain) => {
    expect(isCommonPassword(plain)).toBe(true)
  })

  test.each([
    ['Zhangwei-1990', ['zhangwei']],
    ['W3igao@Tech-19', ['Weigao Tech Co']],
    ['x-Chengchuan9@', ['someone', 'Suzhou CHENGCHUAN']],
  ])('%s around the names %j', (plain, names) => {
    expect(isCommonPassword(plain, names)).toBe(true)
    expect(isCommonPassword(plain)).toBe(false)
  })

  test.each([
    'Vw-phqtz-935Kd',
    'Tq-wmzkd-582Hx',
    'Correct-Horse-9',
    'Password-gjmvq-7',
    'Mingtian_youYu7',
    'R2-d9-k4-Xw',
  ])('%s is not', (plain) => {
    expect(isCommonPassword(plain, ['somebody', '苏州澄川测试有限公司'])).toBe(false)
  })

  test('one that is drawn by chance is drawn again', () => {
    const drawn = ['EL-ccciz-339WSzws', 'Vw-phqtz-935Kdmnq']
    expect(isCommonPassword(drawn[0] as string)).toBe(true)
    expect(generatePassword(() => drawn.shift() as string)).toBe('Vw-phqtz-935Kdmnq')
  })

  test('nor is one the server makes', () => {
    expect(Array.from({ length: 500 }, () => generatePassword()).filter((one) => isCommonPassword(one))).toEqual([])
  })
})
