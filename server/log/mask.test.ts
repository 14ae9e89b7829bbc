import { describe, expect, test } from 'vitest'
import { secret, text } from '#contract/kit/field.ts'
import { maskForLog, maskPersonal } from './mask.ts'

const inside = { fields: {}, isPublic: false }

describe('what a log may keep of what was sent (security rule 25)', () => {
  test.each([
    ...['password', 'oldPassword', 'newPassword1', 'access_token', 'refresh_token', 'clientSecret', 'secretKey'],
    ...['Blade-Auth', 'Authorization', 'accessKey', 'code_verifier', 'jobAppPassword', 'captcha-code'],
  ])('never a value of %s, however deep it lies', (name) => {
    expect(
      JSON.stringify(maskForLog({ [name]: 's3cret', list: [{ deep: { [name]: 's3cret' } }] }, inside)),
    ).not.toContain('s3cret')
  })

  test('never what the call itself declares as a secret', () => {
    expect(
      maskForLog(
        { pin: '4711', other: '1' },
        { ...inside, fields: { pin: secret('口令', 'Pin'), other: text('别的', 'Other') } },
      ),
    ).toEqual({
      pin: '***',
      other: '1',
    })
  })

  test.each([
    [
      'jdbc:postgresql://db.example.com/x?user=a&password=s3cret',
      'jdbc:postgresql://db.example.com/x?user=a&password=***',
    ],
    ['jdbc:sqlserver://db;user=a;PWD=s3cret;encrypt=true', 'jdbc:sqlserver://db;user=a;PWD=***;encrypt=true'],
    ['https://somebody:s3cret@oss.example.com/a', 'https://somebody:***@oss.example.com/a'],
    ['https://oss.example.com:9000/a?b=c@d', 'https://oss.example.com:9000/a?b=c@d'],
  ])('nor one that is written into an address: %s', (url, kept) => {
    expect(maskForLog({ url }, inside)).toEqual({ url: kept })
  })

  test('of a visitor none of the codes that prove him; inside, a code is the code of a dictionary or a region', () => {
    const sent = { code: '123456', state: 'xyz', value: '123456', phone: '13812345678' }
    expect(maskForLog(sent, { ...inside, isPublic: true })).toEqual({
      code: '***',
      state: '***',
      value: '***',
      phone: '138****5678',
    })
    expect(maskForLog({ code: 'post_category' }, inside)).toEqual({ code: 'post_category' })
  })

  test.each([
    ['13812345678', '138****5678'],
    ['somebody@example.com', 's***@example.com'],
    ['12', '****'],
  ])('of people enough to tell one from another: %s', (value, seen) => {
    expect(maskPersonal(value)).toBe(seen)
  })

  test('long texts, long lists and deep nests are cut', () => {
    expect(String((maskForLog({ a: 'x'.repeat(900) }, inside) as { a: string }).a)).toHaveLength(501)
    const many = maskForLog({ list: Array.from({ length: 5000 }, (_, n) => ({ n })) }, inside)
    expect(JSON.stringify(many).length).toBeLessThan(6000)
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)
    expect(JSON.stringify(maskForLog(deep, inside))).toContain('…')
  })
})
