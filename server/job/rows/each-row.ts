import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Ctx } from '../../engine/context.ts'

const rowByRow: Text = [
  '多件须逐件办理：请在地址中加上 rowByRow=1，或不带 Idempotency-Key',
  'Several are handled one by one: add rowByRow=1 to the address, or leave out the Idempotency-Key',
]

/**
 * Handles rows one after another, each in a transaction of its own. Throws 400 for several of a request with an Idempotency-Key, which is
 * one transaction: it would hold the locks of all rows, in their order.
 */
export const eachRow = async ({ db }: Ctx, ids: unknown, handle: (id: string) => Promise<unknown>): Promise<void> => {
  const all = split(String(ids))
  if (all.length > 1 && db.isTransaction) throw new Fail(rowByRow)
  for (const id of all) await handle(id)
}
