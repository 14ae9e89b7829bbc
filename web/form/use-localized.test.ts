import { describe, expect, test } from 'vitest'
import { Failure } from '#web/base/api/caller.ts'
import { inLang, messageOf } from './use-localized.ts'

const text = ['手机号码长度不是11位', 'phone number length is not 11'] as const

describe('a message in the language of the page', () => {
  test('follows the language if both texts are known, and keeps everything else', () => {
    const fault = { at: 'phone', text }
    expect(inLang(fault, 'zh')).toEqual({ ...fault, msg: text[0] })
    expect(inLang(inLang(fault, 'zh'), 'en')).toEqual({ ...fault, msg: text[1] })
  })

  test('stays as it was sent if only one text is known', () => {
    expect(inLang({ msg: '提交失败' }, 'en')).toEqual({ msg: '提交失败' })
  })

  test('stays the same object if nothing changes, so that nobody takes it for a new one', () => {
    const fault = inLang({ at: 'phone', text }, 'en')
    expect(inLang(fault, 'en')).toBe(fault)
  })
})

describe('the message of a failed call', () => {
  test('has both texts if the server sent them', () => {
    expect(messageOf(new Failure(text[0], 400, null, [], '', text))).toEqual({ msg: text[0], text })
    expect(messageOf(new Failure(text[0], 400))).toEqual({ msg: text[0] })
  })
})
