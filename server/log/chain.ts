import { createHash } from 'node:crypto'
import type { Db } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

/**
 * The hash chain over the audit (docs/decisions/0021). Entries are numbered in the order they are sealed; each link hashes the
 * previous hash and the entry as PostgreSQL serialises it. Changing or deleting an entry invalidates all later hashes, and the
 * anchors stored elsewhere reveal a recomputed chain.
 */
export const algorithm = 'sm3'
const zeroHash = Buffer.alloc(32)
/** Advisory lock that lets only one server seal at a time. */
const lock = 502_101
const batchSize = 1000
/**
 * How many links back unsealed entries are still accepted: a transaction may get its id before others and commit after them.
 * An unsealed entry further back was inserted later (server/log/verify.ts).
 */
export const maxLookback = 10_000

/** The hashed form of an entry: all relevant columns as one JSON text. */
export const canonical = sql<string>`jsonb_build_array(a.id::text,
  to_char(a.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.tenant_id, a.create_user::text, a.create_by,
  a.real_name, a.remote_ip, a.request_id, a.entity, a.row_id::text, a.row_title, a.verb, a.outcome, a.before, a.after)::text`

export const linkOf = (previous: Buffer | null, no: number, line: string): Buffer =>
  createHash(algorithm)
    .update(previous ?? zeroHash)
    .update(`${no}\n${line}`)
    .digest()

export interface Link {
  readonly no: number
  readonly auditId: string
  readonly hash: Buffer
}

/** The last link of the chain, or null if the chain is empty. */
export const lastLink = async (db: Db): Promise<Link | null> => {
  const row = await db
    .selectFrom('auditSeal')
    .select(['no', 'auditId', 'hash'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, no: Number(row.no) } : null
}

/** The audit id at or below which no unsealed entries are accepted. */
export const lookbackFloorOf = async (db: Db, last: Link | null): Promise<string> => {
  if (!last || last.no <= maxLookback) return '0'
  const row = await db
    .selectFrom('auditSeal')
    .select('auditId')
    .where('no', '=', String(last.no - maxLookback))
    .executeTakeFirst()
  return row?.auditId ?? '0'
}

const insertLinks = (db: Db, links: readonly Link[]) =>
  sql`insert into audit_seal (no, audit_id, hash)
    select no, audit_id, decode(hash, 'hex') from unnest(
      ${links.map(({ no }) => no)}::bigint[], ${links.map(({ auditId }) => auditId)}::bigint[],
      ${links.map(({ hash }) => hash.toString('hex'))}::text[]) as t(no, audit_id, hash)`.execute(db)

/**
 * Seals the next entries, 1000 at most, and resolves to their number; 0 if another server is sealing.
 */
export const seal = (db: Db): Promise<number> =>
  db.transaction().execute(async (inside) => {
    const { rows: lockRows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lock}) as got`.execute(
      inside,
    )
    if (!lockRows[0]?.got) return 0
    const last = await lastLink(inside)
    const floor = await lookbackFloorOf(inside, last)
    // found in the indexes: most entries behind the floor are sealed, and they are wide
    const { rows } = await sql<{ id: string; line: string }>`
      with unsealed as materialized (
        select id from audit where id > ${floor}::bigint
          and not exists (select from audit_seal s where s.audit_id = audit.id and s.audit_id > ${floor}::bigint)
        order by id limit ${batchSize})
      select a.id::text, ${canonical} as line from audit a join unsealed using (id) order by a.id`.execute(inside)
    const links: Link[] = []
    for (const { id, line } of rows) {
      const before = links.at(-1) ?? last
      const no = (before?.no ?? 0) + 1
      links.push({ no, auditId: id, hash: linkOf(before?.hash ?? null, no, line) })
    }
    if (links.length) await insertLinks(inside, links)
    return links.length
  })
