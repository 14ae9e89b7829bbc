import type { RawBuilder } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import { hasPermission, type UserCtx } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'

declare module '../engine/context.ts' {
  interface App {
    /**
     * Tables that messages can be about, each with the condition on `message.business_id` under which the caller may read such a
     * message (server/inbox/notify.ts).
     */
    readonly messageSubjects: Readonly<Record<string, (ctx: UserCtx) => Fragment>>
  }
}

/** A rule of `App.messageSubjects`: whether the caller may see the row `message.business_id`. */
export type Subject = (ctx: UserCtx) => Fragment

/** Rows of an entity are visible as in its list: with its permission, and within the data scopes of the caller. */
export const rowsOfEntity =
  (entity: AnyEntity): Subject =>
  (ctx) =>
    hasPermission(ctx, entity.code)
      ? sql`exists (select 1 from ${identifier(entity.name)} where id = message.business_id and ${rowFilter(ctx, entity)})`
      : sql`false`

/** Accounts: the caller's own, and those of the list of users. */
export const accounts =
  (user: AnyEntity): Subject =>
  (ctx) =>
    sql`(message.business_id = ${ctx.actor.id}::bigint or ${rowsOfEntity(user)(ctx)})`

/** Registrations that wait in the name of the caller's organisation. */
export const registrationsOfColleagues: Subject = ({ actor }) =>
  sql`exists (select 1 from "user" u where u.id = message.business_id and u.tenant_id = ${actor.tenantId}
    and u.organization_code = ${actor.organizationCode} and u.is_deleted = 0)`

/** Rows that only the person who created them may see. */
export const createdRows =
  (entity: AnyEntity): Subject =>
  (ctx) =>
    sql`exists (select 1 from ${identifier(entity.name)} where id = message.business_id and create_user = ${ctx.actor.id}::bigint)`

/** Whether the caller may still see the row that a message of the query `message` is about. */
export const isVisible = (ctx: UserCtx): RawBuilder<boolean> => {
  const cases = Object.entries(ctx.app.messageSubjects).map(
    ([table, subject]) => sql`when message.business_table = ${sql.lit(table)} then ${subject(ctx)}`,
  )
  return sql`(case when message.business_table is null then true ${sql.join(cases, sql` `)} else false end)`
}
