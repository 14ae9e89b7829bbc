import { fill, type Text } from '#contract/kit/text.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { readPeople } from '../../engine/session.ts'
import { notify } from '../../inbox/notify.ts'
import { ctxOf, idsOf } from '../../inbox/people-who.ts'
import { rereadDeclaration } from '../record/declaration-row.ts'
import { unnamedProject } from '../review/notify-transition.ts'

const titles = {
  published: ['“{0}”已发布公示，公示期至 {1}', 'The public notice of “{0}” is published and runs until {1}'],
  withdrawn: ['“{0}”的公示已撤销，将重新公示', 'The public notice of “{0}” was withdrawn; there will be another one'],
} as const satisfies Record<string, Text>

interface News {
  readonly noticeUntil?: string
  readonly reason?: string
}

/** Tells the declarants of these declarations, and the audit of each, what became of their notice. */
export const notifyOwners = async (
  ctx: Ctx,
  ids: readonly string[],
  what: keyof typeof titles,
  { noticeUntil = '', reason = '' }: News,
): Promise<void> => {
  const rows = await Promise.all(ids.map((id) => rereadDeclaration(ctx, id)))
  const codes = rows.map(({ organizationCode }) => organizationCode)
  const accounts = await readPeople(
    ctx,
    sql`u.tenant_id = ${ctx.actor.tenantId} and u.account_type in (1, 2) and u.organization_code = any(${codes}::text[])`,
  )
  const permitted = accounts.filter((person) => hasPermission(ctxOf(ctx, person), 'declaration'))
  for (const { id, organizationCode, projectName } of rows) {
    await writeAudit(ctx, 'declaration', id, 'setNotice', null, { noticeUntil: noticeUntil || null })
    await notify(ctx, {
      to: idsOf(permitted.filter((person) => person.organizationCode === organizationCode)),
      kind: 'result',
      about: { table: 'declaration', id },
      title: fill(titles[what], projectName ?? unnamedProject, noticeUntil.slice(0, 16)),
      text: [reason, reason],
      link: `/projectDetails/${id}`,
    })
  }
}
