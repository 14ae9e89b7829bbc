import type { RawBuilder } from 'kysely'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'

/** Whether SMS can be sent to the user `u`: a provider is in use, and there is a template for messages. */
export const isSmsAvailable: RawBuilder<boolean> = sql`(
  exists (select 1 from param where param_key = 'message.smsTemplate' and is_deleted = 0 and trim(param_value) <> '')
  and exists (select 1 from sms where tenant_id in (u.tenant_id, ${sql.lit(platformTenant)}) and status = 2 and is_deleted = 0))`

/** Whether the channel `c` can reach the user `u`: they have an address, and the platform can send. */
export const canReach = ({ app }: Pick<Ctx, 'app'>): RawBuilder<boolean> => sql`(case c.channel
  when 'email' then ${sql.lit(app.env.smtpUrl !== null)} and coalesce(u.email, '') <> ''
  else coalesce(u.phone, '') <> '' and ${isSmsAvailable} end)`
