import type { MatterContent } from '#contract/desk/general-matter.ts'
import type { Fields } from '#contract/kit/field.ts'
import { user } from '#contract/system/user.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import type { PaperNames } from '../engine/paper-texts.ts'
import { tenantFilter } from '../engine/scope.ts'
import { filesOf } from './matter-content.ts'

interface Named {
  readonly id: string
  readonly name: string
}
const byId = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]))

/** The names of the people and files in the contents of matters that the caller reads; two statements, however many there are. */
export const namesIn = async (
  ctx: UserCtx,
  fields: Fields,
  contents: readonly MatterContent[],
): Promise<PaperNames> => {
  const people = Object.keys(fields).filter((code) => fields[code]?.kind === 'ref')
  const ids = [...new Set(contents.flatMap((content) => people.flatMap((code) => content[code] ?? [])).map(String))]
  const files = filesOf(fields, contents)
  return {
    rows: byId(
      await run<Named>(
        ctx.db,
        sql`select id::text, real_name as name from "user" where id = any(${ids}::bigint[]) and ${tenantFilter(ctx.actor, user)}`,
      ),
    ),
    files: byId(
      await run<Named>(
        ctx.db,
        sql`select id::text, original_name as name from attach where id = any(${files}::bigint[]) and is_deleted = 0`,
      ),
    ),
  }
}
