import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import type { AuditDetail } from '#contract/log/audit.ts'
import { actOf, nameActs, ownWordsOf } from '#contract/log/audit-acts.ts'
import { transitionWords } from '#contract/project/transitions.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { perApp } from '../engine/cache.ts'
import type { App, Ctx, Handlers } from '../engine/context.ts'
import { findRow, pageOf } from '../engine/crud.ts'
import { platformTenant } from '../engine/scope.ts'
import { saveAnchor } from './anchor.ts'
import { changesOf } from './audit-changes.ts'
import { lineEntity } from './audit-line.ts'
import { previewRevert, revert } from './revert.ts'
import { serverInfoOf } from './server-info.ts'
import { verify } from './verify.ts'

type Line = Omit<AuditDetail, 'changes' | 'seal'>

const known = entities as Readonly<Record<string, AnyEntity>>
nameActs(known)

/** Replaces `verbName` with the words of a declaration's transition, or of the entity's own call. */
const withVerbName = (ctx: Ctx, row: Line): Line => {
  const transitionLabel = row.entity === 'declaration' ? transitionWords[row.verb] : undefined
  if (transitionLabel) return { ...row, verbName: localize(actOf(transitionLabel), ctx.lang) }
  const call = (known[row.entity]?.calls as Readonly<Record<string, Endpoint>> | undefined)?.[row.verb]
  return call && !ownWordsOf(row.verb) ? { ...row, verbName: localize(actOf(call.label), ctx.lang) } : row
}

const verificationOf = perApp(() => ({ running: null as ReturnType<typeof verify> | null }))

/** Runs one verification at a time; concurrent callers share its result. */
const verifyOnce = (app: App): ReturnType<typeof verify> => {
  const verification = verificationOf(app)
  verification.running ??= verify(app.db).finally(() => {
    verification.running = null
  })
  return verification.running
}

export const auditHandlers: Handlers<'audit'> = {
  list: async (ctx, input) => {
    const page = await pageOf(ctx, lineEntity, input)
    return { ...page, records: (page.records as unknown as Line[]).map((row) => withVerbName(ctx, row)) } as never
  },
  detail: async (ctx, { id }) => {
    const row = withVerbName(ctx, (await findRow(ctx, lineEntity, id)) as unknown as Line)
    const [seal] = await run<{ no: string; hash: string }>(
      ctx.db,
      sql`select no::text, encode(hash, 'hex') as hash from audit_seal where audit_id = ${id}`,
    )
    return {
      ...row,
      changes: await changesOf(ctx, row.entity, row.id),
      seal: seal ? { no: Number(seal.no), hash: seal.hash } : null,
    }
  },
  revertPreview: (ctx, { id }) => previewRevert(ctx, String(id)),
  revert: (ctx, { id }) => revert(ctx, String(id)),
  verify: async (ctx) => {
    // one chain covers the audit of all tenants
    if (ctx.actor.tenantId !== platformTenant) throw denied()
    const { hash, ...result } = await verifyOnce(ctx.app)
    if (result.broken) ctx.app.logEvent('audit.broken', { ...result.broken, entries: result.entries })
    else if (hash)
      await saveAnchor(ctx.app.db, ctx.app.log, serverInfoOf(ctx.app.env), 'audit.verified', {
        no: result.entries,
        hash,
      })
    return result
  },
}
