import { fill, type Text } from '#contract/kit/text.ts'
import { publicNotice } from '#contract/project/public-notice.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { readPeople } from '../../engine/session.ts'
import { type About, notify } from '../../inbox/notify.ts'
import { ctxOf, idsOf, peopleWith } from '../../inbox/people-who.ts'
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
    await writeAudit(ctx, 'declaration', id, `notice:${what}`, null, { noticeUntil: noticeUntil || null })
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

export const about = (id: string): About => ({ table: 'public_notice', id })

const tasks = {
  drafted: ['“{0}”待核对并发布', 'Check and publish “{0}”'],
  requested: ['“{0}”已申请撤销，待办理', 'The withdrawal of “{0}” is requested'],
} as const satisfies Record<string, Text>

/** Asks another person than the caller to publish a notice, or to agree to its withdrawal. */
export const notifySecond = async (ctx: Ctx, id: string, what: keyof typeof tasks): Promise<void> => {
  const { title } = await findRow(ctx, publicNotice, id)
  await notify(ctx, {
    to: idsOf(await peopleWith(ctx, ['public_notice_publish'])),
    kind: 'todo',
    about: about(id),
    title: fill(tasks[what], title ?? ''),
    link: `/project/public-notice/${id}`,
  })
}
