import { randomBytes } from 'node:crypto'
import { faulty } from '#contract/kit/fail.ts'
import type { NewKey } from '#contract/system/api-key.ts'
import { keyFields, keyLimits } from '#contract/system/key-fields.ts'
import { assertOwnPassword } from '../../auth/own-password.ts'
import { spendCiphers } from '../../auth/spent-ciphers.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Handlers, tx, type UserCtx } from '../../engine/context.ts'
import { hashToken } from '../../engine/session.ts'
import { notifyAccounts } from '../../inbox/account-messages.ts'
import { keyFaults } from './key-faults.ts'
import { assertBelowLimit } from './own-limit.ts'

type CreateInput = Parameters<Handlers<'apiKey'>['create']>[1]

const prefixLength = 10
const newKey = (): string => `ck_${randomBytes(32).toString('base64url')}`

const ownedValues = (input: CreateInput) =>
  Object.fromEntries(Object.keys(keyFields).map((name) => [name, input[name as keyof typeof keyFields] ?? null]))

/** Makes a key of the caller, and tells its owner. */
export const createKey = async (ctx: UserCtx, input: CreateInput): Promise<NewKey> => {
  const faults = await keyFaults(ctx, input)
  if (faults.length) throw faulty(faults)
  await assertOwnPassword(ctx, input.password)
  const key = newKey()
  const values = ownedValues(input)
  return tx(ctx, async (inside) => {
    await spendCiphers(inside, input.password)
    const { id: userId, tenantId } = ctx.actor
    await assertBelowLimit(inside, {
      rows: sql`api_key where user_id = ${userId} and ended_at is null and last_day >= current_date`,
      limit: keyLimits.perAccount,
      text: [
        '每个账号最多使用 {0} 个密钥，请先停用不再需要的',
        'An account may use {0} keys; revoke one that is not needed first',
      ],
    })
    const prefix = key.slice(0, prefixLength)
    const { id } = await inside.db
      .insertInto('apiKey')
      .values({
        ...(values as Required<CreateInput>),
        userId,
        tenantId,
        createUser: userId,
        updateUser: userId,
        prefix,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into api_key_use (key_id, hash) values (${id}, ${hashToken(key)})`.execute(inside.db)
    await writeAudit(inside, 'apiKey', id, 'insert', null, { ...values, prefix })
    await notifyAccounts(inside, 'keyCreated', [userId], input.name)
    return { id, key }
  })
}
