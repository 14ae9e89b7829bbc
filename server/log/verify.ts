import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ChainFaultKind, ChainVerification } from '#contract/log/audit.ts'
import type { Db } from '../base/db.ts'
import { type Anchor, anchorsOf } from './anchor.ts'
import { canonical, floorOf, lastLink, linkOf } from './chain.ts'

/** Lines looked at in one statement: few enough that the server answers others in between. */
const batch = 500

interface Walked {
  readonly no: string
  readonly auditId: string
  readonly hash: Buffer
  readonly line: string | null
  readonly createTime: string | null
}

const linksAfter = async (db: Db, no: number): Promise<Walked[]> => {
  const { rows } = await sql<Walked>`
    select s.no::text, s.audit_id::text, s.hash, a.create_time, case when a.id is null then null else ${canonical} end as line
    from (select * from audit_seal where no > ${no} order by no limit ${batch}) s
    left join audit a on a.id = s.audit_id order by s.no`.execute(db)
  return rows
}

const brokenAt = (why: ChainFaultKind, no: number, id: string | null = null, createTime: string | null = null) => ({
  ...{ why, no, id, createTime },
})
type Broken = ReturnType<typeof brokenAt>

/** What does not fit at this link, if anything does not. */
const faultOf = (
  link: Walked,
  before: { no: number; hash: Buffer | null },
  anchors: readonly Anchor[],
): Broken | null => {
  const no = Number(link.no)
  const at = (why: ChainFaultKind) => brokenAt(why, no, link.auditId, link.createTime)
  if (no !== before.no + 1) return brokenAt('number', before.no + 1)
  if (link.line === null) return at('missing')
  if (!linkOf(before.hash, no, link.line).equals(link.hash)) return at('changed')
  return anchors.some(({ hash }) => hash !== link.hash.toString('hex')) ? at('anchor') : null
}

/** Lines below everything that is still to be sealed, and yet without a link: they were put there afterwards. */
const insertedBelow = async (db: Db, floor: string): Promise<Broken | null> => {
  for (let id = '0'; ; ) {
    const { rows } = await sql<{ id: string; createTime: string; sealed: boolean }>`
      select a.id::text, a.create_time, s.no is not null as sealed
      from (select id, create_time from audit where id > ${id}::bigint and id <= ${floor}::bigint order by id limit 5000) a
      left join audit_seal s on s.audit_id = a.id order by a.id`.execute(db)
    const stray = rows.find(({ sealed }) => !sealed)
    if (stray) return brokenAt('inserted', 0, stray.id, stray.createTime)
    if (rows.length === 0) return null
    id = (rows.at(-1) as { id: string }).id
    await turn()
  }
}

const countWaiting = async (db: Db, floor: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit a where a.id > ${floor}::bigint
    and not exists (select from audit_seal s where s.audit_id = a.id)`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Walks the whole chain: every number there, every line as it was, no line beside it, and the hashes of earlier days as they were
 * kept. Names the first place that does not fit.
 */
export const verify = async (db: Db): Promise<ChainVerification & { readonly hash: string | null }> => {
  const anchors = await anchorsOf(db)
  let before: { no: number; hash: Buffer | null } = { no: 0, hash: null }
  let [from, to, checked]: [string | null, string | null, number] = [null, null, 0]
  const told = (broken: Broken | null, waiting = 0) => ({
    ...{ intact: broken === null, entries: before.no, from, to, waiting, anchors: checked, broken },
    hash: before.hash?.toString('hex') ?? null,
  })
  for (;;) {
    const links = await linksAfter(db, before.no)
    if (links.length === 0) break
    for (const link of links) {
      const kept = anchors.filter(({ no }) => no === Number(link.no))
      const broken = faultOf(link, before, kept)
      if (broken) return told(broken)
      checked += kept.length
      from ??= link.createTime
      to = link.createTime
      before = { no: Number(link.no), hash: link.hash }
    }
    await turn()
  }
  const beyond = anchors.find(({ no }) => no > before.no)
  if (beyond) return told(brokenAt('missing', before.no + 1))
  const floor = await floorOf(db, await lastLink(db))
  const stray = floor === '0' ? null : await insertedBelow(db, floor)
  return told(stray, stray ? 0 : await countWaiting(db, floor))
}
