import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../base/db.ts'

/**
 * The chain over the audit (docs/decisions/0021): lines are numbered in the order they are found in, and each number has a hash
 * of the hash before it and of the line as PostgreSQL writes it. Whoever changes or takes away a line has to make every later
 * hash anew, and those that were kept elsewhere tell.
 */
export const algorithm = 'sm3'
const zeroHash = Buffer.alloc(32)
/** Which advisory lock makes one server the one that seals. */
const lock = 502_101
const batchSize = 1000
/**
 * How far behind the last sealed line one is still looked for: a transaction that got its number before others may end after
 * them, but not after so many. What turns up further back was put there (server/log/verify.ts).
 */
export const maxLookback = 10_000

/** A line as it is hashed: every column that says something, as one JSON text. */
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

/** The last link of the chain; null while there is none. */
export const lastLink = async (db: Db): Promise<Link | null> => {
  const row = await db
    .selectFrom('auditSeal')
    .select(['no', 'auditId', 'hash'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, no: Number(row.no) } : null
}

/** The id below which nothing is looked for any more. */
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
 * Seals the next lines, a thousand at most; resolves to how many. Of several servers one does it, the others find nothing to do.
 */
export const seal = (db: Db): Promise<number> =>
  db.transaction().execute(async (inside) => {
    const { rows: lockRows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lock}) as got`.execute(
      inside,
    )
    if (!lockRows[0]?.got) return 0
    const last = await lastLink(inside)
    const { rows } = await sql<{ id: string; line: string }>`
      select a.id::text, ${canonical} as line from audit a
      where a.id > ${await lookbackFloorOf(inside, last)}::bigint
        and not exists (select from audit_seal s where s.audit_id = a.id)
      order by a.id limit ${batchSize}`.execute(inside)
    const links: Link[] = []
    for (const { id, line } of rows) {
      const before = links.at(-1) ?? last
      const no = (before?.no ?? 0) + 1
      links.push({ no, auditId: id, hash: linkOf(before?.hash ?? null, no, line) })
    }
    if (links.length) await insertLinks(inside, links)
    return links.length
  })
