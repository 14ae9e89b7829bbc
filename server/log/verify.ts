import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ChainFaultKind, ChainVerification } from '#contract/log/audit.ts'
import type { Db } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Anchor, readAnchors } from './anchor.ts'
import { canonical, lastLink, linkOf, lookbackFloorOf } from './chain.ts'

/** Links checked per statement: few enough that the server can answer other requests in between. */
const batchSize = 500

interface ChainRow {
  readonly no: string
  readonly auditId: string
  readonly hash: Buffer
  readonly line: string | null
  readonly createTime: string | null
}

const linksAfter = async (db: Db, no: number): Promise<ChainRow[]> => {
  const { rows } = await sql<ChainRow>`
    select s.no::text, s.audit_id::text, s.hash, a.create_time, case when a.id is null then null else ${canonical} end as line
    from (select * from audit_seal where no > ${no} order by no limit ${batchSize}) s
    left join audit a on a.id = s.audit_id order by s.no`.execute(db)
  return rows
}

const breakAt = (why: ChainFaultKind, no: number, id: string | null = null, createTime: string | null = null) => ({
  why,
  no,
  id,
  createTime,
})
type ChainBreak = ReturnType<typeof breakAt>

/** The first fault of a link, or null. */
const faultOf = (
  link: ChainRow,
  before: { no: number; hash: Buffer | null },
  anchors: readonly Anchor[],
): ChainBreak | null => {
  const no = Number(link.no)
  const at = (why: ChainFaultKind) => breakAt(why, no, link.auditId, link.createTime)
  if (no !== before.no + 1) return breakAt('number', before.no + 1)
  if (link.line === null) return at('missing')
  if (!linkOf(before.hash, no, link.line).equals(link.hash)) return at('changed')
  return anchors.some(({ hash }) => hash !== link.hash.toString('hex')) ? at('anchor') : null
}

/** The first unsealed audit entry at or below `floor`, which was inserted later; null if there is none. */
const findInsertedBelow = async (db: Db, floor: string): Promise<ChainBreak | null> => {
  for (let id = '0'; ; ) {
    const { rows } = await sql<{ id: string; createTime: string; sealed: boolean }>`
      select a.id::text, a.create_time, s.no is not null as sealed
      from (select id, create_time from audit where id > ${id}::bigint and id <= ${floor}::bigint order by id limit 5000) a
      left join audit_seal s on s.audit_id = a.id order by a.id`.execute(db)
    const unsealedRow = rows.find(({ sealed }) => !sealed)
    if (unsealedRow) return breakAt('inserted', 0, unsealedRow.id, unsealedRow.createTime)
    if (rows.length === 0) return null
    id = (rows.at(-1) as { id: string }).id
    await yieldToEventLoop()
  }
}

const countUnsealed = async (db: Db, floor: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit a where a.id > ${floor}::bigint
    and not exists (select from audit_seal s where s.audit_id = a.id)`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Verifies the whole chain: no missing number, no changed, missing or inserted entry, and all anchors match. Returns the first
 * break, if any.
 */
export const verify = async (db: Db): Promise<ChainVerification & { readonly hash: string | null }> => {
  const anchors = await readAnchors(db)
  let before: { no: number; hash: Buffer | null } = { no: 0, hash: null }
  let [from, to, checkedAnchors]: [string | null, string | null, number] = [null, null, 0]
  const resultOf = (broken: ChainBreak | null, waiting = 0) => ({
    intact: broken === null,
    entries: before.no,
    from,
    to,
    waiting,
    anchors: checkedAnchors,
    broken,
    hash: before.hash?.toString('hex') ?? null,
  })
  for (;;) {
    const links = await linksAfter(db, before.no)
    if (links.length === 0) break
    for (const link of links) {
      const linkAnchors = anchors.filter(({ no }) => no === Number(link.no))
      const broken = faultOf(link, before, linkAnchors)
      if (broken) return resultOf(broken)
      checkedAnchors += linkAnchors.length
      from ??= link.createTime
      to = link.createTime
      before = { no: Number(link.no), hash: link.hash }
    }
    await yieldToEventLoop()
  }
  const missingAnchor = anchors.find(({ no }) => no > before.no)
  if (missingAnchor) return resultOf(breakAt('missing', before.no + 1))
  const floor = await lookbackFloorOf(db, await lastLink(db))
  const insertedBreak = floor === '0' ? null : await findInsertedBelow(db, floor)
  return resultOf(insertedBreak, insertedBreak ? 0 : await countUnsealed(db, floor))
}
