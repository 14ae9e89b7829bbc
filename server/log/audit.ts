import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import { type AuditDetail, audit } from '#contract/log/audit.ts'
import { moveWords } from '#contract/project/move-words.ts'
import { run } from '../base/db.ts'
import type { App, Ctx, Handlers } from '../engine/context.ts'
import { findRow, pageOf } from '../engine/crud.ts'
import { orderOf } from '../engine/filter.ts'
import { platformTenant } from '../engine/scope.ts'
import { keepAnchor } from './anchor.ts'
import { changesOf } from './audit-changes.ts'
import { hereOf } from './here.ts'
import { verify } from './verify.ts'

const { before: _before, after: _after, ...plain } = audit.fields
/** A line without its pictures: a page of them may be heavy. */
const line = { ...audit, fields: plain } as unknown as AnyEntity

type Line = Omit<AuditDetail, 'changes' | 'seal'>

const standard = ['insert', 'update', 'remove', 'restore', 'export', 'import']

/** What a call or a move is called differs from entity to entity: the one that was touched knows best. */
const inWords = (ctx: Ctx, row: Line): Line => {
  const made = row.entity === 'declaration' ? moveWords[row.verb] : undefined
  if (made) return { ...row, verbName: localize(made, ctx.lang) }
  const entity = (entities as Readonly<Record<string, AnyEntity>>)[row.entity]
  const call = (entity?.calls as Readonly<Record<string, Endpoint>> | undefined)?.[row.verb]
  return call && !standard.includes(row.verb) ? { ...row, verbName: localize(call.label, ctx.lang) } : row
}

const running = new WeakMap<App, ReturnType<typeof verify>>()

/** One walk at a time, whoever asks. */
const verified = (app: App): ReturnType<typeof verify> => {
  const known = running.get(app)
  if (known) return known
  const walk = verify(app.db).finally(() => running.delete(app))
  running.set(app, walk)
  return walk
}

export const auditHandlers: Handlers<'audit'> = {
  list: async (ctx, input) => {
    const order = input.ascs || input.descs ? orderOf(line, input) : 'id desc'
    const page = await pageOf(ctx, line, input, { order })
    return { ...page, records: (page.records as unknown as Line[]).map((row) => inWords(ctx, row)) } as never
  },
  detail: async (ctx, { id }) => {
    const row = inWords(ctx, (await findRow(ctx, line, id)) as unknown as Line)
    const [seal] = await run<{ no: string; hash: string }>(ctx.db, {
      text: `select no::text, encode(hash, 'hex') as hash from audit_seal where audit_id = ?`,
      values: [id],
    })
    return {
      ...row,
      changes: await changesOf(ctx, row.entity, row.id),
      seal: seal ? { no: Number(seal.no), hash: seal.hash } : null,
    }
  },
  verify: async (ctx) => {
    // one chain runs through the lines of all tenants
    if (ctx.actor.tenantId !== platformTenant) throw denied()
    const { hash, ...told } = await verified(ctx.app)
    if (told.broken) ctx.app.logEvent('audit.broken', { ...told.broken, entries: told.entries })
    else if (hash)
      await keepAnchor(ctx.app.db, ctx.app.log, hereOf(ctx.app.env), 'audit.verified', { no: told.entries, hash })
    return told
  },
}
