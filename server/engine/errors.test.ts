import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { DatabaseUnavailable } from '../base/database/connection.ts'
import { failOf, registerUniqueLabel } from './errors.ts'

const error = (more: object, words = 'inner words: select * from "user"') => Object.assign(new Error(words), more)

describe('the error for a caller', () => {
  test('is the Fail itself', () => {
    const fail = new Fail(['不行', 'No'], 409, { data: { a: 1 } })
    expect(failOf(fail)).toBe(fail)
  })

  test.each<[object, number, string]>([
    [{ code: '23505', constraint: 'unheard_of' }, 409, '数据已存在，请勿重复提交'],
    [{ code: '23505' }, 409, '数据已存在，请勿重复提交'],
    [{ code: '40001' }, 409, '数据正被他人修改，请重试'],
    [{ code: '40P01' }, 409, '数据正被他人修改，请重试'],
    [{ code: '57014' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '55P03' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '53300' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '57P01' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '08006' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '57P03' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '25006' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '25P03' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '53100' }, 507, '服务器存储空间不足，内容未保存，请稍后重试或联系管理员'],
    [{ code: 'ENOSPC' }, 507, '服务器存储空间不足，内容未保存，请稍后重试或联系管理员'],
    [{ code: 'ECONNREFUSED' }, 503, '服务繁忙，请稍后重试'],
    [{ code: 'ECONNRESET' }, 503, '服务繁忙，请稍后重试'],
    [{ code: '22P02' }, 400, '提交的内容有误'],
    [{ code: '22003' }, 400, '提交的内容有误'],
    [{ code: '23502' }, 400, '提交的内容有误'],
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 413, '提交的内容过大'],
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 415, '提交的内容有误'],
    [{ statusCode: 400 }, 400, '提交的内容有误'],
  ])('%j: %i %s', (more, code, message) => {
    expect(failOf(error(more))).toMatchObject({ code, text: [message, expect.any(String)] })
  })

  test('is 503 without a connection to the database, whatever the words of the reason', () => {
    expect(failOf(new DatabaseUnavailable(error({ code: 'XX000' }, 'any words'))).code).toBe(503)
  })

  test.each([[{}], [{ code: '42P01' }], [{ code: '42601' }], [{ code: 'ERR_ASSERTION' }], [{ statusCode: 500 }]])(
    'is 500 without internal details if it is unexpected (%j)',
    (more) => {
      const fail = failOf(error(more))
      expect(fail.code).toBe(500)
      expect(fail.text[0]).toBe('抱歉，服务出现问题，请稍后重试（编号 {0}）')
      expect(JSON.stringify([fail.text, fail.message, fail.detail])).not.toMatch(/inner words|select/)
    },
  )

  test('is 500 if the thrown value is not an error', () => {
    for (const value of ['text', 5, {}]) expect(failOf(value).code).toBe(500)
  })
})

describe('a duplicate of a unique value', () => {
  test('is rejected at its field, with the label of the field', () => {
    registerUniqueLabel('thing_code_key', 'thingCode', ['编号', 'Code'])
    expect(failOf(error({ code: '23505', constraint: 'thing_code_key' }))).toMatchObject({
      code: 400,
      text: ['编号已存在', 'Code already exists'],
      detail: { faults: [{ at: 'thingCode', text: ['编号已存在', 'Code already exists'] }] },
    })
  })
})
