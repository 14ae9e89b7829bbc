import { contactPerms } from '#contract/system/user.ts'
import { maskPersonal } from '../../base/process/personal-data.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'

interface Contacts {
  readonly phone?: string | null
  readonly email?: string | null
}

const masked = (value: string | null | undefined) => (value ? maskPersonal(value) : (value ?? null))

/** Masks phone and e-mail for lists: people can be distinguished, but not contacted (docs/decisions/0128). */
export const maskContacts = <T extends Contacts>(row: T): T => ({
  ...row,
  phone: masked(row.phone),
  email: masked(row.email),
})

/** Whether the caller may read contacts unmasked, one account at a time, as editing an account requires. */
export const mayReadContacts = (ctx: Ctx): boolean => contactPerms.some((code) => hasPermission(ctx, code))

const contactNames = /^(phone|email)(_|$)/
const orderWithoutContacts = (list: unknown) =>
  typeof list === 'string'
    ? list
        .split(',')
        .filter((name) => !contactNames.test(name))
        .join(',')
    : list

/**
 * Removes filters and order by contacts for callers who may not read them, because these would reveal the values step by step.
 */
export const withoutContacts = <T extends Readonly<Record<string, unknown>>>(ctx: Ctx, input: T): T =>
  mayReadContacts(ctx)
    ? input
    : ({
        ...Object.fromEntries(Object.entries(input).filter(([name]) => !contactNames.test(name))),
        ascs: orderWithoutContacts(input.ascs),
        descs: orderWithoutContacts(input.descs),
      } as unknown as T)
