import type { Fault } from '#contract/kit/fail.ts'
import type { RowInput } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { type keyFields, keyLimits } from '#contract/system/key-fields.ts'
import { keyScopeNames } from '#contract/system/key-scopes.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { UserCtx } from '../../engine/context.ts'
import { isNetwork, networksIn } from '../../engine/key-networks.ts'

/** The days of keys are those of China, as are all dates of the platform. */
const dayAfter = async ({ db }: UserCtx, days: number): Promise<string> => {
  const [row] = await run<{ day: string }>(db, sql`select (current_date + ${days}::int)::text as day`)
  return row?.day ?? ''
}

/** What is wrong with a new key, beyond its fields. */
export const keyFaults = async (ctx: UserCtx, input: RowInput<typeof keyFields>): Promise<Fault[]> => {
  const faults: Fault[] = []
  const wrong = networksIn(input.networks).find((entry) => !isNetwork(entry))
  if (wrong)
    faults.push({
      at: 'networks',
      text: fill(
        [
          '“{0}”不是网络地址，请输入如 203.0.113.8 或 203.0.113.0/24',
          '“{0}” is no network; write 203.0.113.8 or 203.0.113.0/24',
        ],
        wrong,
      ),
    })
  const last = String(input.lastDay ?? '')
  const [today, latest] = [await dayAfter(ctx, 0), await dayAfter(ctx, keyLimits.days)]
  if (last < today || last > latest)
    faults.push({
      at: 'lastDay',
      text: fill(['到期日期应在今天至 {0} 之间', 'The last day must be between today and {0}'], latest),
    })
  if (keyScopeNames.every((name) => !input[name]))
    faults.push({ at: 'declarations', text: ['请至少授权一个范围', 'Choose at least one scope'] })
  return faults
}
