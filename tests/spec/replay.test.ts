import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { withNonce } from '#contract/nonce.ts'
import { user } from '#contract/system/user.ts'
import { roleIdOf } from '../support/clerk.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, password, registration, requestToken } from '../support/scenario.ts'

let platform: Platform
beforeAll(async () => {
  platform = await openPlatform()
})

const rejection = { status: 400, msg: '该密码密文已使用过，请重新输入密码' }
const login = (username: string, cipher: string) => requestToken(platform, { username, password: cipher })

/** The same cipher text in other notations: with the prefix, in capitals, with its parts in the other order. */
const spellings = (cipher: string): string[] => {
  const [point, hash, rest] = [cipher.slice(0, 128), cipher.slice(128, 192), cipher.slice(192)]
  return [cipher, `04${cipher}`, cipher.toUpperCase(), point + rest + hash]
}

describe('a recorded encrypted password cannot be replayed', () => {
  test('to log in, in any notation; a newly encrypted password without a nonce is accepted', async () => {
    const { account } = await createEnterprise(platform)
    const cipher = platform.encrypt(password)
    expect((await login(account, cipher)).status).toBe(200)
    for (const again of spellings(cipher)) expect(await login(account, again)).toMatchObject(rejection)
    expect((await login(account, platform.encrypt(password))).status).toBe(200)
  })

  test('in simultaneous logins: only one of six succeeds', async () => {
    const { account } = await createEnterprise(platform)
    const cipher = platform.encrypt(password)
    const responses = await Promise.all(Array.from({ length: 6 }, () => login(account, cipher)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('to register another account', async () => {
    const first = registration(platform)
    expect((await requestToken(platform, first)).status).toBe(200)
    const { password: cipher, password2 } = first
    const second = registration(platform, { password: cipher, password2 })
    expect(await requestToken(platform, second)).toMatchObject(rejection)
    expect(
      await platform.db.selectFrom('user').select('id').where('account', '=', String(second.account)).execute(),
    ).toEqual([])
  })

  test('to log in after it changed the password, although the same request may contain it twice', async () => {
    const person = await createEnterprise(platform)
    const next = platform.encrypt('Nx-wbkvd-864Rt')
    const input = { oldPassword: platform.encrypt(password), newPassword: next, newPassword1: next }
    expect((await person.ask(user.calls.updatePassword, input)).status).toBe(200)
    expect(await login(person.account, next)).toMatchObject(rejection)
    expect((await login(person.account, platform.encrypt('Nx-wbkvd-864Rt'))).status).toBe(200)
  })

  test('to log in with an initial password that an administrator set', async () => {
    const admin = await platform.admin()
    const cipher = platform.encrypt(password)
    const roleId = await roleIdOf(admin, 'city')
    const newUser = { account: 'newly.made', name: '新人', realName: '新来的人', roleId, password: cipher }
    await admin.get(user.calls.submit, newUser)
    for (const again of spellings(cipher)) expect(await login(newUser.account, again)).toMatchObject(rejection)
    expect(await admin.ask(user.calls.submit, { ...newUser, account: 'newly.made2' })).toMatchObject(rejection)
    expect((await login(newUser.account, platform.encrypt(password))).status).toBe(200)
  })

  test('with a nonce, and only nonces of the server are accepted', async () => {
    const { account } = await createEnterprise(platform)
    const publicKey = await platform.visitor.get(auth.publicKey)
    const { nonce, lasts } = await platform.visitor.get(auth.nonce)
    expect(lasts).toBe(300)
    const cipher = () => sm2.doEncrypt(withNonce(nonce, password), publicKey, 1)
    expect((await login(account, cipher())).status).toBe(200)
    expect(await login(account, cipher())).toMatchObject(rejection)
    for (const other of [
      '',
      'x',
      nonce.replace(/^\d+/, '9999999999'),
      `${nonce.slice(0, -1)}${nonce.endsWith('0') ? 1 : 0}`,
    ])
      expect(await login(account, sm2.doEncrypt(withNonce(other, password), publicKey, 1))).toMatchObject({
        status: 400,
        msg: '密码提交超时，请重新提交',
      })
  })
})
