import { faulty } from '#contract/kit/fail.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import type { Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { spendAllowances } from '../../auth/allowance.ts'
import { assertOwnPassword } from '../../auth/own-password.ts'
import { spendCiphers } from '../../auth/spent-ciphers.ts'
import { maskPersonal } from '../../base/process/personal-data.ts'
import { type Ctx, type HandlerOf, tx } from '../../engine/context.ts'
import { findRow, updateRow } from '../../engine/crud.ts'
import { notifyAccounts } from '../../inbox/account-messages.ts'
import { unscoped } from '../access/unscoped.ts'

interface Contacts {
  readonly phone?: string | null
  readonly email?: string | null
}

const contactNames = ['phone', 'email'] as const

/** Contacts that differ from those stored; a masked one is the stored one, as clients send back what they have read. */
export const changedContacts = (before: Contacts, input: Contacts): (typeof contactNames)[number][] =>
  contactNames.filter((name) => {
    const [stored, sent] = [before[name] ?? '', input[name]]
    if (sent === undefined) return false
    const value = normalizeByRule(name, String(sent ?? '').trim())
    return value !== stored && !(stored && value === maskPersonal(stored))
  })

const elsewhere: Text = [
  '修改本人的手机号码或邮箱，请到“个人中心”输入登录密码后修改',
  'To change your own phone or e-mail, enter your password in your personal center',
]

/** Throws a fault at each changed contact, where there is no place to ask for the password. */
export const assertContactsUnchanged = (before: Contacts, input: Contacts): void => {
  const changed = changedContacts(before, input)
  if (changed.length) throw faulty(changed.map((at) => ({ at, text: elsewhere })))
}

/** Tells the owner of an account, at the addresses from before the change as well. Call it before the row is changed. */
export const announceContacts = async (ctx: Ctx, before: Contacts & { readonly id: string }, input: Contacts) => {
  if (changedContacts(before, input).length) await notifyAccounts(ctx, 'contactsChanged', [before.id])
}

const [maxChanges, day] = [5, 24 * 3600]

/** Changes the caller's own phone and e-mail, with the password again; the addresses from before get a message. */
export const updateContacts: HandlerOf<typeof user.calls.updateContacts> = async (ctx, { phone, email, password }) => {
  const { id } = ctx.actor
  await assertOwnPassword(ctx, password)
  await spendAllowances(ctx, { key: `contacts:${id}`, limit: maxChanges, seconds: day })
  return tx(unscoped(ctx), async (inside) => {
    await spendCiphers(inside, password)
    await announceContacts(inside, await findRow(inside, user, id), { phone, email })
    await updateRow(inside, user, id, { phone, email }, 'updateInfo')
    return null
  })
}
