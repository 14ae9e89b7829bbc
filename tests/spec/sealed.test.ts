import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { type EncryptedBody, encryptedType } from '#contract/encrypted-bodies.ts'
import { user } from '#contract/system/user.ts'
import { encryptBody } from '#web/base/encrypted-call.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, password } from '../support/scenario.ts'

let platform: Platform
let key: string

beforeAll(async () => {
  platform = await openPlatform()
  key = await platform.visitor.get(auth.publicKey)
})

/** What our client sends, through its own code, and what comes back as it travels and as it reads. */
const send = async (
  person: Caller,
  { path }: { readonly path: string },
  input: object,
  change = (body: EncryptedBody) => body,
) => {
  const { body, decrypt: open } = encryptBody(input, path, key)
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
    answer: isSealed ? open(JSON.parse(text)) : JSON.parse(text),
  }
}
const unreadable = {
  status: 400,
  isSealed: false,
  answer: { success: false, msg: '加密内容无法解密，请刷新页面后重试' },
}
const login = { grant_type: 'password', tenantId: '000000', scope: 'all', type: 'account' } as const

describe('a call marked encrypted (decision 17)', () => {
  test('travels under a fresh key, and the answer comes back under it: neither shows what was said', async () => {
    const { account } = await createEnterprise(platform)
    const told = await send(platform.visitor, auth.token, {
      ...login,
      username: account,
      password: platform.encrypt(password),
    })
    expect(told).toMatchObject({ status: 200, isSealed: true, answer: { account, token_type: 'bearer' } })
    const { access_token } = told.answer as { access_token: string }
    expect(told.text).not.toContain(access_token)
    expect(told.sent).not.toContain(account)
  })

  test('twice the same is never the same', async () => {
    const [one, other] = [encryptBody({ a: 1 }, '/x', key), encryptBody({ a: 1 }, '/x', key)]
    expect(one.body.sealed).not.toBe(other.body.sealed)
    expect(one.body.key).not.toBe(other.body.key)
  })

  test('refusals come back sealed too, with their faults', async () => {
    const person = await createEnterprise(platform)
    const told = await send(person, user.calls.updateInfo, { realName: '', name: '王', phone: '1', email: 'x' })
    expect(told).toMatchObject({
      status: 400,
      isSealed: true,
      answer: { success: false, data: { faults: expect.any(Array) } },
    })
    expect(told.text).not.toContain('手机')
  })

  test('Chinese, long texts and empty bodies arrive as they were', async () => {
    const person = await createEnterprise(platform)
    const details = { realName: '欧阳', name: '工'.repeat(20), phone: '13900001111', email: 'a@example.com' }
    expect(await send(person, user.calls.updateInfo, details)).toMatchObject({ status: 200, answer: { success: true } })
    expect(await person.get(user.calls.info)).toMatchObject(details)
    expect((await send(person, user.calls.updateInfo, {})).status).toBe(400)
  })

  test('a client that does not seal is served as before', async () => {
    const { account } = await createEnterprise(platform)
    const answer = await platform.visitor.ask(auth.token, {
      ...login,
      username: account,
      password: platform.encrypt(password),
    })
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.body).toMatchObject({ account })
  })

  test('changed on its way, for another call, or under another key it is refused, and nothing happens', async () => {
    const person = await createEnterprise(platform)
    const other = { ...login, username: 'x', password: 'x' }
    const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    expect(
      await send(platform.visitor, auth.token, other, (body) => ({ ...body, sealed: flipped(body.sealed) })),
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

  test('who may not call is told so before anything is opened', async () => {
    const told = await send(platform.visitor, user.calls.updateInfo, {}, () => ({ key: 'f'.repeat(200), sealed: 'x' }))
    expect(told).toMatchObject({ status: 401, isSealed: false })
  })

  test('too many that do not open close the door to their address', async () => {
    const broken = () => send(platform.visitor, auth.token, {}, () => ({ key: 'f'.repeat(200), sealed: 'x' }))
    const tries = await Promise.all(Array.from({ length: 30 }, broken))
    expect(tries.map(({ status }) => status)).toContain(429)
  })
})
