import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { type EncryptedBody, encryptedType } from '#contract/encrypted-bodies.ts'
import { user } from '#contract/system/user.ts'
import { encryptBody } from '#web/base/api/encrypted-call.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, password } from '../support/scenario.ts'

let platform: Platform
let key: string

beforeAll(async () => {
  platform = await openPlatform()
  key = await platform.visitor.get(auth.publicKey)
})

/** Sends like the product's own client; resolves to the response as transferred and as decrypted. */
const send = async (
  person: Caller,
  { path }: { readonly path: string },
  input: object,
  change = (body: EncryptedBody) => body,
) => {
  const { body, decrypt } = encryptBody(input, path, key)
  const response = await person.raw('POST', path, {
    body: JSON.stringify(change(body)),
    headers: { 'content-type': encryptedType },
  })
  const text = await response.text()
  const isSealed = response.headers.get('content-type')?.startsWith(encryptedType) === true
  return {
    status: response.status,
    sent: JSON.stringify(body),
    text,
    isSealed,
    answer: isSealed ? decrypt(JSON.parse(text)) : JSON.parse(text),
  }
}
const unreadable = {
  status: 400,
  isSealed: false,
  answer: { success: false, msg: '加密内容无法解密，请刷新页面后重试' },
}
const login = { grant_type: 'password', tenantId: '000000', scope: 'all', type: 'account' } as const

describe('an encrypted call (docs/decisions/0017)', () => {
  test('uses a new key for request and response, and neither contains plain text', async () => {
    const { account } = await createEnterprise(platform)
    const response = await send(platform.visitor, auth.token, {
      ...login,
      username: account,
      password: platform.encrypt(password),
    })
    expect(response).toMatchObject({ status: 200, isSealed: true, answer: { account, token_type: 'bearer' } })
    const { access_token } = response.answer as { access_token: string }
    expect(response.text).not.toContain(access_token)
    expect(response.sent).not.toContain(account)
  })

  test('never produces the same cipher text twice', async () => {
    const [one, other] = [encryptBody({ a: 1 }, '/x', key), encryptBody({ a: 1 }, '/x', key)]
    expect(one.body.sealed).not.toBe(other.body.sealed)
    expect(one.body.key).not.toBe(other.body.key)
  })

  test('encrypts rejections with their faults too', async () => {
    const person = await createEnterprise(platform)
    const response = await send(person, user.calls.updateInfo, { realName: '', name: '王', phone: '1', email: 'x' })
    expect(response).toMatchObject({
      status: 400,
      isSealed: true,
      answer: { success: false, data: { faults: expect.any(Array) } },
    })
    expect(response.text).not.toContain('手机')
  })

  test('preserves Chinese text, long texts and empty bodies', async () => {
    const person = await createEnterprise(platform)
    const { phone, email } = await person.get(user.calls.info)
    const details = { realName: '欧阳', name: '工'.repeat(20), phone, email }
    expect(await send(person, user.calls.updateInfo, details)).toMatchObject({ status: 200, answer: { success: true } })
    expect(await person.get(user.calls.info)).toMatchObject(details)
    expect((await send(person, user.calls.updateInfo, {})).status).toBe(400)
  })

  test('is optional: a plain request gets a plain response', async () => {
    const { account } = await createEnterprise(platform)
    const response = await platform.visitor.ask(auth.token, {
      ...login,
      username: account,
      password: platform.encrypt(password),
    })
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.body).toMatchObject({ account })
  })

  test('is rejected without effect if changed, made for another call or encrypted with another key', async () => {
    const person = await createEnterprise(platform)
    const other = { ...login, username: 'x', password: 'x' }
    const withOtherStart = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    expect(
      await send(platform.visitor, auth.token, other, (body) => ({ ...body, sealed: withOtherStart(body.sealed) })),
    ).toMatchObject(unreadable)
    expect(
      await send(platform.visitor, auth.token, other, (body) => ({ ...body, key: sm2.doEncrypt('short', key, 1) })),
    ).toMatchObject(unreadable)
    expect(await send(platform.visitor, auth.token, other, (body) => ({ ...body, sealed: '' }))).toMatchObject(
      unreadable,
    )
    expect(
      await send(platform.visitor, auth.token, other, () => encryptBody(other, user.calls.updateInfo.path, key).body),
    ).toMatchObject(unreadable)
    expect(
      await send(person, user.calls.updateInfo, other, () => encryptBody(other, auth.token.path, key).body),
    ).toMatchObject(unreadable)
  })

  test('checks access before it decrypts the body', async () => {
    const response = await send(platform.visitor, user.calls.updateInfo, {}, () => ({
      key: 'f'.repeat(200),
      sealed: 'x',
    }))
    expect(response).toMatchObject({ status: 401, isSealed: false })
  })

  test('blocks an address after too many bodies that cannot be decrypted', async () => {
    const broken = () => send(platform.visitor, auth.token, {}, () => ({ key: 'f'.repeat(200), sealed: 'x' }))
    const responses = await Promise.all(Array.from({ length: 30 }, broken))
    expect(responses.map(({ status }) => status)).toContain(429)
  })
})
