import { describe, expect, test } from 'vitest'
import { int, many, one, secret, text } from '#contract/kit/field.ts'
import { maskPersonal } from '../base/process/personal-data.ts'
import { maskForLog } from './mask.ts'

const options = { fields: {}, isPublic: false }

describe('logged input (no log contains secrets)', () => {
  test.each([
    ...['password', 'oldPassword', 'newPassword1', 'access_token', 'refresh_token', 'clientSecret', 'secretKey'],
    ...['Blade-Auth', 'Authorization', 'accessKey', 'code_verifier', 'jobAppPassword', 'captcha-code'],
  ])('never has a value of %s, at any depth', (name) => {
    expect(
      JSON.stringify(maskForLog({ [name]: 's3cret', list: [{ deep: { [name]: 's3cret' } }] }, options)),
    ).not.toContain('s3cret')
  })

  test('never has a field that the call declares as secret', () => {
    expect(
      maskForLog(
        { pin: '4711', other: '1' },
        { ...options, fields: { pin: secret('口令', 'Pin'), other: text('别的', 'Other') } },
      ),
    ).toEqual({
      pin: '***',
      other: '1',
    })
  })

  test('never has a field for fewer readers than the log, nor what is in it, also within a group', () => {
    const score = int('评分', 'Score', { isUnlogged: true })
    const items = { ...many('评分项', 'Items', { reason: text('理由', 'Reason') }), isUnlogged: true as const }
    const fields = { id: text('编号', 'Id'), score, items, variables: one('变量', 'Variables', { score, items }) }
    const sheet = { score: 87, items: [{ reason: '组网方案陈旧' }] }
    expect(maskForLog({ id: '7', ...sheet, variables: sheet }, { ...options, fields })).toEqual({
      id: '7',
      score: '***',
      items: '***',
      variables: { score: '***', items: '***' },
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
  ])('never has a password inside a URL: %s', (url, expected) => {
    expect(maskForLog({ url }, options)).toEqual({ url: expected })
  })

  test('has no verification codes of visitors; other codes are those of dictionaries and regions', () => {
    const input = { code: '123456', state: 'xyz', value: '123456', phone: '13812345678' }
    expect(maskForLog(input, { ...options, isPublic: true })).toEqual({
      code: '***',
      state: '***',
      value: '***',
      phone: '138****5678',
    })
    expect(maskForLog({ code: 'post_category' }, options)).toEqual({ code: 'post_category' })
  })

  test.each([
    ['13812345678', '138****5678'],
    ['somebody@example.com', 's***@example.com'],
    ['12', '****'],
  ])('has personal data masked: %s', (value, expected) => {
    expect(maskPersonal(value)).toBe(expected)
  })

  test('has long texts, long lists and deep structures cut', () => {
    expect(String((maskForLog({ a: 'x'.repeat(900) }, options) as { a: string }).a)).toHaveLength(501)
    const many = maskForLog({ list: Array.from({ length: 5000 }, (_, n) => ({ n })) }, options)
    expect(JSON.stringify(many).length).toBeLessThan(6000)
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`)
    expect(JSON.stringify(maskForLog(deep, options))).toContain('…')
  })
})
